import { HttpError } from '@touchstone/engine-http/core';
import type { ResponseJudge } from '@touchstone/engine-script';
import type { ScriptResponse } from '@touchstone/engine-script/core';
import type { ErrorSample } from '../core/metrics/frame.ts';
import type { CompiledStep, FastStep } from './compile-step.ts';
import { Connection, type ConnectionOwner } from './fast/connection.ts';
import { describeRequest, sentUrl } from './fast/request-encoder.ts';
import type { VariableSource } from './fast/step-variables.ts';
import { UserCookies } from './fast/user-cookies.ts';
import { type GeneralEnd, GeneralUser } from './general/general-user.ts';
import { countStatus, countTests, judge } from './judge.ts';
import { emptyOutcome, failureOf, type RequestFailure, type RequestOutcome } from './request-outcome.ts';
import type { UserWorld } from './user-world.ts';

const maxAttempts = 3;
const maxJumps = 1000;
const sampleCharacters = 2000;
/** A start that is less late than this, in milliseconds, is due to timer resolution, not a real delay. */
const timerCoarsenessMs = 2;

/** VirtualUser runs one iteration after another: its steps in order, with its own cookies, values and connections. */
export class VirtualUser implements ConnectionOwner, VariableSource {
  row: Record<string, string> | undefined;
  variables: Record<string, string> | undefined;
  readonly number: number;
  readonly #world: UserWorld;
  /** By the index of their target. */
  readonly #connections: (Connection | undefined)[] = [];
  #cookies = new UserCookies();
  #general: GeneralUser | undefined;
  #place = 0;
  /** When the iteration's time starts to count. */
  #countedFromMs = 0;
  #hasFailed = false;
  #wire = '';
  #active: Connection | undefined;
  /** How the running request was made; the step itself may have become general in the meantime. */
  #fast: FastStep | undefined;
  #attempt = 0;
  /** Changes whenever the current work has become obsolete. */
  #turn = 0;
  #deadlineMs = Number.POSITIVE_INFINITY;
  #cancelPause: (() => void) | undefined;
  /** The next step that a script wants; null ends the iteration. */
  #next: string | null | undefined;
  #jumps = 0;

  constructor(number: number, world: UserWorld) {
    this.number = number;
    this.#world = world;
  }

