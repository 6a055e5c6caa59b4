import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const ARTIFACTS = resolve(import.meta.dirname, '../../../test-artifacts');
const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser to use: CHROMIUM, else one in a usual place; undefined when the machine has none. */
export function findBrowser() {
  return process.env.CHROMIUM ?? USUAL_PLACES.find((path) => existsSync(path));
}

/** Why the browser tests are left out here; false when they run. In CI a missing browser is a failure, not a reason. */
export function reasonToSkip() {
  if (findBrowser() || process.env.CI) return false;
  return 'no browser: install chromium, or name one in CHROMIUM';
}

/** Starts the browser without a window. */
export async function launch() {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('no browser: install chromium, or name one in CHROMIUM');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/**
 * A page of a fresh visitor, which gathers the errors that scripts throw on it.
 * @param {import('playwright-core').Browser} browser
 */
export async function openPage(browser) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 820 }, locale: 'en-US' });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.setDefaultTimeout(30_000);
  return { page, errors };
}

/**
 * Signs in as a person does, through the login form.
 * @param {import('playwright-core').Page} page
 * @param {string} url the login page
 * @param {{account: string, password: string}} user the demo's administrator unless said otherwise
 */
export async function signIn(page, url, user = { account: 'admin@nocobase.com', password: 'admin123' }) {
  await page.goto(url);
  await page.getByPlaceholder(/username|email/i).fill(user.account);
  await page.getByPlaceholder('Password').fill(user.password);
  await page.getByRole('button', { name: /sign in/i }).click();
  await page.waitForURL((address) => !address.pathname.includes('signin'));
}

/** Keeps a picture of the page for people to look at; animations have ended in it. */
export async function takePicture(page, name) {
  mkdirSync(ARTIFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTIFACTS, `${name}.png`), animations: 'disabled' });
}
