import { randomBytes } from 'node:crypto';
import type { Judgement } from '@touchstone/engine-assert';
import type { HeaderList } from '@touchstone/engine-assert/core';
import type { ScriptRunner } from '@touchstone/engine-script/core';
import { type Clock, type RandomSource, sharedLoop, systemClock, type WorkOwner } from '@touchstone/kernel';
import type { DynamicValueSource } from '../core/dynamic-values.ts';
import { HttpError } from '../core/http-error.ts';
import { Interpolator } from '../core/interpolate.ts';
import { interpolateStep } from '../core/interpolate-step.ts';
import type { HttpStep, HttpStepSettings, StepCondition } from '../core/plan.ts';
import { prepareRequest } from '../core/prepare-request.ts';
import type { HttpStepResult, ReceivedResponse } from '../core/result.ts';
import { SessionScopes, type StoredScopeName } from '../core/script/session-scopes.ts';
import type {
  HttpSessionState,
  LoneScript,
  PreparableSession,
  ScriptRun,
  StreamWatcher,
  VariableScopes,
} from '../core/session.ts';
import { findVariables } from '../core/step-variables.ts';
import { type AddressPolicy, createAddressPolicy } from './address/address-policy.ts';
import { type Resolver, systemResolver } from './address/checked-lookup.ts';
import type { RequestMark } from './address/request-mark.ts';
import type { RequestAuthenticator } from './authentication/authenticator.ts';
import { createAuthenticator, type SignInMemory } from './authentication/create-authenticator.ts';
import { DigestNonces } from './authentication/digest.ts';
import { type PostForm, type TokenCache, TokenStore } from './authentication/oauth2-tokens.ts';
import type { FileSource } from './body/file-source.ts';
import { failureOf } from './failure-of.ts';
import { LazyCookies } from './lazy-cookies.ts';
import type { ProxyOptions } from './proxy.ts';
import { type ExchangeOutcome, followRedirects } from './redirects.ts';
import { StepScripts } from './script/step-scripts.ts';
import { asHttpError, emptyResult, setFailure } from './step-result.ts';
import { Connections, type TlsOptions } from './transport/connections.ts';
import { ExchangeStop } from './transport/exchange-stop.ts';

/** HttpSessionOptions are shared by all steps of a session. */
export interface HttpSessionOptions {
  /** From narrowest to widest; extracted values precede all of them. */
  scopes: VariableScopes;
  /** Opens the files of forms; without it a file field is an error. */
  files?: FileSource;
  /** Decides which addresses may be reached; default: all except link-local, metadata and multicast. */
  addressPolicy?: AddressPolicy;
  /** Number of response body bytes that are kept; the rest is only counted. Default 5 MB. */
  maxResponseBytes?: number;
  /** Bytes after which a response is ended with what has been read. Default 100 MB. */
  maxDownloadBytes?: number;
  /** A header on every request, whatever its step sets. */
  mark?: RequestMark;
  /** A header for some addresses only, determined per hop, that identifies the step. Not sent elsewhere. */
  reference?: (url: URL, stepId: string) => RequestMark | undefined;
  proxy?: ProxyOptions;
  tls?: TlsOptions;
  clock?: Clock;
  /** Source of dynamic values; a seeded one makes them repeatable. */
  random?: RandomSource;
  /** State of an earlier session to continue from. */
  state?: HttpSessionState;
  /** Script names of `scopes`, by position; default: first the environment, then the globals. */
  scopeNames?: readonly (StoredScopeName | undefined)[];
  /** Whether test scripts also run, and fail, without a response, as in Postman; default true. */
  testsWithoutResponse?: boolean;
  /** Runs the scripts of steps; default: one runner for the whole process. */
  scripts?: ScriptRunner;
  /** Dynamic names besides the built-in ones, such as those of the engine `data`. */
  dynamicValues?: DynamicValueSource;
  /** Shares OAuth 2.0 tokens with other sessions. */
  tokenCache?: TokenCache;
  /** Connections it doesn't close; default: its own, with `addressPolicy`, `resolve`, `mark`, `tls` and `proxy`. */
  connections?: Connections;
  /** Cookies shared with others; default: its own. */
  cookies?: LazyCookies;
  /** Default `Touchstone/<version>`. */
  userAgent?: string;
  /** Resolves host names; default: the system's resolver. */
  resolve?: Resolver;
  /** On whose behalf steps are sent; scripts and costly expressions of different owners take turns. */
  owner?: WorkOwner;
  /** Milliseconds for all costly expressions (JSONPath, XPath, schema) of one step together; default 2000. */
  expressionLimitMs?: number;
  /** Computing time of one script of a step, in milliseconds. Default 3000. */
  scriptLimitMs?: number;
  /** Whether failed assertions include the lines of the response that show why; default true. */
  provesFailures?: boolean;
  /** Observes event streams, which are then read until the step's timeout unless it sets a shorter time. */
  watcher?: StreamWatcher;
}

