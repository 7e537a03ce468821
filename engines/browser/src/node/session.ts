import type { LookupFunction } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import type {
  Driver,
  DriverCall,
  Evidence,
  Outcome,
  StateAnswer,
  StateQuestion,
  Target,
  Locator as Way,
} from '@touchstone/engine-keyword/core';
import { type BrowserContext, type BrowserContextOptions, devices, type Page } from 'playwright-core';
import { type BrowserPool, type BrowserSlot, inTime } from './browser-pool.ts';
import { StepFailure, seconds, tellFailure } from './failures.ts';
import type { BrowserEngine } from './find-browsers.ts';
import { type AddressPolicy, GuardProxy, type Refusal } from './guard-proxy.ts';
import { Healer, type HealingOptions, healingMs, healingSentence } from './heal/healer.ts';
import type { AskDatabase } from './keywords/database.ts';
import { handlers } from './keywords/handlers.ts';
import type { KeptSessions } from './keywords/kept-session.ts';
import type { Baselines } from './keywords/screenshot.ts';
import { isInState } from './keywords/states.ts';
import { type Handler, StepAction } from './keywords/step-action.ts';
import { LiveView } from './live/live-view.ts';
import { findNow, scopeOf } from './locate.ts';
import { pictureType } from './picture-type.ts';
import { StepLog } from './step-log.ts';
import { bringsErrorPage, Departures } from './tabs/departures.ts';
import { Tabs } from './tabs/tabs.ts';
import type { RefreshedContext } from './webdriver/context.ts';
import { SessionTraffic } from './webdriver/traffic.ts';

/** How much longer than its time a step may take before it is ended from outside, in milliseconds. */
const graceMs = 3000;
const pictureTimeoutMs = 5000;
const endedMessage = 'The browser ended unexpectedly. Run the script again.';
const navigations = new Set(['openUrl', 'newTab', 'reload', 'goBack', 'goForward']);
/** What applications answer by going to another page. */
const leadsAway = new Set([
  'click',
  'doubleClick',
  'tap',
  'pressKey',
  'selectOption',
  'check',
  'dragAndDrop',
  'runJavaScript',
]);

/** What the browser of a script is like. */
export interface SessionOptions {
  engine: BrowserEngine;
  /** In CSS pixels. */
  viewport?: { width: number; height: number };
  /** Name of a device whose screen, touch and user agent are taken on, such as `iPhone 15 Pro`. */
  device?: string;
  locale?: string;
  /** Such as Europe/Berlin. */
  timezone?: string;
  /** Address that paths such as /login are below of. */
  baseUrl?: string;
  /** Sent with every request. */
  headers?: Record<string, string>;
  httpCredentials?: { username: string; password: string };
  /** Whether certificates that nobody vouches for are accepted. */
  acceptsAnyCertificate?: boolean;
  /** Decides about every address that the browser contacts; without it all are allowed. */
  allow?: AddressPolicy;
  /** How names become addresses where a policy decides. */
  lookup?: LookupFunction;
  /** Files that steps may name, by that name. */
  openFile?: (name: string) => Promise<Uint8Array>;
  /** Databases that steps may ask, by name. */
  askDatabase?: AskDatabase;
  /** Pictures that steps compare with. */
  baselines?: Baselines;
  /** Where steps save what the browser is signed in with, and take it from. */
  keptSessions?: KeptSessions;
  /** Without it no element is known again whose locators find nothing. */
  healing?: HealingOptions;
  signal?: AbortSignal;
}

function contextOptions(options: SessionOptions, proxy: string | undefined): BrowserContextOptions {
  const device = options.device === undefined ? undefined : devices[options.device];
  if (options.device !== undefined && !device)
    throw new Error(`There is no device "${options.device}". Choose one of the list, or give a size.`);
  // Firefox cannot act as a phone, but its page can have the size of one. Its pictures would have the pixels of the screen.
  const { defaultBrowserType: _type, isMobile, deviceScaleFactor, ...screen } = device ?? {};
  return {
    viewport: { width: 1280, height: 800 },
    ...screen,
    ...(device && options.engine === 'chromium' && { isMobile, deviceScaleFactor }),
    ...(options.viewport && { viewport: options.viewport }),
    ...(options.locale && { locale: options.locale }),
    ...(options.timezone && { timezoneId: options.timezone }),
    ...(options.headers && { extraHTTPHeaders: options.headers }),
    ...(options.httpCredentials && { httpCredentials: options.httpCredentials }),
    ...(options.acceptsAnyCertificate && { ignoreHTTPSErrors: true }),
    ...(proxy && { proxy: { server: proxy, bypass: '<-loopback>' } }),
  };
}

