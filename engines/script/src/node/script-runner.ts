import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { FairQueue, type QueueFigures } from '@touchstone/kernel';
import {
  emptyOutcome,
  type ScriptFailure,
  type ScriptInput,
  type ScriptOutcome,
  type ScriptRunner,
} from '../core/script-types.ts';
import { ScriptWorker } from './script-worker-handle.ts';

/** ScriptRunnerOptions of `createScriptRunner`. */
export interface ScriptRunnerOptions {
  /** Workers kept ready; default 1. */
  warmWorkers?: number;
  /** Concurrent scripts; more wait for their turn. Default 4. */
  maxWorkers?: number;
  /**
   * Concurrent scripts per organization; default one less than `maxWorkers`, so that one organization's scripts never
   * block another's.
   */
  perOrganization?: number;
  /** Concurrent scripts per user; default one less than `perOrganization`. */
  perUser?: number;
}

const defaultLimitMs = 3000;
const maxCodeCharacters = 1024 * 1024;

/** createScriptRunner returns a runner of users' scripts. Its workers start with the first script, or with `warm`. */
export function createScriptRunner(options: ScriptRunnerOptions = {}): ScriptRunner {
  return new WorkerScriptRunner(options);
}

let shared: ScriptRunner | undefined;

/** sharedScriptRunner returns the process's runner; its workers don't keep the process alive. */
export function sharedScriptRunner(): ScriptRunner {
  shared ??= createScriptRunner();
  return shared;
}

/** sharedScriptFigures counts the turns of the process's script runner. */
export const sharedScriptFigures = (): QueueFigures => sharedScriptRunner().figures();

class WorkerScriptRunner implements ScriptRunner {
  readonly #warmWorkers: number;
  readonly #idle: ScriptWorker[] = [];
  readonly #busy = new Set<ScriptWorker>();
  readonly #turns: FairQueue;
  readonly #closed = new AbortController();
  #wasm: Promise<WebAssembly.Module> | undefined;

  constructor({ warmWorkers = 1, maxWorkers = 4, perOrganization, perUser }: ScriptRunnerOptions) {
    const slots = Math.max(1, maxWorkers);
    const ofOrganization = Math.max(1, perOrganization ?? slots - 1);
    this.#turns = new FairQueue({
      slots,
      perOrganization: ofOrganization,
      perUser: Math.max(1, perUser ?? ofOrganization - 1),
    });
    this.#warmWorkers = Math.min(warmWorkers, slots);
  }

  async warm(): Promise<void> {
    await this.#refill();
    await Promise.all(this.#idle.map((worker) => worker.warm()));
  }

  async run(input: ScriptInput): Promise<ScriptOutcome> {
    const refused = inputProblem(input);
    if (refused !== undefined) return { ...emptyOutcome(), error: refused };
    let leave: () => void;
    try {
      leave = await this.#turns.enter(input.owner, this.#leftBy(input.signal));
    } catch {
      return { ...emptyOutcome(), error: this.#isClosed ? closed : cancelled };
    }
    let worker: ScriptWorker | undefined;
    try {
      worker = this.#idle.pop() ?? (await this.#newWorker());
      this.#busy.add(worker);
      return await worker.run(input, input.limitMs ?? defaultLimitMs);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { ...emptyOutcome(), error: { code: 'INTERNAL', message: `The script could not be run: ${reason}` } };
    } finally {
      if (worker !== undefined) this.#giveBack(worker);
      leave();
    }
  }

  figures(): QueueFigures {
    return this.#turns.figures();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((worker) => worker.stop()));
  }

  get #isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  /** A script stops waiting when its run is stopped or the runner is closed. */
  #leftBy(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#closed.signal : AbortSignal.any([signal, this.#closed.signal]);
  }

  #giveBack(worker: ScriptWorker): void {
    this.#busy.delete(worker);
    if (worker.isUsable && !this.#isClosed) this.#idle.push(worker);
    else void worker.stop();
    this.#refill().catch(() => undefined);
  }

  async #refill(): Promise<void> {
    while (!this.#isClosed && this.#idle.length + this.#busy.size < this.#warmWorkers) {
      const module = await this.#compiled();
      if (this.#isClosed || this.#idle.length + this.#busy.size >= this.#warmWorkers) return;
      this.#idle.push(new ScriptWorker(module));
    }
  }

  async #newWorker(): Promise<ScriptWorker> {
    return new ScriptWorker(await this.#compiled());
  }

  #compiled(): Promise<WebAssembly.Module> {
    this.#wasm ??= readFile(fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))).then(
      (bytes) => WebAssembly.compile(bytes),
    );
    return this.#wasm;
  }
}

const cancelled: ScriptFailure = { code: 'CANCELLED', message: 'The script was cancelled.' };
const closed: ScriptFailure = { code: 'INTERNAL', message: 'The script could not be run: the runner is closed.' };

function inputProblem({ code, signal }: ScriptInput): ScriptFailure | undefined {
  if (signal?.aborted) return cancelled;
  if (code.length <= maxCodeCharacters) return undefined;
  return { code: 'TOO_LARGE', message: 'The script is longer than 1 MB. Make it shorter.' };
}
