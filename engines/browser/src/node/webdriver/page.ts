import { EventEmitter } from 'node:events';
import { setTimeout as rest } from 'node:timers/promises';
import { captureConsole, maxCaptured } from './capture-console.ts';
import { buttonNumbers, chordOf, codeOf, mouse, wheelBy } from './keys.ts';
import { named, scopeAt, typeCharacter, typeKeys } from './locator.ts';
import { inTime, type Place, until, type Wire } from './wire.ts';

interface Wait {
  timeout?: number | undefined;
  waitUntil?: 'load' | 'domcontentloaded' | 'networkidle' | 'commit' | undefined;
}
type MouseButton = keyof typeof buttonNumbers;
type OnFrame = (frame: { data: Buffer; viewportWidth: number; viewportHeight: number }) => void;
interface Look {
  isOld: boolean;
  state: string;
  href: string;
  text: string;
  resources: number;
}

const usualMs = 30_000;
/** Interval between pictures of a watched page, in milliseconds: each one briefly keeps the session from other work. */
const frameMs = 200;
/** How long going back or forward may take to start, in milliseconds. */
const travelMs = 1500;
/** How long nothing may load before a page counts as idle, in milliseconds. */
const idleMs = 500;
/** Property that marks a document, to distinguish it from the next one. */
const mark = '__touchstone_left_6f1d';

/** Addresses of error pages; the window still has the URL of the page that failed to load. */
const errorPage = /^(?:about:|chrome-error:)/;

/** State of a document; runs in the page. */
const stateScript = `(mark) => ({
  isOld: globalThis[mark] === true,
  state: document.readyState,
  href: location.href,
  text: document.body ? document.body.textContent.slice(0, 300) : '',
  resources: performance.getEntriesByType('resource').length,
})`;
const leave = `(mark) => void Object.defineProperty(globalThis, mark, { value: true, configurable: true })`;

/** By what the browser writes into the error page of a failed load. */
const networkErrors: [RegExp, string][] = [
  [/resolving|not known/i, 'net::ERR_NAME_NOT_RESOLVED'],
  [/refused|could not connect|not allowed to use restricted network port/i, 'net::ERR_CONNECTION_REFUSED'],
  [/TLS|certificate/i, 'net::ERR_CERT_AUTHORITY_INVALID'],
  [/timed out/i, 'net::ERR_TIMED_OUT'],
  [/redirect/i, 'net::ERR_TOO_MANY_REDIRECTS'],
  [/unreachable/i, 'net::ERR_ADDRESS_UNREACHABLE'],
  [/proxy/i, 'net::ERR_TUNNEL_CONNECTION_FAILED'],
  [/terminated|reset|closed|unexpectedly/i, 'net::ERR_CONNECTION_CLOSED'],
];

interface PageOptions {
  wire: Wire;
  window: string;
  size: { width: number; height: number };
  /** Returns why the last request failed, once; empty if none did. */
  takeFailure: () => string;
}

/** A tab, which is a window in WebDriver. */
export class WebDriverPage extends EventEmitter {
  readonly #wire: Wire;
  readonly #place: Place;
  readonly #size: { width: number; height: number };
  readonly #takeFailure: () => string;
  #url = 'about:blank';
  /** Position of the mouse. */
  #pointer = { x: 0, y: 0 };
  #isClosed = false;
  #shown: AbortController | undefined;