const megabyte = 1024 * 1024;
/** Maximum bytes read of a response to a script. */
const scriptDownloadBytes = 2 * megabyte;
const defaultTimeoutMs = 30_000;
const defaultMaxRedirects = 10;

/** defaultUserAgent is sent if the step has no `User-Agent` of its own. */
export const defaultUserAgent = 'Touchstone/0.1.0';

/** createHttpSession creates a session that sends steps. Throws PROXY if the proxy's address is invalid. */
export function createHttpSession(options: HttpSessionOptions): PreparableSession {
  return new NodeHttpSession(options);
}

/** createConnections creates a connection pool for one or several sessions. Throws PROXY if its address is invalid. */
export function createConnections(
  options: Pick<HttpSessionOptions, 'addressPolicy' | 'resolve' | 'mark' | 'tls' | 'proxy'>,
): Connections {
  return new Connections({
    policy: options.addressPolicy ?? createAddressPolicy(),
    resolve: options.resolve ?? systemResolver,
    ...(options.mark === undefined ? {} : { mark: options.mark }),
    ...(options.tls === undefined ? {} : { tls: options.tls }),
    ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
  });
}

class NodeHttpSession implements PreparableSession {
  readonly #options: HttpSessionOptions;
  readonly #clock: Clock;
  readonly #scopes: SessionScopes;
  readonly #scripts: StepScripts;
  readonly #cookies: LazyCookies;
  readonly #connections: Connections;
  readonly #tokens: TokenStore;
  readonly #signIns: SignInMemory;

