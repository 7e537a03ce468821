import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '@touchstone/kernel';
import { evaluateAssertions, prepareEvaluation } from '../core/assertions/evaluate.ts';
import { extractData } from '../core/data-handlers.ts';
import type { RandomSource } from '../core/dynamic-values.ts';
import { HttpError } from '../core/http-error.ts';
import { Interpolator } from '../core/interpolate.ts';
import { interpolateStep } from '../core/interpolate-step.ts';
import type { HttpStep } from '../core/plan.ts';
import { prepareRequest } from '../core/prepare-request.ts';
import { ResponseView } from '../core/response-view.ts';
import type { HttpStepResult } from '../core/result.ts';
import type { HttpSession, HttpSessionState, VariableScopes } from '../core/session.ts';
import { findVariables } from '../core/step-variables.ts';
import { type AddressPolicy, createAddressPolicy } from './address-policy.ts';
import { type Resolver, systemResolver } from './checked-lookup.ts';
import { Connections, type TlsOptions } from './connections.ts';
import { SessionCookies } from './cookies.ts';
import { ExchangeStop } from './exchange-stop.ts';
import type { FileSource } from './file-source.ts';
import type { ProxyOptions } from './proxy.ts';
import { type ExchangeOutcome, followRedirects } from './redirects.ts';
import { timeBudget } from './time-limit.ts';

/** HttpSessionOptions: everything that the steps of a session share. */
export interface HttpSessionOptions {
  /** From the narrowest to the widest; extracted values come before all of them. */
  scopes: VariableScopes;
  /** Opens the files of forms; without it a file field is an error. */
  files?: FileSource;
  /** Decides which addresses may be reached; default: everything but link-local, metadata and multicast addresses. */
  addressPolicy?: AddressPolicy;
  /** Bytes of a response body that are kept; the rest is counted. Default 5 MB. */
  maxResponseBytes?: number;
  /** Bytes after which a response is ended with what was read so far. Default 100 MB. */
  maxDownloadBytes?: number;
  proxy?: ProxyOptions;
  tls?: TlsOptions;
  clock?: Clock;
  /** Source of dynamic values; a seeded one makes them repeatable. */
  random?: RandomSource;
  /** State of an earlier session to go on from. */
  state?: HttpSessionState;
  /** Default `Touchstone/<version>`. */
  userAgent?: string;
  /** Resolves host names; default: the system's resolver. */
  resolve?: Resolver;
  /** Time that the costly expressions (JSONPath, XPath, schema) of one step may take together, in milliseconds. Default 2000. */
  expressionLimitMs?: number;
}

const megabyte = 1024 * 1024;
const defaultTimeoutMs = 30_000;
const defaultMaxRedirects = 10;
const version = '0.1.0';

/** createHttpSession makes a session that sends steps over its own connections, cookies and variables. Throws PROXY where the proxy's address is not valid. */
export function createHttpSession(options: HttpSessionOptions): HttpSession {
  return new NodeHttpSession(options);
}

class NodeHttpSession implements HttpSession {
  readonly #options: HttpSessionOptions;
  readonly #clock: Clock;
  readonly #variables: Record<string, string>;
  readonly #scopes: VariableScopes;
  readonly #cookies: SessionCookies;
  readonly #connections: Connections;