  constructor({ wire, window, size, takeFailure }: PageOptions) {
    super();
    this.#wire = wire;
    this.#place = { window, frames: [] };
    this.#size = { ...size };
    this.#takeFailure = takeFailure;
    Object.assign(this, scopeAt(wire, this.#place));
  }

  get window(): string {
    return this.#place.window;
  }
  readonly keyboard = {
    down: async (key: string) => typeKeys(this.#wire, this.#place, [{ type: 'keyDown', value: codeOf(key) }]),
    up: async (key: string) => typeKeys(this.#wire, this.#place, [{ type: 'keyUp', value: codeOf(key) }]),
    press: async (keys: string) => typeKeys(this.#wire, this.#place, chordOf(keys)),
    insertText: async (text: string) => {
      for (const character of text) await typeCharacter(this.#wire, this.#place, character);
    },
  };

  readonly mouse = {
    move: (x: number, y: number) => {
      this.#pointer = { x: Math.round(x), y: Math.round(y) };
      return this.#mouse({ type: 'pointerMove', duration: 0, ...this.#pointer, origin: 'viewport' });
    },
    down: ({ button = 'left' }: { button?: MouseButton } = {}) =>
      this.#mouse({ type: 'pointerDown', button: buttonNumbers[button] }),
    up: ({ button = 'left' }: { button?: MouseButton } = {}) =>
      this.#mouse({ type: 'pointerUp', button: buttonNumbers[button] }),
    wheel: (dx: number, dy: number) =>
      this.#wire.at(this.#place, () => this.#wire.act([wheelBy({ ...this.#pointer, dx, dy })])),
  };
  #mouse(action: object): Promise<void> {
    return this.#wire.at(this.#place, () => this.#wire.act([mouse([action])]));
  }

  /** Pictures of the page, whenever there is a new one; PNG. */
  readonly screencast = {
    start: async ({ onFrame }: { onFrame: OnFrame }) => {
      const stop = new AbortController();
      this.#shown?.abort();
      this.#shown = stop;
      void this.#show(onFrame, stop.signal);
    },
    stop: async () => this.#shown?.abort(),
  };
  async #show(onFrame: OnFrame, signal: AbortSignal): Promise<void> {
    let before = '';
    while (!signal.aborted && !this.#isClosed) {
      const picture = await this.#picture().catch(() => before);
      if (picture !== before && !signal.aborted) {
        const { width: viewportWidth, height: viewportHeight } = this.#size;
        onFrame({ data: Buffer.from(picture, 'base64'), viewportWidth, viewportHeight });
      }
      before = picture;
      await rest(frameMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** As of the last refresh. */
  url(): string {
    return this.#url;
  }
  isClosed(): boolean {
    return this.#isClosed;
  }
  mainFrame(): this {
    return this;
  }
  viewportSize() {
    return { ...this.#size };
  }

  /** Updates its URL, and reads its document's messages. */
  async refresh(): Promise<void> {
    const reportedUrl = await this.#wire.at(this.#place, (client) => client.get<string>('/url'));
    const captured = await this.#wire.call(this.#place, captureConsole, maxCaptured).catch((error: unknown) => {
      this.#moved(reportedUrl);
      throw error;
    });
    this.#moved(errorPage.test(captured.href) ? captured.href : reportedUrl);
    if (captured.lines.length + captured.errors.length > 0) this.emit('overheard', captured);
  }
  #moved(url: string): void {
    if (url === this.#url) return;
    this.#url = url;
    this.emit('framenavigated', this);
  }
  /** Reports that the window has closed. */
  markClosed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#wire.forget(this.window);
    this.emit('close', this);
  }

  title(): Promise<string> {
    return this.#wire.run(this.#place, '() => document.title', []) as Promise<string>;
  }
  evaluate<Result>(body: unknown, arg?: unknown): Promise<Result> {
    return named('page', this.#wire.run(this.#place, String(body), [arg ?? null])) as Promise<Result>;
  }

  async #readState(): Promise<Look> {
    return (await this.#wire.run(this.#place, stateScript, [mark])) as Look;
  }

  async goto(url: string, { timeout = usualMs, waitUntil = 'load' }: Wait = {}): Promise<null> {
    const before = this.#url;
    this.#takeFailure();
    await this.#wire.run(this.#place, leave, [mark]);
    await inTime(timeout, () => this.#wire.at(this.#place, (client) => client.post('/url', { url })));
    const isSame = withoutHash(before) === withoutHash(url) && url.includes('#');
    await this.#arrived({ timeout, waitUntil }, isSame, url);
    return null;
  }

  async reload({ timeout = usualMs, waitUntil = 'load' }: Wait = {}): Promise<null> {
    await this.#wire.run(this.#place, leave, [mark]);
    await inTime(timeout, () => this.#wire.at(this.#place, (client) => client.post('/refresh')));
    await this.#arrived({ timeout, waitUntil }, false, this.#url);
    return null;
  }

  goBack(options: Wait = {}) {
    return this.#travel('/back', options);
  }
  goForward(options: Wait = {}) {
    return this.#travel('/forward', options);
  }
  /** Returns null if the tab has no such page. */
  async #travel(
    command: '/back' | '/forward',
    { timeout = usualMs, waitUntil = 'load' }: Wait,
  ): Promise<object | null> {
    await this.refresh();
    const before = this.#url;
    await this.#wire.run(this.#place, leave, [mark]);
    await this.#wire.at(this.#place, (client) => client.post(command));
    const started = until(Math.min(travelMs, timeout), async () => {
      await this.refresh();
      return this.#url !== before || !(await this.#readState()).isOld ? { value: true } : { wait: '' };
    });
    const hasStarted = await started.catch(() => false);
    const { isOld } = await until(timeout, async () => ({ value: await this.#readState() }));
    if (!hasStarted && isOld) return null;
    await this.#arrived({ timeout, waitUntil }, isOld, this.#url);
    return {};
  }

  /** Waits for the document that replaces the marked one. */
  async #arrived(
    { timeout, waitUntil }: Wait & { timeout: number },
    isSameDocument: boolean,
    url: string,
  ): Promise<void> {
    let resources = -1;
    let quietSince = 0;
    await until(timeout, async () => {
      const seen = await this.#readState();
      if (seen.isOld && !isSameDocument) return { wait: 'waiting for navigation' };
      if (seen.href === 'about:blank' && url !== 'about:blank' && seen.state === 'complete')
        throw failedLoad(this.#takeFailure(), seen.text, url);
      if (waitUntil === 'commit') return { value: undefined };
      if (waitUntil === 'domcontentloaded' && seen.state !== 'loading') return { value: undefined };
      if (seen.state !== 'complete') return { wait: 'waiting for load' };
      if (waitUntil !== 'networkidle') return { value: undefined };
      const now = performance.now();
      if (seen.resources !== resources) quietSince = now;
      resources = seen.resources;
      return now - quietSince >= idleMs ? { value: undefined } : { wait: 'waiting for the network' };
    });
    await this.refresh();
    this.emit('load', this);
  }

  async waitForLoadState(state: 'load' | 'domcontentloaded' = 'load', { timeout = usualMs }: Wait = {}): Promise<void> {
    await until(timeout, async () => {
      const { state: now } = await this.#readState();
      const hasReached = now === 'complete' || (state === 'domcontentloaded' && now === 'interactive');
      return hasReached ? { value: undefined } : { wait: 'waiting for load' };
    });
  }
  /**
   * Waits, at most `maxMs` milliseconds, until the document matches the window's URL: while a page is loading, WebKit
   * already reports its URL. The error page of a failed load keeps a different URL.
   */
  async settled(maxMs: number): Promise<void> {
    const hasNavigated = async () => {
      const url = await this.#wire.at(this.#place, (client) => client.get<string>('/url'));
      const { href } = await this.#readState();
      return href === url || href === 'about:blank' ? { value: undefined } : { wait: 'waiting for navigation' };
    };
    await until(maxMs, hasNavigated).catch(() => undefined);
  }
  async waitForTimeout(ms: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** Sizes the window so that the page has this size. */
  async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    const size = () => this.#wire.run(this.#place, '() => [innerWidth, innerHeight]', []) as Promise<[number, number]>;
    const rectangle = { width, height };
    // The size of the window's frame is known once the window has been drawn at a size.
    await until(5000, async () => {
      const [innerWidth, innerHeight] = await size();
      if (innerWidth === width && innerHeight === height) return { value: undefined };
      const outer = await this.#wire.at(this.#place, (client) => client.get<typeof rectangle>('/window/rect'));
      rectangle.width = width + Math.max(0, outer.width - innerWidth);
      rectangle.height = height + Math.max(0, outer.height - innerHeight);
      await this.#wire.at(this.#place, (client) => client.post('/window/rect', { x: 0, y: 0, ...rectangle }));
      return { wait: 'waiting for the window' };
    }).catch(() => {
      throw new Error(`The window of this browser cannot be made ${width} × ${height}.`);
    });
    Object.assign(this.#size, { width, height });
  }

  async screenshot({
    timeout = usualMs,
    fullPage = false,
  }: {
    timeout?: number;
    fullPage?: boolean;
  } = {}): Promise<Buffer> {
    const take = async () => {
      if (!fullPage) return this.#picture();
      const measure = '() => Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0)';
      const { width, height } = this.#size;
      const whole = Math.max(height, (await this.#wire.run(this.#place, measure, [])) as number);
      if (whole === height) return this.#picture();
      await this.setViewportSize({ width, height: whole });
      try {
        return await this.#picture();
      } finally {
        await this.setViewportSize({ width, height });
      }
    };
    return Buffer.from(await inTime(timeout, take), 'base64');
  }
  #picture(): Promise<string> {
    return this.#wire.at(this.#place, (client) => client.get<string>('/screenshot'));
  }

  async bringToFront(): Promise<void> {
    await this.#wire.at(this.#place, async () => undefined);
  }
  async close(): Promise<void> {
    await this.#wire.at(this.#place, (client) => client.delete('/window'));
    this.markClosed();
  }
}

const withoutHash = (url: string) => url.split('#', 1)[0];

function failedLoad(failure: string, text: string, url: string): Error {
  const code = failure || (networkErrors.find(([pattern]) => pattern.test(text))?.[1] ?? 'net::ERR_ABORTED');
  return new Error(`page.goto: ${code} at ${url}${text && `\n  - ${text}`}`);
}
