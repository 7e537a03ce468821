import type { HeaderList } from '@touchstone/engine-assert/core';
import { type Connections, createHttpSession, defaultUserAgent, LazyCookies } from '@touchstone/engine-http';
import type { HttpBody, HttpStep, HttpStepResult, KeyValue, PreparableSession } from '@touchstone/engine-http/core';
import type { CompiledStep, FastStep } from '../compile-step.ts';
import { requestHeaders, sentUrl } from '../fast/request-encoder.ts';
import type { VariableSource } from '../fast/step-variables.ts';
import type { UserCookies } from '../fast/user-cookies.ts';
import { assertionFailure, assertionLabel } from '../judge.ts';
import {
  emptyOutcome,
  failureOf,
  type RequestFailure,
  type RequestOutcome,
  statusFailure,
} from '../request-outcome.ts';
import type { UserWorld } from '../user-world.ts';

/** The result of a step on the general path. */
export interface GeneralEnd {
  /** Undefined if nothing was sent because of a script or a condition. */
  outcome: RequestOutcome | undefined;
  extracted: [name: string, value: string][];
  /** The next step that a script wants. */
  next: string | null | undefined;
}

/** A redirect that the fast path received. */
export interface RedirectAnswer {
  status: number;
  location: string;
  /** The request that was answered. */
  wire: string;
  fast: FastStep;
}

const sampleCharacters = 2000;

/**
 * GeneralUser sends the steps of one virtual user that the fast path can't send, through a session of the `http`
 * engine.
 */
export class GeneralUser {
  readonly #world: UserWorld;
  readonly #cookies: () => UserCookies;
  #connections: Connections | undefined;
  #session: PreparableSession | undefined;
  #stop: AbortController | undefined;

  constructor(world: UserWorld, cookies: () => UserCookies) {
    this.#world = world;
    this.#cookies = cookies;
  }

  /** Clears values, cookies and changes by scripts; connections stay. */
  forget(): void {
    this.#session = undefined;
  }

  interrupt(): void {
    this.#stop?.abort();
  }

  close(): void {
    this.#connections?.close();
  }

  /** Never rejects. */
  run(compiled: CompiledStep, source: VariableSource & { startedMs: number }): Promise<GeneralEnd> {
    const { step } = compiled;
    return this.#execute(
      compiled,
      source.row === undefined ? step : { ...step, scope: { ...step.scope, ...source.row } },
      source,
    );
  }

  /** Continues after a redirect on the fast path. */
  follow(
    compiled: CompiledStep,
    answer: RedirectAnswer,
    source: VariableSource & { startedMs: number },
  ): Promise<GeneralEnd> {
    const { step } = compiled;
    const { fast, status, location, wire } = answer;
    const from = sentUrl(wire, fast.encoder.target);
    const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
    const becomesGet = (status === 303 && fast.method !== 'HEAD') || (status <= 302 && fast.method === 'POST');
    const next: HttpStep = {
      ...step,
      method: becomesGet ? 'GET' : fast.method,
      url: to?.href ?? location,
      queryParams: [],
      pathParams: [],
      headers: redirectedHeaders(requestHeaders(wire), { step, becomesGet, leaves: to?.origin !== from.origin }),
      body: becomesGet ? { type: 'none' } : bodyOf(wire),
      authentication: { type: 'none' },
      scope: { ...step.scope, ...source.row },
    };
    return this.#execute(compiled, next, source);
  }

  async #execute(
    compiled: CompiledStep,
    step: HttpStep,
    { variables, startedMs }: VariableSource & { startedMs: number },
  ): Promise<GeneralEnd> {
    this.#stop = new AbortController();
    const session = this.#ensureSession();
    if (variables !== undefined) session.setVariables(variables);
    const result = await session.execute(step, { signal: this.#stop.signal });
    this.#cookies().changedOutside();
    const extracted = result.extracted
      .filter(({ found }) => found)
      .map(({ name, value }): [string, string] => [name, value]);
    const wasSkipped = result.skippedByScript === true || result.skippedBecause !== undefined;
    const outcome = wasSkipped ? undefined : outcomeOf(compiled, result, performance.now() - startedMs);
    return { outcome, extracted, next: result.nextStep };
  }

  #ensureSession(): PreparableSession {
    const { scenario, general } = this.#world;
    this.#connections ??= general.openConnections();
    this.#session ??= createHttpSession({
      scopes: scenario.scopes,
      // A server that is down must not keep the sandboxes busy.
      testsWithoutResponse: false,
      // Only the message of a failure is shown, and it must not cost more than a success.
      provesFailures: false,
      ...(scenario.scopeNames === undefined ? {} : { scopeNames: scenario.scopeNames }),
      ...(general.files === undefined ? {} : { files: general.files }),
      connections: this.#connections,
      cookies: new LazyCookies({ jar: this.#cookies().jar }),
      random: general.random,
      ...(general.dynamicValues === undefined ? {} : { dynamicValues: general.dynamicValues }),
      userAgent: general.userAgent ?? defaultUserAgent,
    });
    return this.#session;
  }
}

