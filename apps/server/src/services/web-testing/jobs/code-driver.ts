import { setTimeout as rest } from 'node:timers/promises';
import type { Driver, DriverCall, Outcome, StateAnswer, StateQuestion } from '@touchstone/engine-keyword/core';
import { newId } from '@touchstone/kernel';

/** The variable that stands for a code which a user gives while the script runs. */
const codeVariable = '$oneTimeCode';
/** How long a step waits for a person, at least. */
const waitMs = 120_000;
/** A notification may be lost. */
const lookEveryMs = 2000;
const shortestMasked = 4;

/** Where codes come from, and who is told that one is waited for. */
export interface CodeSource {
  /** The code that was given; undefined where there is none yet. */
  take(): Promise<string | undefined>;
  /** Told when something has come for the run, until what it gives is called. */
  onNews(listener: () => void): () => void;
  /** Told when a step begins to wait. */
  onWaiting(): void;
}

/** CodeDriver lets a step wait for the code that a user gives; the step names it as {{$oneTimeCode}}, and each use takes a code of its own. */
export class CodeDriver implements Driver {
  readonly #inner: Driver;
  readonly #source: CodeSource;
  /** Stands in arguments until the code is there. */
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
    await Promise.race([promise, rest(lookEveryMs, undefined, { signal: ended }).catch(() => undefined)]);
  }
}

/** A code is a secret until it has been used, and may be one after. */
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
