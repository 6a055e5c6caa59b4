import { createRequire } from 'node:module';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * What axe finds of serious or critical accessibility faults.
 * @param {import('playwright-core').Page} page
 * @param {string} within a selector: only this part of the page is looked at
 * @returns {Promise<string[]>} a line for each fault
 */
export async function seriousFaults(page, within) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ path: AXE });
  return page.evaluate(async (selector) => {
    // The colour of placeholders is the platform's theme.
    const about = { include: [selector], exclude: ['.ant-select-selection-placeholder'] };
    const { violations } = await globalThis.axe.run(about);
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
  }, within);
}
