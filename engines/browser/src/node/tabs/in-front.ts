import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Maximum turn of a window in milliseconds, so that an action that waits for its element doesn't block the others. */
const turnMs = 1000;
/**
 * A browser that is slow to bring a window to the front is slow to act in it: the turn is this many times as long as
 * that took.
 */
const slowTurns = 20;
/** A longer turn, for an action that must not be interrupted and whose element has been found. */
const wholeTurnMs = 5000;
/** How long a window may take to come to the front before the next one may. */
const comingMs = 5000;
/** How long a window may take to open before the next one may. */
const openingMs = 60_000;
/** Per browser, a promise that resolves when the front window may give way to another. */
const turns = new WeakMap<Browser, Promise<void>>();

/**
 * inFront acts in a window that has the focus. Scripts share one Firefox, and only one of its windows has the focus: in
 * the others, the focus moves between fields without `focus`, `blur` and `change`. So Firefox windows take turns.
 */
export function inFront<Result>(page: Page, engine: string, act: () => Promise<Result>): Promise<Result> {
  const browser = engine === 'firefox' ? page.context().browser() : null;
  return browser ? inTurn(browser, { come: () => page.bringToFront(), act }) : act();
}

/**
 * inFrontThroughout acts in a longer turn, and repeats the work, at most twice, if the window lost focus in the
 * meantime, for example to a window that a page opened. Text set in an unfocused field fires no `change`.
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
    // If the page has navigated, there is nothing to repeat.
    return page.evaluate(() => document.hasFocus()).catch(() => true);
  };
  for (let times = 0; times < 3; times += 1)
    if (await inTurn(browser, { come: () => page.bringToFront(), act: once(times > 0), turn: wholeTurnMs })) return;
}

/** toFront brings a window to the front on its turn. */
export async function toFront(page: Page, engine: string): Promise<void> {
  if (engine === 'firefox') await inFront(page, engine, async () => undefined);
  else await page.bringToFront();
}

/**
 * openPage opens a window, which comes to the front. Firefox fails to open one while another is not ready, so there it
 * takes a turn.
 */
export async function openPage(context: BrowserContext, engine: string): Promise<Page> {
  const browser = engine === 'firefox' ? context.browser() : null;
  const open = () => context.newPage();
  return browser ? inTurn(browser, { come: open, act: async (page) => page, coming: openingMs }) : open();
}

interface Turn<Came, Result> {
  come: () => Promise<Came>;
  act: (came: Came) => Promise<Result>;
  /** Limits of coming to the front and of acting, in milliseconds, after which the next window has its turn. */
  coming?: number;
  turn?: number;
}

async function inTurn<Came, Result>(
  browser: Browser,
  { come, act, coming = comingMs, turn = turnMs }: Turn<Came, Result>,
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = turns.get(browser);
  turns.set(browser, promise);
  await before;
  let timer = setTimeout(resolve, coming);
  try {
    const startMs = performance.now();
    const came = await come();
    clearTimeout(timer);
    timer = setTimeout(resolve, Math.max(turn, slowTurns * (performance.now() - startMs)));
    return await act(came);
  } finally {
    clearTimeout(timer);
    resolve();
  }
}