  constructor(options: HttpSessionOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#variables = { ...options.state?.variables };
    this.#scopes = [this.#variables, ...options.scopes];
    this.#cookies = new SessionCookies(options.state?.cookies);
    this.#connections = new Connections({
      policy: options.addressPolicy ?? createAddressPolicy(),
      resolve: options.resolve ?? systemResolver,
      ...(options.tls === undefined ? {} : { tls: options.tls }),
      ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
    });
  }

  async execute(step: HttpStep, { signal }: { signal?: AbortSignal } = {}): Promise<HttpStepResult> {
    const result = emptyResult(step.id, this.#clock.now());
    const begunMs = this.#clock.monotonicMs();
    const stop = new ExchangeStop(step.settings.timeoutMs ?? defaultTimeoutMs, signal);
    try {
      await this.#execute(step, stop, result);
    } catch (error) {
      setFailure(result, asHttpError(error));
      result.durationMs = this.#clock.monotonicMs() - begunMs;
    } finally {
      stop.dispose();
    }
    return result;
  }

  state(): HttpSessionState {
    return { variables: { ...this.#variables }, cookies: this.#cookies.serialize() };
  }

  variablesUsedBy(step: HttpStep): string[] {
    return findVariables(step, this.#scopes);
  }

  async close(): Promise<void> {
    this.#connections.close();
  }

  async #execute(written: HttpStep, stop: ExchangeStop, result: HttpStepResult): Promise<void> {
    stop.throwIfStopped();
    const { random, userAgent } = this.#options;
    const interpolator = new Interpolator({
      scopes: this.#scopes,
      now: () => this.#clock.now(),
      ...(random === undefined ? {} : { random }),
    });
    const step = interpolateStep(written, interpolator);
    result.unresolved = interpolator.unresolved;
    const prepared = prepareRequest(step, {
      userAgent: userAgent ?? `Touchstone/${version}`,
      boundary: () => `----touchstone${randomBytes(12).toString('hex')}`,
    });
    const outcome = await this.#send(prepared, step, stop);
    result.request = outcome.sent;
    result.response = outcome.response;
    result.redirects = outcome.redirects;
    result.timing = outcome.timing;
    result.certificate = outcome.certificate;
    result.durationMs = outcome.durationMs;
    if (outcome.failure !== undefined) setFailure(result, outcome.failure);
    else if (outcome.response !== undefined) await this.#judge(step, outcome, outcome.response, result);
  }

  #send(
    prepared: Parameters<typeof followRedirects>[0],
    { settings }: HttpStep,
    stop: ExchangeStop,
  ): Promise<ExchangeOutcome> {
    const { maxResponseBytes, maxDownloadBytes, files } = this.#options;
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
        cookies: this.#cookies,
        stop,
        context: {
          connections: this.#connections,
          files,
          clock: this.#clock,
          maxStoredBytes: maxResponseBytes ?? 5 * megabyte,
          maxDownloadBytes: maxDownloadBytes ?? 100 * megabyte,
          streaming: { streamReadMs: settings.streamReadMs, maxEvents: settings.maxEvents },
        },
      },
    );
  }

  async #judge(
    step: HttpStep,
    outcome: ExchangeOutcome,
    response: NonNullable<ExchangeOutcome['response']>,
    result: HttpStepResult,
  ): Promise<void> {
    await prepareEvaluation(step);
    const view = new ResponseView({
      status: response.status,
      headers: response.headers,
      body: response.body,
      durationMs: outcome.durationMs,
      earlierSetCookies: outcome.earlierSetCookies,
    });
    const guard = timeBudget(this.#options.expressionLimitMs ?? 2000);
    result.assertions = evaluateAssertions(step.assertions, view, guard);
    result.extracted = extractData(step.dataHandlers, view, guard);
    for (const { name, value, found } of result.extracted) if (found) this.#variables[name] = value;
    result.status = result.assertions.every((assertion) => assertion.status === 'passed') ? 'passed' : 'failed';
  }
}

function emptyResult(stepId: string, startedAt: Date): HttpStepResult {
  return {
    stepId,
    status: 'error',
    startedAt,
    durationMs: 0,
    request: undefined,
    response: undefined,
    redirects: [],
    timing: undefined,
    certificate: undefined,
    assertions: [],
    extracted: [],
    unresolved: [],
    error: undefined,
  };
}

function setFailure(result: HttpStepResult, failure: HttpError): void {
  result.status = failure.code === 'CANCELLED' ? 'cancelled' : 'error';
  result.error = failure.toFailure();
}

function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new HttpError('INTERNAL', `The request could not be completed: ${message}`, error);
}
