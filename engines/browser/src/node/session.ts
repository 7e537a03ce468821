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
import { describeFailure, StepFailure, seconds } from './failures.ts';
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

/** Extra time after a step's timeout, before it is aborted from outside, in milliseconds. */
const graceMs = 3000;
const pictureTimeoutMs = 5000;
const endedMessage = 'The browser ended unexpectedly. Run the script again.';
const navigations = new Set(['openUrl', 'newTab', 'reload', 'goBack', 'goForward']);
/** Keywords that applications often answer by a navigation. */
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

/** Settings of a script's browser. */
export interface SessionOptions {
  engine: BrowserEngine;
  /** In CSS pixels. */
  viewport?: { width: number; height: number };
  /** Device whose screen, touch and user agent are emulated, such as `iPhone 15 Pro`. */
  device?: string;
  locale?: string;
  /** Such as Europe/Berlin. */
  timezone?: string;
  /** Base URL of paths such as /login. */
  baseUrl?: string;
  /** Sent with every request. */
  headers?: Record<string, string>;
  httpCredentials?: { username: string; password: string };
  /** Whether untrusted certificates are accepted. */
  acceptsAnyCertificate?: boolean;
  /** Checks every address that the browser contacts; without it, all are allowed. */
  allow?: AddressPolicy;
  /** Resolves host names for the policy. */
  lookup?: LookupFunction;
  /** Opens a file that steps refer to by name. */
  openFile?: (name: string) => Promise<Uint8Array>;
  /** Queries a database that steps refer to by name. */
  askDatabase?: AskDatabase;
  /** Baselines of the screenshot keyword. */
  baselines?: Baselines;
  /** Where steps save the signed-in state, and restore it from. */
  keptSessions?: KeptSessions;
  /** Without it, missing elements aren't searched by similarity. */
  healing?: HealingOptions;
  signal?: AbortSignal;
}