  constructor(options: HttpSessionOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#scopes = new SessionScopes({
      scopes: options.scopes,
      names: options.scopeNames,
      local: options.state?.variables,
      changes: options.state?.scopes,
    });
    this.#cookies = options.cookies ?? new LazyCookies({ serialized: options.state?.cookies });
    this.#scripts = new StepScripts({
      scopes: this.#scopes,
      runner: options.scripts,
      limitMs: options.scriptLimitMs,
      send: (step, signal) => this.#sendForScript(step, signal),
      dynamicValue: (name, step) => this.#interpolator(step).dynamic(name),
      owner: options.owner,
      cookies: this.#cookies,
    });
    this.#tokens = new TokenStore(this.#clock, options.state?.tokens, options.tokenCache);
    this.#signIns = { nonces: new DigestNonces(), tokens: this.#tokens, clockOffsetsMs: new Map() };
    this.#connections = options.connections ?? createConnections(options);
  }

  async execute(step: HttpStep, { signal }: { signal?: AbortSignal } = {}): Promise<HttpStepResult> {
    const result = emptyResult(step.id, this.#clock.now());
    const startedMs = this.#clock.monotonicMs();
    let stop: ExchangeStop | undefined;
    try {
      const { condition } = step;
      if (condition !== undefined) await this.#assertCondition(step, condition, result);
      const wanted = await this.#scripts.before(step, signal, result);
      // The request's time starts after the script.
      stop = new ExchangeStop(step.settings.timeoutMs ?? defaultTimeoutMs, signal);
      await this.#execute(wanted, { stop, signal }, result).catch((error: unknown) => {
        setFailure(result, asHttpError(error));
        result.durationMs = this.#clock.monotonicMs() - startedMs;
      });
      const isTested = result.response !== undefined || this.#options.testsWithoutResponse !== false;
      if (isTested && result.status !== 'cancelled') await this.#scripts.after(wanted, signal, result);
    } catch (error) {
      setFailure(result, asHttpError(error));
      result.durationMs = this.#clock.monotonicMs() - startedMs;
    } finally {
      stop?.dispose();
    }
    return result;
  }

  state(): HttpSessionState {
    const tokens = this.#tokens.serialize();
    const scopes = this.#scopes.changes();
    return {
      variables: { ...this.#scopes.local },
      cookies: this.#cookies.serialize(),
      ...(Object.keys(tokens).length === 0 ? {} : { tokens }),
      ...(scopes === undefined ? {} : { scopes }),
    };
  }

  async variablesUsedBy(step: HttpStep): Promise<string[]> {
    return await sharedLoop.run(() => findVariables(step, this.#scopes.listFor(step)));
  }

  setVariables(values: Record<string, string>): void {
    this.#scopes.setLocal(values);
  }

  resolve(text: string): { text: string; unresolved: string[] } {
    const interpolator = this.#interpolator();
    const resolved = interpolator.text(text, 'text');
    return { text: resolved, unresolved: interpolator.unresolved.map(({ name }) => name) };
  }

  runScript(script: LoneScript, signal?: AbortSignal): Promise<ScriptRun> {
    return this.#scripts.alone(script, signal);
  }

  async close(): Promise<void> {
    if (this.#options.connections === undefined) this.#connections.close();
  }

  async #execute(
    written: HttpStep,
    { stop, signal }: { stop: ExchangeStop; signal: AbortSignal | undefined },
    result: HttpStepResult,
  ): Promise<void> {
    const interpolator = this.#interpolator(written);
    const step = await sharedLoop.run(() => interpolateStep(written, interpolator));
    stop.throwIfStopped();
    result.unresolved = interpolator.unresolved;
    const prepared = prepareRequest(step, this.#identity());
    const authenticator = this.#authenticator(step, stop, prepared.headers);
    const { watcher } = this.#options;
    this.#scripts.readAhead(written);
    const outcome = await this.#send(prepared, step, { stop, cookies: this.#cookies, authenticator, watcher });
    result.request = outcome.sent;
    result.response = outcome.response;
    result.redirects = outcome.redirects;
    result.timing = outcome.timing;
    result.certificate = outcome.certificate;
    result.durationMs = outcome.durationMs;
    const failure = await failureOf(outcome, (given) => this.#evaluate(step, outcome, given, signal));
    if (failure !== undefined) setFailure(result, failure);
    else await this.#judge(step, { outcome, signal }, result);
  }

  async #assertCondition(step: HttpStep, condition: StepCondition, result: HttpStepResult): Promise<void> {
    const { unmetCondition } = await import('../core/step-condition.ts');
    result.skippedBecause = await sharedLoop.run(() => unmetCondition(condition, this.#interpolator(step)));
    if (result.skippedBecause !== undefined) throw new HttpError('CANCELLED', result.skippedBecause);
  }

  #interpolator(step?: HttpStep): Interpolator {
    const { random, dynamicValues } = this.#options;
    return new Interpolator({
      scopes: this.#scopes.listFor(step),
      idempotencyKey: step?.idempotencyKey,
      now: () => this.#clock.now(),
      ...(random === undefined ? {} : { random }),
      ...(dynamicValues === undefined ? {} : { dynamicValues }),
    });
  }

  async #sendForScript(step: HttpStep, signal: AbortSignal) {
    const stop = new ExchangeStop(step.settings.timeoutMs ?? defaultTimeoutMs, signal);
    try {
      const prepared = prepareRequest(step, this.#identity());
      const outcome = await this.#send(prepared, step, {
        stop,
        cookies: this.#cookies,
        authenticator: this.#authenticator(step, stop, prepared.headers),
        maxDownloadBytes: scriptDownloadBytes,
      });
      if (outcome.response === undefined) throw outcome.failure ?? new Error('There was no response.');
      return { response: outcome.response, durationMs: outcome.durationMs };
    } finally {
      stop.dispose();
    }
  }

  #send(
    prepared: Parameters<typeof followRedirects>[0],
    { id, settings }: Pick<HttpStep, 'id' | 'settings'>,
    {
      maxDownloadBytes = this.#options.maxDownloadBytes ?? 100 * megabyte,
      watcher,
      ...shared
    }: {
      stop: ExchangeStop;
      cookies: LazyCookies;
      authenticator?: RequestAuthenticator | undefined;
      maxDownloadBytes?: number;
      watcher?: StreamWatcher | undefined;
    },
  ): Promise<ExchangeOutcome> {
    const { maxResponseBytes, files, reference } = this.#options;
    return followRedirects(
      prepared,
      {
        followRedirects: settings.followRedirects ?? true,
        maxRedirects: settings.maxRedirects ?? defaultMaxRedirects,
        verifyCertificate: settings.verifyCertificate ?? true,
        httpVersion: settings.httpVersion ?? 'auto',
        timeouts: { connectTimeoutMs: settings.connectTimeoutMs, responseTimeoutMs: settings.responseTimeoutMs },
      },
      {
        ...shared,
        context: {
          connections: this.#connections,
          reference: reference && ((url) => reference(url, id)),
          files,
          clock: this.#clock,
          maxStoredBytes: maxResponseBytes ?? 5 * megabyte,
          maxDownloadBytes,
          streaming: {
            streamReadMs: settings.streamReadMs,
            maxEvents: settings.maxEvents,
            watcher,
          },
        },
      },
    );
  }

  #authenticator(step: HttpStep, stop: ExchangeStop, headers: HeaderList): RequestAuthenticator | undefined {
    const { authentication, settings } = step;
    // A header written by the user takes precedence.
    if (headers.some(([name]) => name.toLowerCase() === 'authorization')) return undefined;
    return createAuthenticator(authentication, {
      clock: this.#clock,
      files: this.#options.files,
      memory: this.#signIns,
      postForm: this.#postForm(settings, stop),
    });
  }

  /** Token requests use the session's connections, and thus its policy, proxy and certificates. */
  #postForm({ verifyCertificate, httpVersion }: HttpStepSettings, stop: ExchangeStop): PostForm {
    return async (url, fields, headers) => {
      const step: HttpStep = {
        id: 'token',
        name: 'Token',
        group: 'token',
        method: 'POST',
        url,
        headers: headers.map(([key, value]) => ({ key, value })),
        queryParams: [],
        pathParams: [],
        assertions: [],
        dataHandlers: [],
        body: { type: 'urlencoded', fields: fields.map(([key, value]) => ({ key, value })) },
        authentication: { type: 'none' },
        settings: {
          followRedirects: false,
          ...(verifyCertificate === undefined ? {} : { verifyCertificate }),
          ...(httpVersion === undefined ? {} : { httpVersion }),
        },
      };
      const prepared = prepareRequest(step, this.#identity());
      const { response, failure } = await this.#send(prepared, step, { stop, cookies: new LazyCookies() });
      if (failure === undefined && response !== undefined) return response;
      if (failure === undefined || failure.code === 'CANCELLED' || failure.code === 'ADDRESS_REFUSED') {
        throw failure ?? new HttpError('AUTHENTICATION', 'The token endpoint gave no answer. Try again.');
      }
      const message = `The token could not be fetched. ${failure.message}`;
      throw new HttpError(failure.code, message, failure);
    };
  }

  #identity(): { userAgent: string; boundary: () => string } {
    return {
      userAgent: this.#options.userAgent ?? defaultUserAgent,
      boundary: () => `----touchstone${randomBytes(12).toString('hex')}`,
    };
  }

  async #judge(
    step: HttpStep,
    { outcome, signal }: { outcome: ExchangeOutcome; signal: AbortSignal | undefined },
    result: HttpStepResult,
  ): Promise<void> {
    if (outcome.response === undefined) return;
    if (step.assertions.length > 0 || step.dataHandlers.length > 0) {
      const judgement = await this.#evaluate(step, outcome, outcome.response, signal);
      result.assertions.push(...judgement.assertions);
      result.extracted = judgement.extracted;
    }
    for (const { name, value, found } of result.extracted) if (found) this.#scopes.local[name] = value;
    result.status = result.assertions.every((assertion) => assertion.status === 'passed') ? 'passed' : 'failed';
  }

  async #evaluate(
    { assertions, dataHandlers }: HttpStep,
    { durationMs, earlierSetCookies, certificate }: ExchangeOutcome,
    { status, statusText, headers, body }: ReceivedResponse,
    signal: AbortSignal | undefined,
  ): Promise<Judgement> {
    // The libraries for paths, schemas and expressions are heavy, and a step with only scripts needs none.
    const { judge } = await import('@touchstone/engine-assert');
    const { owner, expressionLimitMs: limitMs = 2000, provesFailures: proves = true } = this.#options;
    const certificateDaysLeft = certificate?.daysLeft;
    const facts = { status, statusText, headers, body, durationMs, earlierSetCookies, certificateDaysLeft };
    return judge({ assertions, dataHandlers, facts, limitMs, proves }, { owner, signal }).catch((error: unknown) => {
      throw signal?.aborted ? new HttpError('CANCELLED', 'The request was stopped before it ended.') : error;
    });
  }
}
