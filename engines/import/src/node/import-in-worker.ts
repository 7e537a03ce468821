import { Worker } from 'node:worker_threads';
import { threadHeap, threadMemoryMb, watchMemory } from '@touchstone/kernel';
import type { ImportedCollection } from '../core/imported-collection.ts';
import type { ImporterName, importers } from './importers.ts';
import { type FromWorker, type ImportJob, messageOf, type ToWorker } from './worker-messages.ts';

/** How much time and memory an import may take. */
export interface WorkerLimits {
  /** Milliseconds until the import is abandoned; default 30000. */
  timeoutMs?: number;
  /** Memory limit in megabytes; default 768. */
  memoryMb?: number;
  /** Cancels the import; the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

type InputOf<Name extends ImporterName> = Parameters<(typeof importers)[Name]>[0];
type OptionsOf<Name extends ImporterName> = (typeof importers)[Name] extends (
  input: InputOf<Name>,
  options?: infer Options,
) => unknown
  ? NonNullable<Options>
  : never;
type Resolve = (location: string) => Promise<string | undefined>;

/**
 * importInWorker runs an importer in a worker thread, so that a large document never blocks the event loop. If it
 * exceeds its time or memory, the result is empty with that problem; it rejects only if `signal` is aborted.
 */
export function importInWorker<Name extends ImporterName>(
  name: Name,
  input: InputOf<Name>,
  options: Partial<OptionsOf<Name>> = {},
  limits: WorkerLimits = {},
): Promise<ImportedCollection> {
  const { timeoutMs = 30_000, memoryMb = threadMemoryMb, signal } = limits;
  const { resolve, ...rest } = options as { resolve?: Resolve; [key: string]: unknown };
  const job: ImportJob = { name, input, options: { ...rest, canResolve: resolve !== undefined } };
  if (signal?.aborted) return Promise.reject(signal.reason);
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
    workerData: job,
    // Options of the parent, such as a test runner's loaders, don't apply there.
    execArgv: [],
    resourceLimits: { ...threadHeap, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
  });
  return new Promise<ImportedCollection>((settle, reject) => {
    const timer = setTimeout(
      () =>
        end(empty(`The import took longer than ${timeoutMs / 1000} seconds and was stopped. Import a smaller part.`)),
      timeoutMs,
    );
    const tooLarge = `The document needs more than ${memoryMb} MB of memory. Import a smaller part of it.`;
    const endWatch = watchMemory(worker, () => end(empty(tooLarge)), memoryMb);
    const stop = () => {
      close();
      reject(signal?.reason);
    };
    const close = () => {
      clearTimeout(timer);
      endWatch();
      signal?.removeEventListener('abort', stop);
      worker.removeAllListeners('message');
      void worker.terminate();
    };
    const end = (result: ImportedCollection) => {
      close();
      settle(result);
    };
    signal?.addEventListener('abort', stop, { once: true });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      end(empty(isMemory ? tooLarge : `The document could not be read: ${error.message}`));
    });
    worker.on('exit', () => end(empty('The importer ended without a result.')));
    const post = (message: ToWorker) => worker.postMessage(message);
    let result: ImportedCollection | undefined;
    worker.on('message', (message: FromWorker) => {
      switch (message.type) {
        case 'resolve':
          void answer(resolve, message, post);
          break;
        case 'failure':
          end(empty(`The document could not be read: ${message.reason}`));
          break;
        case 'result':
          result = { ...message.result, steps: [] };
          post({ type: 'next' });
          break;
        case 'steps':
          result?.steps.push(...message.steps);
          if (!message.isLast) post({ type: 'next' });
          else if (result) end(result);
      }
    });
  });
}

async function answer(
  resolve: Resolve | undefined,
  { id, location }: { id: number; location: string },
  post: (message: ToWorker) => void,
): Promise<void> {
  try {
    post({ type: 'resolved', id, text: await resolve?.(location) });
  } catch (error) {
    post({ type: 'resolved', id, text: undefined, failure: messageOf(error) });
  }
}

const empty = (reason: string): ImportedCollection => ({
  title: '',
  servers: [],
  steps: [],
  variables: [],
  environments: [],
  problems: [{ place: 'document', reason }],
});
