import { parentPort, workerData } from 'node:worker_threads';
import type { HttpStep } from '@touchstone/engine-http/core';
import { type ImporterName, importers } from './importers.ts';
import type { FromWorker, ImportJob, ToWorker } from './worker-messages.ts';
import { type ImportedCollection, messageOf } from './worker-messages.ts';

/** The main thread handles a message in one go, so it must be small. */
const batchSize = 512 * 1024;

const { name, input, options } = workerData as ImportJob;
const waiting = new Map<number, { settle(text: string | undefined): void; refuse(error: Error): void }>();
let asked = 0;
let batches: HttpStep[][] = [];

const send = (message: FromWorker): void => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'resolved') {
    const asking = waiting.get(message.id);
    if (message.failure === undefined) asking?.settle(message.text);
    else asking?.refuse(new Error(message.failure));
    waiting.delete(message.id);
  } else send({ type: 'steps', steps: batches.shift() ?? [], isLast: batches.length === 0 });
});

function resolve(location: string): Promise<string | undefined> {
  asked += 1;
  const id = asked;
  send({ type: 'resolve', id, location });
  return new Promise((settle, refuse) => waiting.set(id, { settle, refuse }));
}

function batchesOf(steps: HttpStep[]): HttpStep[][] {
  const all: HttpStep[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const step of steps) {
    const length = JSON.stringify(step).length;
    if (size + length > batchSize) {
      all.push([]);
      size = 0;
    }
    all.at(-1)?.push(step);
    size += length;
  }
  return all;
}

try {
  const { canResolve, ...rest } = options;
  const run = importers[name as ImporterName] as (
    input: unknown,
    options: object,
  ) => ImportedCollection | Promise<ImportedCollection>;
  const { steps, ...result } = await run(input, canResolve ? { ...rest, resolve } : rest);
  batches = batchesOf(steps);
  send({ type: 'result', result });
} catch (error) {
  send({ type: 'failure', reason: messageOf(error) });
}