/** Session is the browser of one script: a context of its own, with tabs, cookies and storage that no other script sees. */
export class Session implements Driver {
  readonly context: BrowserContext;
  readonly tabs: Tabs;
  readonly log: StepLog;
  readonly options: SessionOptions;
  /** What the current tab shows. */
  readonly view: LiveView;
  readonly healer: Healer | undefined;
  /** The frames that were switched to, from the outermost inwards. */
  frames: readonly Way[] = [];
  readonly #slot: BrowserSlot;
  readonly #proxy: GuardProxy | undefined;
  readonly #refusals: Refusal[];
  readonly #refresh: (() => Promise<void>) | undefined;
  readonly #departures: Departures;
  #closing: Promise<void> | undefined;

  constructor(
    context: BrowserContext,
    slot: BrowserSlot,
    options: SessionOptions,
    guard: { proxy: GuardProxy | undefined; refusals: Refusal[] },
  ) {
    this.context = context;
    this.options = options;
    this.#slot = slot;
    this.#proxy = guard.proxy;
    this.#refusals = guard.refusals;
    if (slot.protocol === 'webdriver') this.#refresh = () => (context as RefreshedContext).refresh();
    this.log = new StepLog(context);
    this.#departures = new Departures(context, slot.protocol);
    this.tabs = new Tabs(context, options.engine, this.log);
    this.view = new LiveView(this);
    if (options.healing) this.healer = new Healer(options.healing);
  }

  /** A folder for files that belong to it; it is there until the browser ends. */
  get folder(): string {
    return this.#slot.artifacts;
  }

  /** The current tab. */
  get page(): Page {
    return this.tabs.current;
  }

  /** Whether a finger can touch its pages: Firefox takes on no touchscreen. */
  get hasTouch(): boolean {
    const { engine, device } = this.options;
    return engine === 'chromium' && device !== undefined && devices[device]?.hasTouch === true;
  }

  /** Whether its browser still runs. */
  get isOpen(): boolean {
    return this.#closing === undefined && this.#isConnected;
  }

  /** Looks at tabs and addresses where the browser doesn't tell of them itself. */
  async refresh(): Promise<void> {
    await this.#refresh?.();
  }

  /** Whether its browser has to be asked what has happened, and offers what WebDriver has. */
  get isWebDriver(): boolean {
    return this.#slot.protocol === 'webdriver';
  }
  get isRemote(): boolean {
    return this.#slot.isRemote;
  }
  /** Whether requests of its pages are known. */
  get hearsRequests(): boolean {
    return !(this.isWebDriver && this.isRemote);
  }

  /** Where the elements of a target are looked for. */
  scopeFor(target: Target) {
    return scopeOf(this.page, target.frame.length > 0 ? target.frame : this.frames);
  }

  async perform(call: DriverCall): Promise<Outcome> {
    this.log.begin();
    this.#refusals.length = 0;
    const outcome = await this.#guarded(call);
    const problem = this.tabs.takeProblem();
    const judged = problem && outcome.status === 'passed' ? problem.outcome : outcome;
    for (const { url, reason } of this.#refusals.slice(0, 20))
      this.log.add('browser', 'error', `${url} was refused: ${reason}`);
    const refusal = navigations.has(call.keyword) ? this.#refusalOf(judged) : undefined;
    const told = refusal
      ? { ...judged, status: 'error' as const, message: `${refusal.url} was refused: ${refusal.reason}` }
      : judged;
    const log = this.log.take();
    return log.length > 0 ? { ...told, log } : told;
  }

  async state({ target, state, timeoutMs, signal }: StateQuestion): Promise<StateAnswer> {
    try {
      const asked = async () => {
        const found = await findNow(this.scopeFor(target), target);
        return { holds: await isInState(found?.locator, state) };
      };
      return await this.#limited(asked(), timeoutMs, signal);
    } catch (error) {
      return { error: this.#tell(error, target.name, timeoutMs).message };
    }
  }

  async screenshot(): Promise<Evidence | null> {
    if (!this.#isConnected || this.tabs.open.length === 0) return null;
    const page = this.page;
    const bytes = await page.screenshot({ type: 'jpeg', quality: 60, timeout: pictureTimeoutMs });
    return { name: 'Page', mediaType: pictureType(bytes), bytes };
  }

  /** Closes the context, and ends the browser where it does not listen. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const isGone = !this.#isConnected || (await inTime(this.context.close(), this.#slot.closeTimeoutMs));
    if (!isGone) this.#slot.kill();
    this.#slot.release();
    await this.#proxy?.close();
  }

  /** Of a page that was not reached, or that the proxy answered in place of. */
  #refusalOf({ status }: Outcome): Refusal | undefined {
    if (status !== 'passed') return this.#refusals[0];
    return this.#refusals.find(({ url }) => url === this.page.url());
  }

  get #isConnected(): boolean {
    return this.#slot.browser.isConnected();
  }

  async #guarded(call: DriverCall): Promise<Outcome> {
    const { keyword, target, timeoutMs, signal } = call;
    const handler = Object.hasOwn(handlers, keyword) ? handlers[keyword] : undefined;
    if (!handler) return { status: 'error', message: `The browser does not know the keyword ${keyword}.` };
    const action = new StepAction(this, call);
    try {
      return withFacts(action, await this.#limited(this.#handled(handler, action), this.#mostMs(call), signal));
    } catch (error) {
      if (!(error instanceof StepFailure)) await this.#endNoticed();
      return withFacts(action, this.#tell(error, target?.name ?? action.title, timeoutMs, call.args.url));
    }
  }

  /** How long a step may take, without the grace. */
  #mostMs({ keyword, target, args, timeoutMs }: DriverCall): number {
    const own = timeoutMs + (keyword === 'wait' ? Number(args.ms) : 0);
    if (!this.healer || !target) return own;
    return own + healingMs.looking + (this.healer.options.goesOn ? Math.min(timeoutMs, healingMs.goingOn) : 0);
  }

  async #handled(handler: Handler, action: StepAction): Promise<Outcome> {
    await this.refresh();
    const page = this.tabs.open.length > 0 ? this.page : undefined;
    const outcome = await handler(action).catch(async (error: unknown) => {
      if (navigations.has(action.call.keyword) && bringsErrorPage(error)) await this.#departures.failed(this.page);
      throw error;
    });
    if (page && leadsAway.has(action.call.keyword)) await this.#departures.settled(page, action.looks.leftMs);
    await this.refresh();
    return outcome;
  }

