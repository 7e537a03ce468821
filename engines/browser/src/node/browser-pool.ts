import type { Browser } from 'playwright-core';
import { type BrowserEngine, findBrowserPath } from './find-browsers.ts';
import { type LaunchedBrowser, launchBrowser } from './launch.ts';
import { openPoolFolder, type PoolFolder, removeDeadFolders } from './pool-folder.ts';
import { connectBrowser } from './remote.ts';

/** How browsers are shared. */
export interface PoolOptions {
  /** Scripts that run at the same time, over all engines. */
  slots?: number;
  /** A browser is replaced after this many contexts. */
  contextsPerBrowser?: number;
  launchTimeoutMs?: number;
  /** How long a browser may take to close before it is killed, in milliseconds. */
  closeTimeoutMs?: number;
  env?: NodeJS.ProcessEnv;
  /** Server that supplies remote browsers in place of local ones. */
  remoteUrl?: string | undefined;
}

/** A slot in a browser, for one script. */
export interface BrowserSlot extends Pick<LaunchedBrowser, 'protocol' | 'isRemote'> {
  browser: Browser;
  /** How long closing may take before `kill`, in milliseconds. */
  closeTimeoutMs: number;
  /** Folder for the script's files; exists until the browser ends. */
  artifacts: string;
  /** Releases the slot; the context must be closed. */
  release: () => void;
  /** Ends the browser with all its processes; scripts that share it fail. */
  kill: () => void;
}

interface Running extends LaunchedBrowser {
  opened: number;
  active: number;
  isRetired: boolean;
}

/** BrowserMissingError names the browser to install. */
export class BrowserMissingError extends Error {
  override readonly name = 'BrowserMissingError';
  constructor(engine: BrowserEngine) {
    super(missing[engine]);
  }
}

const missing: Record<BrowserEngine, string> = {
  chromium:
    'No Chromium was found on this machine. Install Chromium, Chrome or Edge, or set TOUCHSTONE_CHROMIUM to its path.',
  firefox: 'No Firefox was found on this machine. Install Firefox ESR, or set TOUCHSTONE_FIREFOX to its path.',
  webkit:
    'No WebKit was found on this machine. On Linux install WebKitGTK with its driver and Xvfb (on Debian and Ubuntu: webkit2gtk-driver and xvfb), or set TOUCHSTONE_WEBKIT to the path of WebKitWebDriver.',
};

/** inTime returns whether a promise settled within this time. */
export async function inTime(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  work.then(
    () => resolve(true),
    () => resolve(true),
  );
  return promise.finally(() => clearTimeout(timer));
}

/** BrowserPool shares one browser per engine among scripts, each with its own context. */
export class BrowserPool {
  readonly #slots: number;
  readonly #contexts: number;
  readonly #launchTimeoutMs: number;
  readonly #closeTimeoutMs: number;
  readonly #env: NodeJS.ProcessEnv;
  readonly #remoteUrl: string | undefined;
  readonly #running = new Map<BrowserEngine, Promise<Running>>();
  readonly #all = new Set<Running>();
  readonly #waiting: (() => void)[] = [];
  #folder: Promise<PoolFolder> | undefined;
  #cleaning: Promise<void> | undefined;
  #taken = 0;
  #isClosed = false;

  constructor(options: PoolOptions = {}) {
    this.#slots = options.slots ?? 4;
    this.#contexts = options.contextsPerBrowser ?? 50;
    this.#launchTimeoutMs = options.launchTimeoutMs ?? 30_000;
    this.#closeTimeoutMs = options.closeTimeoutMs ?? 5_000;
    this.#env = options.env ?? process.env;
    this.#remoteUrl = options.remoteUrl;
  }

  /** Slots in use, scripts that wait for one, and pids of running browsers. */
  get figures(): { taken: number; waiting: number; pids: number[] } {
    const pids = [...this.#all].flatMap(({ pid }) => pid ?? []);
    return { taken: this.#taken, waiting: this.#waiting.length, pids };
  }

  /** Waits for a slot, first come, first served. */
  async acquire(engine: BrowserEngine, signal?: AbortSignal): Promise<BrowserSlot> {
    await this.#place(signal);
    try {
      const running = await this.#browserFor(engine);
      let isReleased = false;
      return {
        browser: running.browser,
        closeTimeoutMs: this.#closeTimeoutMs,
        artifacts: running.artifacts,
        protocol: running.protocol,
        isRemote: running.isRemote,
        release: () => {
          if (isReleased) return;
          isReleased = true;
          running.active -= 1;
          this.#free();
          if (running.isRetired && running.active === 0) void this.#end(running);
        },
        kill: () => {
          running.isRetired = true;
          running.kill();
          void this.#end(running);
        },
      };
    } catch (error) {
      this.#free();
      throw error;
    }
  }

  /** Closes every browser, and kills those that don't respond. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#running.values());
    await Promise.all([...this.#all].map((running) => this.#end(running)));
    await this.#cleaning;
    const folder = await this.#folder?.catch(() => undefined);
    await folder?.remove();
  }

  async #place(signal?: AbortSignal): Promise<void> {
    if (this.#isClosed) throw new Error('The browsers are closed, because the runner is stopping.');
    signal?.throwIfAborted();
    if (this.#taken < this.#slots) {
      this.#taken += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
      reject(signal?.reason);
    };
    this.#waiting.push(resolve);
    signal?.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  /** Passes the slot to the next in line, or frees it. */
  #free(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken -= 1;
  }

  async #browserFor(engine: BrowserEngine): Promise<Running> {
    for (;;) {
      const starting = this.#running.get(engine) ?? this.#start(engine);
      const running = await starting;
      if (!running.isRetired && running.browser.isConnected()) {
        running.opened += 1;
        running.active += 1;
        running.isRetired = running.opened >= this.#contexts;
        return running;
      }
      if (this.#running.get(engine) === starting) this.#running.delete(engine);
    }
  }

  #start(engine: BrowserEngine): Promise<Running> {
    const starting = this.#launch(engine);
    this.#running.set(engine, starting);
    starting.catch(() => this.#running.delete(engine));
    return starting;
  }

  async #launch(engine: BrowserEngine): Promise<Running> {
    const path = this.#remoteUrl ?? (await findBrowserPath(engine, this.#env));
    if (!path) throw new BrowserMissingError(engine);
    this.#cleaning ??= removeDeadFolders();
    this.#folder ??= openPoolFolder();
    const folder = await this.#folder;
    const timeoutMs = this.#launchTimeoutMs;
    const launched = this.#remoteUrl
      ? await connectBrowser(engine, path, { timeoutMs, artifacts: await folder.newFolder('artifacts') })
      : await launchBrowser(engine, path, { timeoutMs, folder });
    const running: Running = { ...launched, opened: 0, active: 0, isRetired: false };
    this.#all.add(running);
    launched.browser.on('disconnected', () => {
      running.isRetired = true;
      this.#all.delete(running);
    });
    return running;
  }

  async #end(running: Running): Promise<void> {
    running.isRetired = true;
    const isClosed = await inTime(running.browser.close(), this.#closeTimeoutMs);
    if (!isClosed) running.kill();
    this.#all.delete(running);
  }
}
