import type { Browser, BrowserContext, Page } from 'playwright-core';

/** How long a window keeps its turn at most, so that an action that waits for its element does not hold the others up. */
const turnMs = 1000;
/** A browser that is slow to bring a window to the front is slow to act in it: the turn is so many times as long as that took. */
const slowTurns = 20;
/** The same for an action whose element is there already, and which must not be disturbed. */
const wholeTurnMs = 5000;
/** How long a window may take to come to the front before the next one may. */
const comingMs = 5000;
/** By browser, what ends when the window in front may give way to another one. */
const turns = new WeakMap<Browser, Promise<void>>();

/**
 * inFront acts in a window that has the focus. Of all windows of one Firefox, which scripts share, only one has it: in the others the focus goes
 * from field to field without `focus`, `blur` and `change`. So there the windows take turns.
 */
export function inFront<Result>(page: Page, engine: string, act: () => Promise<Result>): Promise<Result> {
  const browser = engine === 'firefox' ? page.context().browser() : null;
  return browser ? inTurn(browser, () => page.bringToFront(), act) : act();
}

/**
 * inFrontThroughout does what may be done again, in a longer turn: it is, twice at most, where another window came to the front meanwhile, as
 * one does that a page opens. What is written into a field that has lost the focus is followed by no `change`.
 */
export async function inFrontThroughout(
  page: Page,
  engine: string,
  act: (isAgain: boolean) => Promise<void>,
): Promise<void> {
  const browser = engine === 'firefox' ? page.context().browser() : null;
  if (!browser) return act(false);
  const once = (isAgain: boolean) => async () => {
    await act(isAgain);
    // A page that is left meanwhile has heard what was done.
    return page.evaluate(() => document.hasFocus()).catch(() => true);
  };
  for (let times = 0; times < 3; times += 1)
    if (await inTurn(browser, () => page.bringToFront(), once(times > 0), wholeTurnMs)) return;
}

/** toFront brings a window to the front once those that act there have done so. */
export async function toFront(page: Page, engine: string): Promise<void> {
  if (engine === 'firefox') await inFront(page, engine, async () => undefined);
  else await page.bringToFront();
}

/** openPage opens a window, which comes to the front; in Firefox not before that of another is ready, and not while another one acts there. */
export async function openPage(context: BrowserContext, engine: string): Promise<Page> {
  const browser = engine === 'firefox' ? context.browser() : null;
  const open = () => context.newPage();
  return browser ? inTurn(browser, open, async (page) => page) : open();
}

async function inTurn<Came, Result>(
  browser: Browser,
  come: () => Promise<Came>,
  act: (came: Came) => Promise<Result>,
  mostMs = turnMs,
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = turns.get(browser);
  turns.set(browser, promise);
  await before;
  let timer = setTimeout(resolve, comingMs);
  try {
    const startMs = performance.now();
    const came = await come();
    clearTimeout(timer);
    timer = setTimeout(resolve, Math.max(mostMs, slowTurns * (performance.now() - startMs)));
    return await act(came);
  } finally {
    clearTimeout(timer);
    resolve();
  }
}
