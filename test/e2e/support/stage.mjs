import { after, before } from 'node:test';
import { launch, openPage } from './browser.mjs';
import { openDemo } from './demo.mjs';

/** The two clients, each with the start of its addresses. */
export const CLIENTS = [
  { name: 'classic client', prefix: '/', id: 'v1' },
  { name: 'modern client', prefix: '/v/', id: 'v2' },
];

/**
 * An app and a browser for the tests of the describe() that calls this: there before them, gone after them.
 * @returns {{readonly url: string, openPage: () => ReturnType<typeof openPage>}} `openPage`: a fresh visitor
 */
export function stage() {
  let demo;
  let browser;
  before(async () => {
    demo = await openDemo();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await demo?.stop();
  });
  return {
    get url() {
      return demo.url;
    },
    openPage: () => openPage(browser),
  };
}
