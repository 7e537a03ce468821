import { Worker } from 'node:worker_threads';
import {
  FairQueue,
  type FairQueueLimits,
  type QueueFigures,
  threadHeap,
  threadMemoryMb,
  type WorkOwner,
  watchMemory,
} from '@touchstone/kernel';

/** WorkOrder names one of our functions, its input, and its limits. Everything in it is copied to the worker. */
export interface WorkOrder {
  /** URL of the module. */
  module: string;
  /** Name of the exported function; it takes `input` and may be asynchronous. */
  name: string;
  input: unknown;
  /** Milliseconds, starting when the module is loaded. */
  limitMs: number;
  /** Start of an error sentence: "The comparison took longer than …". */
  subject: string;
  owner?: WorkOwner | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * WorkStopped says that work was stopped from outside: it took too much time or memory. Its message is for the user.
 */
export class WorkStopped extends Error {}

/** Messages to and from a worker. */
export type ToWorkWorker = { module: string; name: string; input: unknown };
export type FromWorkWorker =
  | { type: 'started' }
  | { type: 'done'; value: unknown }
  | { type: 'failed'; name: string; message: string };

/** Number of idle workers kept for later orders. */
const maxIdle = 2;

/**
 * WorkPool runs functions in worker threads, so that user content can never block the event loop. A worker that doesn't
 * end in time is killed. Owners take turns. Workers start on demand and do not keep the process alive.
 */
export class WorkPool {
  readonly #queue: FairQueue;
  readonly #idle: Worker[] = [];
  #killed = 0;

  constructor(limits: FairQueueLimits) {
    this.#queue = new FairQueue(limits);
  }

  /**
   * Returns the function's result; throws WorkStopped, the function's error (message and name), or the reason of
   * `signal`.
   */
  async run<Result>(order: WorkOrder): Promise<Result> {
    const leave = await this.#queue.enter(order.owner, order.signal);
    try {
      return (await this.#perform(order)) as Result;
    } finally {
      leave();
    }
  }

  figures(): QueueFigures & { killed: number } {
    return { ...this.#queue.figures(), killed: this.#killed };
  }

  #perform({ module, name, input, limitMs, subject, signal }: WorkOrder): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const worker = this.#idle.pop() ?? newWorker();
      let timer: NodeJS.Timeout | undefined;
      const tooLarge = `${subject} needs more than ${threadMemoryMb} MB of memory and was stopped. Make the document smaller.`;
      const endWatch = watchMemory(worker, () => kill(new WorkStopped(tooLarge)));
      const settle = () => {
        endWatch();
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
      };
      const kill = (reason: unknown) => {
        settle();
        this.#killed += 1;
        worker.on('error', () => undefined);
        void worker.terminate();
        reject(reason);
      };
      const cancel = () => kill(signal?.reason);
      const giveBack = () => {
        settle();
        worker.unref();
        if (this.#idle.length < maxIdle) this.#idle.push(worker);
        else void worker.terminate();
      };
      worker.on('message', (message: FromWorkWorker) => {
        if (message.type === 'started') {
          const tooLong = `${subject} took longer than ${limitMs} ms and was stopped. Make it simpler, or the document smaller.`;
          timer = setTimeout(() => kill(new WorkStopped(tooLong)), limitMs);
          return;
        }
        giveBack();
        if (message.type === 'done') resolve(message.value);
        else reject(Object.assign(new Error(message.message), { name: message.name }));
      });
      worker.on('error', (error: NodeJS.ErrnoException) => {
        const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        kill(isMemory ? new WorkStopped(tooLarge) : error);
      });
      worker.on('exit', () => kill(new WorkStopped(`${subject} ended without a result. Try again.`)));
      signal?.addEventListener('abort', cancel, { once: true });
      worker.ref();
      try {
        worker.postMessage({ module, name, input } satisfies ToWorkWorker);
      } catch (error) {
        giveBack();
        reject(error);
      }
    });
  }
}

function newWorker(): Worker {
  return new Worker(new URL('./work-worker.ts', import.meta.url), {
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { ...threadHeap, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    name: 'work',
  });
}

/** sharedWorkPool is the process-wide pool for evaluating user input: expressions, documents, comparisons. */
export const sharedWorkPool = new WorkPool({ slots: 4, perOrganization: 3, perUser: 2 });
