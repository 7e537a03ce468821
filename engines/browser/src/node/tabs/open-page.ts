import type { Browser, BrowserContext, Page } from 'playwright-core';

const opening = new WeakMap<Browser, Promise<unknown>>();

/** openPage opens pages of one browser one after another: Firefox fails to open one while the window of another is not ready. */
export function openPage(context: BrowserContext): Promise<Page> {
  const browser = context.browser();
  if (!browser) return context.newPage();
  const page = (opening.get(browser) ?? Promise.resolve()).then(() => context.newPage());
  opening.set(
    browser,
    page.catch(() => undefined),
  );
  return page;
}
