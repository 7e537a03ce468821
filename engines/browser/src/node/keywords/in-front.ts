import type { Browser, Page } from 'playwright-core';

/** The longest wait for another window's action, so that an action that waits for its element does not hold the others up. */
const mostMs = 1000;
/** By browser, what ends when the window in front may give way to another one. */
const turns = new WeakMap<Browser, Promise<void>>();

/**
 * inFront acts in a window that has the focus. Of all windows of one Firefox, which scripts share, only one has it: in the others the focus goes
 * from field to field without `focus`, `blur` and `change`. So there the windows take turns.
 */
export async function inFront<Result>(page: Page, engine: string, act: () => Promise<Result>): Promise<Result> {
  const browser = engine === 'firefox' ? page.context().browser() : null;
  if (!browser) return act();
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = turns.get(browser);
  turns.set(browser, promise);
  await before;
  const timer = setTimeout(resolve, mostMs);
  try {
    await page.bringToFront();
    return await act();
  } finally {
    clearTimeout(timer);
    resolve();
  }
}
