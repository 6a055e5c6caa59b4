import { createRequire } from 'node:module';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * The serious faults that axe-core finds inside these parts of the page, in words; [] when there are none. Left out: text
 * in the theme's main colour or on it, and placeholders. Those colours are the platform's on every page, and an
 * administrator may change them.
 * @param {import('playwright-core').Page} page
 * @param {string} scope CSS selector of the parts
 */
export async function seriousFaults(page, scope) {
  await page.addScriptTag({ path: AXE });
  await page.waitForFunction(atRest);
  return page.evaluate(async (selector) => {
    const main = mainColours();
    const { violations } = await globalThis.axe.run(
      {
        include: [...globalThis.document.querySelectorAll(selector)],
        exclude: ['.ant-select-selection-placeholder'],
      },
      { resultTypes: ['violations'] },
    );
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes
          .filter((node) => !isInMainColour(node))
          .map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
      );

    function isInMainColour({ any }) {
      return any.some(
        ({ id, data }) => id === 'color-contrast' && [data.fgColor, data.bgColor].some((c) => main.has(c)),
      );
    }

    /** Of links and of the main button, as axe writes them. */
    function mainColours() {
      const colours = new Set();
      for (const link of globalThis.document.querySelectorAll(
        '.ant-btn-link, .ant-tabs-tab-active .ant-tabs-tab-btn',
      )) {
        colours.add(hex(globalThis.getComputedStyle(link).color));
      }
      for (const button of globalThis.document.querySelectorAll('.ant-btn-primary')) {
        colours.add(hex(globalThis.getComputedStyle(button).backgroundColor));
      }
      return colours;
    }

    function hex(colour) {
      const [red, green, blue] = colour.match(/\d+/g).map(Number);
      return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    }
  }, scope);
}

/** Do all colours and places stand? In the middle of a transition they are nobody's choice. Spinners turn for ever. */
function atRest() {
  return globalThis.document
    .getAnimations()
    .every(({ playState, effect }) => playState !== 'running' || effect.getComputedTiming().iterations === Infinity);
}
