import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import type { FileSource } from '@touchstone/engine-http';
import { LoadThread } from './load-thread.ts';
import type { FromWorker, SentFile, ToWorker, WorkerStart } from './worker-messages.ts';

const { plan, options, hasFiles } = workerData as WorkerStart;
const port = parentPort!;
const files = new Map<string, PromiseWithResolvers<SentFile>>();

/** Files are loaded from the main thread as a whole, once for all virtual users of this thread. */
const source: FileSource = {
  open: async (fileId) => {
    let file = files.get(fileId);
    if (file === undefined) {
      file = Promise.withResolvers();
      files.set(fileId, file);
      send({ type: 'file', fileId });
    }
    const { bytes, fileName, contentType } = await file.promise;
    return { stream: Readable.from([bytes]), sizeBytes: bytes.length, fileName, contentType };
  },
};

function send(message: FromWorker): void {
  port.postMessage(message);
}

function fail(error: unknown): void {
  send({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
}

async function run(): Promise<void> {
  const thread = await LoadThread.prepare(plan, {
    ...options,
    ...(hasFiles ? { files: source } : { files: undefined }),
    onFrame: (frame) => send({ type: 'frame', frame }),
  });
  port.on('message', (message: ToWorker) => {
    if (message.type === 'stop') thread.stop();
    else if (message.type === 'abort') thread.abort();
    else if (message.type === 'file') receive(message.fileId, message.file);
    else {
      const startMs = performance.now() + (message.atMs - Date.now());
      thread.start(startMs).then((end) => send({ type: 'ended', end }), fail);
    }
  });
  send({ type: 'ready' });
}

function receive(fileId: string, file: SentFile | undefined): void {
  const waiting = files.get(fileId);
  if (file !== undefined) waiting?.resolve(file);
  else waiting?.reject(new Error(`The file ${fileId} cannot be opened.`));
}

run().catch(fail);
