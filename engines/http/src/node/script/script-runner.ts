import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  emptyOutcome,
  type ScriptFailure,
  type ScriptInput,
  type ScriptOutcome,
  type ScriptRunner,
} from '../../core/script/script-types.ts';
import { ScriptWorker } from './script-worker-handle.ts';

/** ScriptRunnerOptions of `createScriptRunner`. */
export interface ScriptRunnerOptions {
  /** Workers kept ready; default 1. */
  warmWorkers?: number;
  /** Scripts at once; more wait for their turn. Default 2. */
  maxWorkers?: number;
}

const defaultLimitMs = 3000;
const maxCodeCharacters = 1024 * 1024;

/** createScriptRunner makes a runner of users' scripts. Its workers start with the first script, or with `warm`. */
export function createScriptRunner(options: ScriptRunnerOptions = {}): ScriptRunner {
  return new WorkerScriptRunner(options);
}

let shared: ScriptRunner | undefined;

/** sharedScriptRunner is the one runner of the process; its workers do not keep the process alive. */
export function sharedScriptRunner(): ScriptRunner {
  shared ??= createScriptRunner();
  return shared;
}

class WorkerScriptRunner implements ScriptRunner {
  readonly #warmWorkers: number;
  readonly #maxWorkers: number;
  readonly #idle: ScriptWorker[] = [];
  readonly #busy = new Set<ScriptWorker>();
  readonly #queue: (() => void)[] = [];
  #wasm: Promise<WebAssembly.Module> | undefined;
  #running = 0;
  #isClosed = false;

  constructor({ warmWorkers = 1, maxWorkers = 2 }: ScriptRunnerOptions) {
    this.#maxWorkers = Math.max(1, maxWorkers);
    this.#warmWorkers = Math.min(warmWorkers, this.#maxWorkers);
  }

  async warm(): Promise<void> {
    await this.#refill();
    await Promise.all(this.#idle.map((worker) => worker.warm()));
  }

  async run(input: ScriptInput): Promise<ScriptOutcome> {
    const problem = inputProblem(input) ?? (await this.#turn(input.signal));
    if (problem !== undefined) return { ...emptyOutcome(), error: problem };
    let worker: ScriptWorker | undefined;
    try {
      worker = this.#idle.pop() ?? (await this.#newWorker());
      this.#busy.add(worker);
      return await worker.run(input, input.limitMs ?? defaultLimitMs);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { ...emptyOutcome(), error: { code: 'INTERNAL', message: `The script could not be run: ${reason}` } };
    } finally {
      this.#running -= 1;
      if (worker !== undefined) this.#giveBack(worker);
      this.#queue.shift()?.();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const start of this.#queue.splice(0)) start();
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((worker) => worker.stop()));
  }

  /** Resolves when a script may start; with a failure where it will not. */
  async #turn(signal: AbortSignal | undefined): Promise<ScriptFailure | undefined> {
    while (this.#running >= this.#maxWorkers && !this.#isClosed && !signal?.aborted) {
      await this.#waitInQueue(signal);
    }
    if (signal?.aborted) {
      // Whoever was woken instead of this one must not be forgotten.
      if (this.#running < this.#maxWorkers) this.#queue.shift()?.();
      return { code: 'CANCELLED', message: 'The script was cancelled.' };
    }
    if (this.#isClosed) return { code: 'INTERNAL', message: 'The script could not be run: the runner is closed.' };
    this.#running += 1;
    return undefined;
  }

  #waitInQueue(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        const place = this.#queue.indexOf(start);
        if (place >= 0) this.#queue.splice(place, 1);
        resolve();
      };
      this.#queue.push(start);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #giveBack(worker: ScriptWorker): void {
    this.#busy.delete(worker);
    if (worker.isUsable && !this.#isClosed) this.#idle.push(worker);
    else worker.stop();
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

function inputProblem({ code, signal }: ScriptInput): ScriptFailure | undefined {
  if (signal?.aborted) return { code: 'CANCELLED', message: 'The script was cancelled.' };
  if (code.length <= maxCodeCharacters) return undefined;
  return { code: 'TOO_LARGE', message: 'The script is longer than 1 MB. Make it shorter.' };
}
