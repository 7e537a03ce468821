import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import type { FileSource } from '@touchstone/engine-http';
import type { LoadFrame } from '../core/index.ts';
import type { ThreadEnd } from './load-thread.ts';
import type { FromWorker, SentFile, ToWorker, WorkerStart } from './worker-messages.ts';

/**
 * A request's objects die young: three spaces of 4 MB hold those of 1,000 virtual users at the speed of larger ones.
 */
const youngGenerationMb = 12;

/** WorkerHandle is the main thread's side of one load-generating thread. */
export class WorkerHandle {
  /** Resolves when the thread can start; rejects if it can't. */
  readonly ready: Promise<void>;
  /** Rejects if the thread dies. */
  readonly ended: Promise<ThreadEnd>;
  readonly #worker: Worker;
  readonly #files: FileSource | undefined;
  readonly #ready = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<ThreadEnd>();

  constructor(
    start: Omit<WorkerStart, 'hasFiles'>,
    files: FileSource | undefined,
    onFrame: (frame: LoadFrame) => void,
  ) {
    this.#files = files;
    this.ready = this.#ready.promise;
    this.ended = this.#ended.promise;
    // Either promise may be awaited without the other.
    this.ready.catch(() => undefined);
    this.ended.catch(() => undefined);
    this.#worker = new Worker(new URL('./load-worker.ts', import.meta.url), {
      workerData: { ...start, hasFiles: files !== undefined } satisfies WorkerStart,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      name: start.options.name,
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
    });
    this.#worker.on('message', (message: FromWorker) => {
      if (message.type === 'ready') this.#ready.resolve();
      else if (message.type === 'frame') onFrame(message.frame);
      else if (message.type === 'ended') this.#ended.resolve(message.end);
      else if (message.type === 'file') void this.#giveFile(message.fileId);
      else this.#fail(new Error(message.message));
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', (code) => this.#fail(new Error(`A thread of the load generator ended with code ${code}.`)));
  }

  start(atMs: number): void {
    this.#send({ type: 'start', atMs });
  }

  stop(): void {
    this.#send({ type: 'stop' });
  }

  abort(): void {
    this.#send({ type: 'abort' });
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  async #giveFile(fileId: string): Promise<void> {
    let file: SentFile | undefined;
    try {
      const { stream, fileName, contentType } = await this.#files!.open(fileId);
      file = { bytes: await buffer(stream), fileName, contentType };
    } catch {
      file = undefined;
    }
    this.#send({ type: 'file', fileId, file });
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #fail(error: Error): void {
    this.#ready.reject(error);
    this.#ended.reject(error);
  }
}