  /** A call can fail a moment before the end of its browser is heard of. */
  async #endNoticed(): Promise<void> {
    const mostMs = 50;
    for (let waitedMs = 0; this.#isConnected && waitedMs < mostMs; waitedMs += 10) await rest(10);
  }

  #tell(error: unknown, name: string, timeoutMs: number, url = ''): Outcome {
    if (!this.#isConnected) return { status: 'error', message: endedMessage };
    return tellFailure(error, { name, timeoutMs, url });
  }

  /** Ends the wait for a page that no longer answers, and at once where the run is stopped. */
  async #limited<T>(work: Promise<T>, timeoutMs: number, signal: AbortSignal): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const late = `The page did not answer for ${seconds(timeoutMs + graceMs)}. A script in it may run without end.`;
    const timer = setTimeout(() => reject(new StepFailure('error', late)), timeoutMs + graceMs);
    const stop = () => reject(new StepFailure('error', 'The step was stopped.'));
    signal.addEventListener('abort', stop, { once: true });
    // Calls of a browser that was killed may stay without an answer.
    const gone = () => reject(new StepFailure('error', endedMessage));
    this.#slot.browser.once('disconnected', gone);
    if (signal.aborted) stop();
    try {
      return await Promise.race([work, promise]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      this.#slot.browser.off('disconnected', gone);
      work.catch(() => undefined);
    }
  }
}

/** What a step found out beside how it ended. */
function withFacts({ used, healing, seen }: StepAction, outcome: Outcome): Outcome {
  const told: Outcome = { ...outcome };
  if (used) told.locatorUsed = used;
  if (seen) told.seen = seen;
  if (!healing) return told;
  told.healing = healing;
  told.message = [outcome.message, healingSentence(healing, used !== undefined)].filter(Boolean).join(' ');
  return told;
}

/** The language is sent in any case; that of the page is one that the machine has installed. */
const trafficFor = ({ headers = {}, locale, acceptsAnyCertificate = false }: SessionOptions) =>
  new SessionTraffic({ headers: { ...(locale && { 'accept-language': locale }), ...headers }, acceptsAnyCertificate });

/** openSession opens a browser for one script, with an empty tab; it waits for a place in the pool. */
export async function openSession(pool: BrowserPool, options: SessionOptions): Promise<Session> {
  const slot = await pool.acquire(options.engine, options.signal);
  const refusals: Refusal[] = [];
  const { lookup } = options;
  // What runs elsewhere reaches no proxy of this machine: there only the addresses that steps open are asked about.
  const traffic = slot.protocol === 'webdriver' && !slot.isRemote ? trafficFor(options) : undefined;
  const allow = slot.isRemote ? undefined : (options.allow ?? (traffic && (async () => null)));
  const onRefused = (refusal: Refusal) => refusals.push(refusal);
  const proxy = allow && new GuardProxy({ allow, ...(lookup && { lookup }), ...(traffic && { traffic }), onRefused });
  let context: BrowserContext | undefined;
  try {
    context = await slot.browser.newContext(contextOptions(options, await proxy?.listen()));
    if (traffic) (context as RefreshedContext).hear(traffic);
    const session = new Session(context, slot, options, { proxy, refusals });
    await session.tabs.add();
    return session;
  } catch (error) {
    await context?.close().catch(() => undefined);
    await proxy?.close();
    slot.release();
    throw error;
  }
}