function contextOptions(options: SessionOptions, proxy: string | undefined): BrowserContextOptions {
  const device = options.device === undefined ? undefined : devices[options.device];
  if (options.device !== undefined && !device)
    throw new Error(`There is no device "${options.device}". Choose one of the list, or give a size.`);
  // Firefox can't emulate a phone, but its page can have the size of one; its pictures would have the screen's pixels.
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

/** Session is the browser of one script: its own context, with tabs, cookies and storage that no other script sees. */
export class Session implements Driver {
  readonly context: BrowserContext;
  readonly tabs: Tabs;
  readonly log: StepLog;
  readonly options: SessionOptions;
  /** Pictures of the current tab. */
  readonly view: LiveView;
  readonly healer: Healer | undefined;
  /** The frames that were switched to, outermost first. */
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

  /** A folder for the session's files; exists until the browser ends. */
  get folder(): string {
    return this.#slot.artifacts;
  }

  /** The current tab. */
  get page(): Page {
    return this.tabs.current;
  }

  /** Whether its pages take touch input: Firefox emulates no touchscreen. */
  get hasTouch(): boolean {
    const { engine, device } = this.options;
    return engine === 'chromium' && device !== undefined && devices[device]?.hasTouch === true;
  }

  /** Whether its browser still runs. */
  get isOpen(): boolean {
    return this.#closing === undefined && this.#isConnected;
  }

  /** Polls tabs and addresses if the browser doesn't report them. */
  async refresh(): Promise<void> {
    await this.#refresh?.();
  }

  /** Whether its browser is driven by WebDriver: it must be polled, and offers only what WebDriver does. */
  get isWebDriver(): boolean {
    return this.#slot.protocol === 'webdriver';
  }
  get isRemote(): boolean {
    return this.#slot.isRemote;
  }
  /** Whether its pages' requests can be observed. */
  get observesRequests(): boolean {
    return !(this.isWebDriver && this.isRemote);
  }

  /** Where a target's elements are searched. */
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
    const failure = refusal
      ? { ...judged, status: 'error' as const, message: `${refusal.url} was refused: ${refusal.reason}` }
      : judged;
    const log = this.log.take();
    return log.length > 0 ? { ...failure, log } : failure;
  }

  async state({ target, state, timeoutMs, signal }: StateQuestion): Promise<StateAnswer> {
    try {
      const asked = async () => {
        const found = await findNow(this.scopeFor(target), target);
        return { holds: await isInState(found?.locator, state) };
      };
      return await this.#limited(asked(), timeoutMs, signal);
    } catch (error) {
      return { error: this.#describeFailure(error, target.name, timeoutMs).message };
    }
  }

  async screenshot(): Promise<Evidence | null> {
    if (!this.#isConnected || this.tabs.open.length === 0) return null;
    const page = this.page;
    const bytes = await page.screenshot({ type: 'jpeg', quality: 60, timeout: pictureTimeoutMs });
    return { name: 'Page', mediaType: pictureType(bytes), bytes };
  }

  /** Closes the context; ends the browser if it doesn't respond. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const isContextClosed = !this.#isConnected || (await inTime(this.context.close(), this.#slot.closeTimeoutMs));
    if (!isContextClosed) this.#slot.kill();
    this.#slot.release();
    await this.#proxy?.close();
  }

  /** The refusal of a page that wasn't reached, or that the proxy answered itself. */
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
      return withFacts(action, await this.#limited(this.#handled(handler, action), this.#maxMs(call), signal));
    } catch (error) {
      if (!(error instanceof StepFailure)) await this.#endNoticed();
      return withFacts(action, this.#describeFailure(error, target?.name ?? action.title, timeoutMs, call.args.url));
    }
  }

  /** How long a step may take, without the grace period. */
  #maxMs({ keyword, target, args, timeoutMs }: DriverCall): number {
    const own = timeoutMs + (keyword === 'wait' ? Number(args.ms) : 0);
    if (!this.healer || !target) return own;
    return own + healingMs.searching + (this.healer.options.continues ? Math.min(timeoutMs, healingMs.continuing) : 0);
  }

  async #handled(handler: Handler, action: StepAction): Promise<Outcome> {
    await this.refresh();
    const page = this.tabs.open.length > 0 ? this.page : undefined;
    const outcome = await handler(action).catch(async (error: unknown) => {
      if (navigations.has(action.call.keyword) && bringsErrorPage(error)) await this.#departures.failed(this.page);
      throw error;
    });
    if (page && leadsAway.has(action.call.keyword)) await this.#departures.settled(page, action.polling.leftMs);
    await this.refresh();
    return outcome;
  }

  /** A call can fail a moment before its browser's end is reported. */
  async #endNoticed(): Promise<void> {
    const maxMs = 50;
    for (let waitedMs = 0; this.#isConnected && waitedMs < maxMs; waitedMs += 10) await rest(10);
  }

  #describeFailure(error: unknown, name: string, timeoutMs: number, url = ''): Outcome {
    if (!this.#isConnected) return { status: 'error', message: endedMessage };
    return describeFailure(error, { name, timeoutMs, url });
  }

  /** Stops waiting for a page that no longer responds; immediately when the run is stopped. */
  async #limited<T>(work: Promise<T>, timeoutMs: number, signal: AbortSignal): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const late = `The page did not answer for ${seconds(timeoutMs + graceMs)}. A script in it may run without end.`;
    const timer = setTimeout(() => reject(new StepFailure('error', late)), timeoutMs + graceMs);
    const stop = () => reject(new StepFailure('error', 'The step was stopped.'));
    signal.addEventListener('abort', stop, { once: true });
    // Calls to a killed browser may never be answered.
    const onDisconnected = () => reject(new StepFailure('error', endedMessage));
    this.#slot.browser.once('disconnected', onDisconnected);
    if (signal.aborted) stop();
    try {
      return await Promise.race([work, promise]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      this.#slot.browser.off('disconnected', onDisconnected);
      work.catch(() => undefined);
    }
  }
}

/** Adds what a step found out besides its outcome. */
function withFacts({ used, healing, seen }: StepAction, outcome: Outcome): Outcome {
  const reported: Outcome = { ...outcome };
  if (used) reported.locatorUsed = used;
  if (seen) reported.seen = seen;
  if (!healing) return reported;
  reported.healing = healing;
  reported.message = [outcome.message, healingSentence(healing, used !== undefined)].filter(Boolean).join(' ');
  return reported;
}

/** The language is always sent; the page's own is one that the machine has installed. */
const trafficFor = ({ headers = {}, locale, acceptsAnyCertificate = false }: SessionOptions) =>
  new SessionTraffic({ headers: { ...(locale && { 'accept-language': locale }), ...headers }, acceptsAnyCertificate });

/** openSession opens a browser for one script, with an empty tab, once the pool has a slot. */
export async function openSession(pool: BrowserPool, options: SessionOptions): Promise<Session> {
  const slot = await pool.acquire(options.engine, options.signal);
  const refusals: Refusal[] = [];
  const { lookup } = options;
  // A remote browser can't reach this machine's proxy: only the addresses that steps open are checked.
  const traffic = slot.protocol === 'webdriver' && !slot.isRemote ? trafficFor(options) : undefined;
  const allow = slot.isRemote ? undefined : (options.allow ?? (traffic && (async () => null)));
  const onRefused = (refusal: Refusal) => refusals.push(refusal);
  const proxy = allow && new GuardProxy({ allow, ...(lookup && { lookup }), ...(traffic && { traffic }), onRefused });
  let context: BrowserContext | undefined;
  try {
    context = await slot.browser.newContext(contextOptions(options, await proxy?.listen()));
    if (traffic) (context as RefreshedContext).observe(traffic);
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
