import type { Browser, Page } from 'playwright-core';

/** How long a window keeps its turn at most, so that an action that waits for its element does not hold the others up. */
const turnMs = 1000;
/** A browser that is slow to bring a window to the front is slow to act in it: the turn is so many times as long as that took. */
const slowTurns = 20;
/** How long a window may take to come to the front before the next one may. */
const comingMs = 5000;
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
  let timer = setTimeout(resolve, comingMs);
  try {
    const startMs = performance.now();
    await page.bringToFront();
    clearTimeout(timer);
    timer = setTimeout(resolve, Math.max(turnMs, slowTurns * (performance.now() - startMs)));
    return await act();
  } finally {
    clearTimeout(timer);
    resolve();
  }
}
