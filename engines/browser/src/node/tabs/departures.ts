import type { BrowserContext, Page, Request } from 'playwright-core';
import { inTime } from '../browser-pool.ts';
import type { WebDriverPage } from '../webdriver/page.ts';

/**
 * How long a page is asked whether it is about to be left, in milliseconds; a page that shows a dialog or is busy
 * doesn't answer.
 */
const askingMs = 1000;

/** How long to wait for the browser's error page, in milliseconds. */
const errorPageMs = 1000;

/** Whether the browser's error page follows this failure; Chromium and Firefox report the failure first. */
export const bringsErrorPage = (error: unknown): boolean =>
  /net::ERR_(?!ABORTED)|NS_ERROR_(?!ABORT)/.test(String(error));

/** The page that a request navigates; undefined for requests of frames, and of tabs that don't exist yet. */
function pageOf(request: Request): Page | undefined {
  if (!request.isNavigationRequest()) return undefined;
  try {
    const frame = request.frame();
    return frame.parentFrame() ? undefined : frame.page();
  } catch {
    return undefined;
  }
}

/** Runs in the page: resolves after timers that were set before. A test's fake clock may stand still. */
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
 * Departures tracks which tabs are navigating, so that a step that navigates ends on the new page. Playwright waits for
 * navigations that have started when the browser confirms the action; but forms are submitted, and links followed, in a
 * task of the page that may run later.
 */
export class Departures {
  readonly #ways = new Map<Page, Set<Request>>();
  readonly #waiting = new Set<() => void>();

  readonly #isWebDriver: boolean;

  constructor(context: BrowserContext, protocol: 'playwright' | 'webdriver') {
    this.#isWebDriver = protocol === 'webdriver';
    // WebDriver doesn't report a tab's requests.
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
    // A download, or a response without a page.
    context.on('requestfinished', (request) => this.#ended(request));
    context.on('page', (page) => {
      page.on('framenavigated', (frame) => {
        if (!frame.parentFrame()) this.#arrived(page);
      });
      page.on('close', () => this.#arrived(page));
    });
  }

  /** Waits for the error page after a failed load: it would interrupt whatever is opened before it appears. */
  async failed(page: Page): Promise<void> {
    if (!page.isClosed()) await this.settled(page, errorPageMs);
  }

  /** Waits until a page stays, or another one has started to load in its place; at most `maxMs` milliseconds. */
  async settled(page: Page, maxMs: number): Promise<void> {
    const end = performance.now() + maxMs;
    for (;;) {
      await this.#ask(page, Math.min(askingMs, end - performance.now()));
      const leftMs = end - performance.now();
      if (this.#isWebDriver) return leftMs > 0 ? (page as unknown as WebDriverPage).settled(leftMs) : undefined;
      if (page.isClosed() || leftMs <= 0 || !this.#ways.get(page)?.size) return;
      await this.#change(leftMs);
    }
  }

  /** Lets the page run its due tasks, and the browser handle what they request. */
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
    for (const ways of this.#ways.values()) if (ways.delete(request)) this.#notify();
  }

  #arrived(page: Page): void {
    if (this.#ways.delete(page)) this.#notify();
  }

  #notify(): void {
    for (const resolve of this.#waiting) resolve();
  }
}
