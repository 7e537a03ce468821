import type { BrowserContext, Page, Request } from 'playwright-core';
import { inTime } from '../browser-pool.ts';
import type { WebDriverPage } from '../webdriver/page.ts';

/** How long a page is asked whether it is about to be left; one that shows a dialog, or computes, does not answer. */
const askingMs = 1000;

/** How long the error page of the browser is waited for, in milliseconds. */
const errorPageMs = 1000;

/** Whether an error page of the browser follows this failure; Chromium and Firefox report the failure first. */
export const bringsErrorPage = (error: unknown): boolean =>
  /net::ERR_(?!ABORTED)|NS_ERROR_(?!ABORT)/.test(String(error));

/** The page that a request leads to; undefined for those of frames, and of tabs that are not there yet. */
function pageOf(request: Request): Page | undefined {
  if (!request.isNavigationRequest()) return undefined;
  try {
    const frame = request.frame();
    return frame.parentFrame() ? undefined : frame.page();
  } catch {
    return undefined;
  }
}

/** Runs in the page: resolves after what was set with a timer before. A clock that a test has put in place may stand still. */
const turn = () =>
  new Promise<void>((resolve) => {
    if (/\[native code\]/.test(Function.prototype.toString.call(setTimeout))) {
      setTimeout(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(0);
  });

/**
 * Departures knows which tabs are on the way to another page, so that a step that leads there ends when it has come. Playwright waits for what
 * an action has begun when the browser confirms the action; a form is sent, and a link followed, in a task of the page that may come later.
 */
export class Departures {
  readonly #ways = new Map<Page, Set<Request>>();
  readonly #waiting = new Set<() => void>();

  readonly #isWebDriver: boolean;

  constructor(context: BrowserContext, protocol: 'playwright' | 'webdriver') {
    this.#isWebDriver = protocol === 'webdriver';
    // It tells nothing of the requests of a tab.
    if (this.#isWebDriver) return;
    context.on('request', (request) => {
      const page = pageOf(request);
      if (page) this.#ways.set(page, (this.#ways.get(page) ?? new Set()).add(request));
    });
    context.on('requestfailed', (request) => {
      const isReplaced = pageOf(request) !== undefined && bringsErrorPage(request.failure()?.errorText);
      if (isReplaced) setTimeout(() => this.#ended(request), errorPageMs).unref();
      else this.#ended(request);
    });
    // A download, or an answer without a page.
    context.on('requestfinished', (request) => this.#ended(request));
    context.on('page', (page) => {
      page.on('framenavigated', (frame) => {
        if (!frame.parentFrame()) this.#arrived(page);
      });
      page.on('close', () => this.#arrived(page));
    });
  }

  /** Waits for the error page after a failed load: it would interrupt whatever is opened before it is there. */
  async failed(page: Page): Promise<void> {
    if (!page.isClosed()) await this.settled(page, errorPageMs);
  }

  /** Waits until a page stays, or another one has begun to load in its place; at most so many milliseconds. */
  async settled(page: Page, mostMs: number): Promise<void> {
    const end = performance.now() + mostMs;
    for (;;) {
      await this.#ask(page, Math.min(askingMs, end - performance.now()));
      const leftMs = end - performance.now();
      if (this.#isWebDriver) return leftMs > 0 ? (page as unknown as WebDriverPage).settled(leftMs) : undefined;
      if (page.isClosed() || leftMs <= 0 || !this.#ways.get(page)?.size) return;
      await this.#change(leftMs);
    }
  }

  /** Lets the page do what is due, and the browser what the page then asks of it. */
  async #ask(page: Page, ms: number): Promise<void> {
    const turns = async () => {
      await page.evaluate(turn);
      await page.evaluate(turn);
    };
    if (ms > 0) await inTime(turns(), ms);
  }

  async #change(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    await inTime(promise, ms);
    this.#waiting.delete(resolve);
  }

  #ended(request: Request): void {
    for (const ways of this.#ways.values()) if (ways.delete(request)) this.#tell();
  }

  #arrived(page: Page): void {
    if (this.#ways.delete(page)) this.#tell();
  }

  #tell(): void {
    for (const told of this.#waiting) told();
  }
}