  startIteration(intendedMs: number, row: Record<string, string> | undefined): void {
    const { connections, cookies } = this.#world.scenario;
    this.row = row;
    this.#place = 0;
    this.#hasFailed = false;
    this.#jumps = 0;
    this.#countedFromMs = this.#world.isOpenModel ? startOf(intendedMs) : intendedMs;
    if (cookies !== 'perUser') {
      this.variables = undefined;
      if (!this.#cookies.isEmpty) this.#cookies = new UserCookies();
      this.#general?.forget();
    }
    if (connections === 'perIteration') this.closeConnections();
    this.#runStep();
  }

  /** Interrupts the running iteration. */
  interrupt(): void {
    this.#turn += 1;
    this.#cancelPause?.();
    this.#general?.interrupt();
    this.#active?.close();
    this.#rest();
  }

  closeConnections(): void {
    for (const connection of this.#connections) connection?.close();
    this.#general?.close();
  }

  /** Ends a request that has timed out. Called a few times a second. */
  checkTime(nowMs: number): void {
    const connection = this.#active;
    if (connection === undefined) return;
    const { connectTimeoutMs, responseTimeoutMs, timeoutMs } = this.#fast!;
    let limitMs: number | undefined;
    if (nowMs >= this.#deadlineMs) limitMs = timeoutMs;
    else if (connection.sentMs === 0 && nowMs - connection.startedMs >= (connectTimeoutMs ?? Infinity)) {
      limitMs = connectTimeoutMs;
    } else if (
      connection.sentMs > 0 &&
      connection.firstByteMs === 0 &&
      nowMs - connection.sentMs >= (responseTimeoutMs ?? Infinity)
    ) {
      limitMs = responseTimeoutMs;
    }
    if (limitMs === undefined) return;
    const message = `There was no complete response within ${limitMs} ms; it was waiting for ${connection.waitingFor}.`;
    connection.close();
    this.#fail(new HttpError('TIMEOUT', message), nowMs);
  }

  responded(connection: Connection, nowMs: number): void {
    const fast = this.#fast!;
    const { head, bodySize } = connection.reader;
    if (head.hasLocation && fast.followsRedirects && isRedirect(head.status)) {
      this.#followRedirect(connection, nowMs);
      return;
    }
    if (head.hasSetCookie) this.#keepCookies(connection);
    const outcome = this.#outcomeOf(connection, nowMs);
    outcome.bytesReceived = head.end - head.start + bodySize;
    const undecided = judge(fast, {
      user: this,
      assertsStatus: this.#step.assertsStatus,
      reader: connection.reader,
      durationMs: nowMs - connection.startedMs,
      outcome,
    });
    outcome.failure = this.#withSample(outcome.failure, connection);
    if (undecided === undefined) this.#finishRequest(outcome, nowMs);
    else void this.#judgeInSandbox(fast.judge!, undecided, outcome);
  }

  failed(connection: Connection, error: HttpError): void {
    const { isIdempotent, method, keepsBody } = this.#fast!;
    const wasStale = connection.isReused && connection.firstByteMs === 0 && error.code === 'CONNECTION';
    if (wasStale && isIdempotent && this.#attempt < maxAttempts) {
      // The server closed the connection before the request reached it.
      this.#attempt += 1;
      const { startedMs } = connection;
      connection.send(this.#wire, { method, keepsBody, nowMs: startedMs });
      return;
    }
    this.#fail(error, performance.now());
  }

  choseHttp2(connection: Connection): void {
    this.#world.becomesGeneral((step) => step.fast?.target === connection.target, 'the server speaks HTTP/2');
    this.#active = undefined;
    this.#runStep();
  }

  /**
   * The response is endless; the request is sent again on the general path, which reads such a response for a limited
   * time.
   */
  streams(): void {
    const step = this.#step;
    this.#world.becomesGeneral((other) => other === step, 'its response is an event stream');
    this.#active = undefined;
    this.#runStep();
  }

  get #step(): CompiledStep {
    return this.#world.steps[this.#place]!;
  }

  #runStep(): void {
    const { fast } = this.#step;
    if (fast === undefined) this.#runGeneral(this.#step);
    else this.#runFast(fast);
  }

  #runFast(fast: FastStep): void {
    this.#fast = fast;
    try {
      this.#wire = fast.encoder.encode(this, this.#cookies);
    } catch (error) {
      // The next step waits for a turn of the event loop, so that a step that always fails doesn't block it.
      const turn = this.#turn;
      setImmediate(() => {
        if (turn === this.#turn) this.#fail(asHttpError(error), performance.now());
      });
      return;
    }
    const { target, method, keepsBody, timeoutMs } = fast;
    const nowMs = performance.now();
    let connection = this.#connections[target.index];
    if (connection === undefined) {
      connection = new Connection(target, this);
      this.#connections[target.index] = connection;
    }
    this.#active = connection;
    this.#attempt = 1;
    this.#deadlineMs = timeoutMs > 0 ? nowMs + timeoutMs : Number.POSITIVE_INFINITY;
    connection.send(this.#wire, { method, keepsBody, nowMs });
  }

  #runGeneral(step: CompiledStep): void {
    this.#fast = undefined;
    const startedMs = performance.now();
    const source = { row: this.row, variables: this.variables, startedMs };
    this.#await(this.#generalUser().run(step, source), startedMs);
  }

  #await(running: Promise<GeneralEnd>, startedMs: number, bytesBefore = 0): void {
    const turn = this.#turn;
    const end = ({ outcome, extracted, next }: GeneralEnd) => {
      if (turn !== this.#turn) return;
      for (const [name, value] of extracted) this.setVariable(name, value);
      if (outcome !== undefined) outcome.bytesSent += bytesBefore;
      this.#next = next;
      this.#finishRequest(outcome === undefined ? undefined : this.#counted(outcome, startedMs), performance.now());
    };
    running.then(end, (error: unknown) => {
      if (turn === this.#turn) this.#fail(asHttpError(error), performance.now());
    });
  }

  #generalUser(): GeneralUser {
    this.#general ??= new GeneralUser(this.#world, () => this.#cookies);
    return this.#general;
  }

  /** A step's first redirect is followed on the general path, like all later ones. */
  #followRedirect(connection: Connection, nowMs: number): void {
    const step = this.#step;
    const fast = this.#fast!;
    const { reader, startedMs } = connection;
    if (reader.head.hasSetCookie) this.#keepCookies(connection);
    this.#world.becomesGeneral((other) => other === step, 'the server redirects');
    this.#active = undefined;
    const { bytesSent } = this.#outcomeOf(connection, nowMs);
    const answer = { status: reader.head.status, location: reader.head.value('location')!, wire: this.#wire, fast };
    reader.release();
    const source = { row: this.row, variables: this.variables, startedMs };
    this.#await(this.#generalUser().follow(step, answer, source), startedMs, bytesSent);
  }

  setVariable(name: string, value: string): void {
    this.variables ??= Object.create(null) as Record<string, string>;
    this.variables[name] = value;
  }

  /** The few responses that a test script can't be judged on immediately. */
  async #judgeInSandbox(script: ResponseJudge, response: ScriptResponse, outcome: RequestOutcome): Promise<void> {
    const turn = this.#turn;
    const sample = outcome.failure?.sample();
    if (sample !== undefined) outcome.failure!.sample = () => sample;
    // The reader's data belongs to others by the time the sandbox is done.
    this.#active?.reader.release();
    this.#active = undefined;
    const { assertsStatus } = this.#step;
    const tests = await script.inSandbox(response);
    if (turn !== this.#turn) return;
    const before = outcome.failure;
    countTests(outcome, tests);
    if (!assertsStatus) countStatus(outcome, response.status);
    if (outcome.failure !== before) outcome.failure = this.#withSample(outcome.failure, response);
    this.#finishRequest(outcome, performance.now());
  }

  #keepCookies({ reader }: Connection): void {
    const url = sentUrl(this.#wire, this.#fast!.encoder.target);
    this.#cookies.keep(reader.head.values('set-cookie'), url);
  }

  #fail(error: HttpError, nowMs: number): void {
    const connection = this.#active;
    const outcome = connection === undefined ? emptyOutcome() : this.#outcomeOf(connection, nowMs);
    outcome.latencyMs = undefined;
    outcome.serviceMs = undefined;
    outcome.waitMs = undefined;
    outcome.receiveMs = undefined;
    outcome.failure = this.#withSample(failureOf(error), undefined);
    this.#finishRequest(outcome, nowMs);
  }

  #outcomeOf(connection: Connection, nowMs: number): RequestOutcome {
    const { startedMs, openedMs, securedMs, sentMs, firstByteMs } = connection;
    const outcome = emptyOutcome();
    outcome.bytesSent = sentMs > 0 ? this.#wire.length : 0;
    outcome.latencyMs = nowMs - startedMs;
    if (openedMs > 0) outcome.connectMs = openedMs - startedMs;
    if (securedMs > 0) outcome.tlsMs = securedMs - openedMs;
    outcome.waitMs = firstByteMs - sentMs;
    outcome.receiveMs = nowMs - firstByteMs;
    return this.#counted(outcome, startedMs);
  }

