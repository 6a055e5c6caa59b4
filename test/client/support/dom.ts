/**
 * What antd asks of a browser and jsdom lacks. Import it first in a test that starts with `@jest-environment jsdom`.
 * Widths: every `min-width` media query holds, so components draw their wide form; `narrowScreen()` turns that round.
 */
let width = 1280;

/** Draws as on a telephone until the end of the test. */
export function narrowScreen(): void {
  width = 375;
}

afterEach(() => {
  width = 1280;
});

window.matchMedia = (query) => {
  const atLeast = /min-width:\s*(\d+)/.exec(query)?.[1];
  const atMost = /max-width:\s*(\d+)/.exec(query)?.[1];
  const matches = width >= Number(atLeast ?? 0) && width <= Number(atMost ?? Infinity);
  const none = () => undefined;
  return {
    matches,
    media: query,
    onchange: null,
    addListener: none,
    removeListener: none,
    addEventListener: none,
    removeEventListener: none,
    dispatchEvent: () => false,
  };
};

window.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

// jsdom would walk every rule that antd has put into the page, for each question.
window.getComputedStyle = (element) => {
  const style = (element as HTMLElement).style;
  return new Proxy(style, {
    get: (target, name) =>
      name === 'getPropertyValue'
        ? (property: string) => target.getPropertyValue(property)
        : (Reflect.get(target, name) as unknown),
  });
};