function outcomeOf({ assertsStatus }: CompiledStep, result: HttpStepResult, elapsedMs: number): RequestOutcome {
  const { response, request, timing, assertions } = result;
  const outcome = emptyOutcome();
  outcome.checksPassed = assertions.filter(({ status }) => status === 'passed').length;
  outcome.checksFailed = assertions.length - outcome.checksPassed;
  outcome.bytesSent = request === undefined ? 0 : headBytes(request.headers) + (request.body?.sizeBytes ?? 0);
  if (response !== undefined) outcome.bytesReceived = headBytes(response.headers) + response.body.sizeBytes;
  if (response !== undefined && result.error === undefined) {
    outcome.latencyMs = elapsedMs;
    outcome.waitMs = timing?.waitMs;
    outcome.receiveMs = timing?.downloadMs;
  }
  if (timing !== undefined && timing.tcpMs > 0) outcome.connectMs = timing.dnsMs + timing.tcpMs;
  if (timing !== undefined && timing.tlsMs > 0) outcome.tlsMs = timing.tlsMs;
  outcome.failure = withSample(failureIn(result, assertsStatus), result);
  return outcome;
}

function failureIn(
  { error, assertions, response }: HttpStepResult,
  assertsStatus: boolean,
): RequestFailure | undefined {
  if (error !== undefined) return failureOf(error);
  const failed = assertions.find(({ status }) => status === 'failed');
  if (failed !== undefined) {
    return assertionFailure(assertionLabel(failed), () => failed.message);
  }
  const status = response?.status ?? 0;
  return !assertsStatus && status >= 400 ? statusFailure(status) : undefined;
}

function withSample(failure: RequestFailure | undefined, result: HttpStepResult): RequestFailure | undefined {
  if (failure === undefined) return undefined;
  const { request, response } = result;
  const make = failure.sample;
  failure.sample = () => ({
    ...make(),
    ...(request === undefined ? {} : { method: request.method, url: request.url }),
    ...(response === undefined
      ? {}
      : {
          status: response.status,
          responseText: Buffer.from(response.body.bytes.subarray(0, sampleCharacters)).toString(),
        }),
  });
  return failure;
}

/** The size of the header lines, and about as much for the first line. */
function headBytes(headers: HeaderList): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + Buffer.byteLength(value) + 4, 40);
}

function redirectedHeaders(
  headers: HeaderList,
  { step, becomesGet, leaves }: { step: HttpStep; becomesGet: boolean; leaves: boolean },
): KeyValue[] {
  const { authentication } = step;
  const secret = ['authorization', 'proxy-authorization'];
  if (authentication.type === 'apiKey' && authentication.in === 'header')
    secret.push(authentication.key.trim().toLowerCase());
  return headers
    .filter(([name]) => {
      const lower = name.toLowerCase();
      // The session adds its own cookies, length and host.
      if (/^(host|cookie|content-length|connection)$/.test(lower)) return false;
      return !(becomesGet && lower.startsWith('content-')) && !(leaves && secret.includes(lower));
    })
    .map(([key, value]) => ({ key, value }));
}

function bodyOf(wire: string): HttpBody {
  const body = wire.slice(wire.indexOf('\r\n\r\n') + 4);
  return body === '' ? { type: 'none' } : { type: 'text', content: Buffer.from(body, 'latin1').toString() };
}
