import { setTimeout as rest } from 'node:timers/promises';
import type { Driver, DriverCall, Outcome, StateAnswer, StateQuestion } from '@touchstone/engine-keyword/core';
import { newId } from '@touchstone/kernel';

/** The variable for a code that a user provides while the script runs. */
const codeVariable = '$oneTimeCode';
/** How long a step waits for a user, at least. */
const waitMs = 120_000;
/** Polls as well, because a notification may be lost. */
const checkIntervalMs = 2000;
const shortestMasked = 4;

/** Where codes come from, and who is notified that one is needed. */
export interface CodeSource {
  /** The code that was given; undefined if there is none yet. */
  take(): Promise<string | undefined>;
  /** Calls the listener when something has arrived for the run, until the returned function is called. */
  onNews(listener: () => void): () => void;
  /** Called when a step starts to wait. */
  onWaiting(): void;
}

/**
 * CodeDriver is a driver that lets a step wait for a user's code; the step names it as {{$oneTimeCode}}, and each use
 * takes a new code.
 */
export class CodeDriver implements Driver {
  readonly #inner: Driver;
  readonly #source: CodeSource;
  /** The placeholder in arguments until the code has arrived. */
  readonly #place = `code ${newId()}`;
  #wake: () => void = () => undefined;

  constructor(inner: Driver, source: CodeSource) {
    this.#inner = inner;
    this.#source = source;
  }

  /** The value of the variable, for the interpreter. */
  lookup(name: string): string | undefined {
    return name === codeVariable ? this.#place : undefined;
  }

  async perform(call: DriverCall): Promise<Outcome> {
    const isWaiting = Object.values(call.args).some((text) => text.includes(this.#place));
    if (!isWaiting) return this.#inner.perform(call);
    const code = await this.#codeFor(call);
    if (code === undefined) {
      const message = call.signal.aborted
        ? 'The step was stopped.'
        : 'Nobody gave a one-time code in time. Run the script again, and enter the code while this step waits.';
      return { status: 'error', message };
    }
    const filled = Object.entries(call.args).map(([name, text]) => [name, text.replaceAll(this.#place, code)]);
    return masked(await this.#inner.perform({ ...call, args: Object.fromEntries(filled) }), code);
  }
  state(question: StateQuestion): Promise<StateAnswer> {
    return this.#inner.state(question);
  }
  screenshot() {
    return this.#inner.screenshot();
  }

  async #codeFor({ timeoutMs, signal }: DriverCall): Promise<string | undefined> {
    const late = AbortSignal.timeout(Math.max(timeoutMs, waitMs));
    const ended = AbortSignal.any([late, signal]);
    const leave = this.#source.onNews(() => this.#wake());
    try {
      this.#source.onWaiting();
      while (!ended.aborted) {
        const code = await this.#source.take();
        if (code !== undefined) return code;
        await this.#news(ended);
      }
      return undefined;
    } finally {
      leave();
    }
  }

  /** Resolves when there may be a code, and at the end. */
  async #news(ended: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    await Promise.race([promise, rest(checkIntervalMs, undefined, { signal: ended }).catch(() => undefined)]);
  }
}

/** Masks a code: it is secret until it has been used, and may still be afterwards. */
function masked(outcome: Outcome, code: string): Outcome {
  if (code.length < shortestMasked) return outcome;
  const hide = (text: string) => text.replaceAll(code, '***');
  const { message, expected, actual } = outcome;
  return {
    ...outcome,
    message: hide(message),
    ...(expected !== undefined && { expected: hide(expected) }),
    ...(actual !== undefined && { actual: hide(actual) }),
  };
}