  /** The first request of an iteration of the open model counts from when the iteration should have started. */
  #counted(outcome: RequestOutcome, startedMs: number): RequestOutcome {
    if (!this.#world.isOpenModel || outcome.latencyMs === undefined) return outcome;
    outcome.serviceMs = outcome.latencyMs;
    if (this.#place === 0) outcome.latencyMs += startedMs - this.#countedFromMs;
    return outcome;
  }

  #withSample(
    failure: RequestFailure | undefined,
    answer: Connection | ScriptResponse | undefined,
  ): RequestFailure | undefined {
    if (failure === undefined) return undefined;
    const fast = this.#fast;
    const make = failure.sample;
    const wire = this.#wire;
    failure.sample = (): ErrorSample => {
      const sample = make();
      if (fast === undefined || wire === '') return sample;
      Object.assign(sample, describeRequest(wire, fast.encoder.target));
      if (answer instanceof Connection) {
        sample.status = answer.reader.head.status;
        const { body, bodyStart, bodyEnd, head } = answer.reader;
        if (head.hasContentEncoding) return sample;
        sample.responseText ??= body.toString('utf8', bodyStart, Math.min(bodyEnd, bodyStart + sampleCharacters));
      } else if (answer !== undefined) {
        sample.status = answer.status;
        sample.responseText ??= answer.text.slice(0, sampleCharacters);
      }
      return sample;
    };
    return failure;
  }

  /** Without an outcome, nothing was sent. */
  #finishRequest(outcome: RequestOutcome | undefined, nowMs: number): void {
    if (outcome !== undefined) {
      if (outcome.failure !== undefined) this.#hasFailed = true;
      this.#world.record(this.#place, outcome, nowMs);
    }
    this.#active?.reader.release();
    this.#active = undefined;
    this.#deadlineMs = Number.POSITIVE_INFINITY;
    const place = this.#nextPlace();
    if (place === undefined) {
      this.#endIteration(nowMs);
      return;
    }
    this.#place = place;
    const pauseMs = this.#world.drawPause();
    if (pauseMs <= 0) {
      this.#runStep();
      return;
    }
    this.#cancelPause = this.#world.timer.at(nowMs + pauseMs, () => {
      this.#cancelPause = undefined;
      this.#runStep();
    });
  }

  /** The step after this one, or the one that a script wants; undefined at the end of the iteration. */
  #nextPlace(): number | undefined {
    const { steps } = this.#world;
    const wanted = this.#next;
    if (wanted === undefined) return this.#place + 1 < steps.length ? this.#place + 1 : undefined;
    this.#next = undefined;
    this.#jumps += 1;
    if (wanted === null || this.#jumps > maxJumps) return undefined;
    const place = steps.findIndex(({ step }) => step.name === wanted || step.id === wanted);
    return place < 0 ? undefined : place;
  }

  #endIteration(nowMs: number): void {
    this.#rest();
    this.#world.iterationEnded(this.number, { failed: this.#hasFailed, durationMs: nowMs - this.#countedFromMs });
  }

  #rest(): void {
    this.#active = undefined;
    this.#fast = undefined;
    this.#wire = '';
    this.row = undefined;
    this.#deadlineMs = Number.POSITIVE_INFINITY;
  }
}

/** When an iteration of the open model starts to count. */
function startOf(intendedMs: number): number {
  const nowMs = performance.now();
  return nowMs - intendedMs > timerCoarsenessMs ? intendedMs : nowMs;
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new HttpError('INTERNAL', `The request could not be completed: ${message}`, error);
}
