import { Worker } from 'node:worker_threads';
import type { XsdVerdict } from '../../core/response-view.ts';
import type { XsdTask } from './xsd-worker.ts';

let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/** validateXsd validates XML against an XML Schema in a thread of its own, which is ended after `limitMs`. It never throws. */
export function validateXsd(task: XsdTask, limitMs: number): Promise<XsdVerdict> {
  // One validation after another: the library holds one state for the whole thread.
  const verdict = last.then(() => validateAlone(task, limitMs));
  last = verdict;
  return verdict;
}

function validateAlone(task: XsdTask, limitMs: number): Promise<XsdVerdict> {
  return new Promise((resolve) => {
    const thread = startWorker();
    const settle = (verdict: XsdVerdict) => {
      clearTimeout(timer);
      thread.removeAllListeners('message').removeAllListeners('error');
      thread.unref();
      resolve(verdict);
    };
    const fail = (problem: string) => {
      settle({ problem });
      worker = undefined;
      thread.on('error', () => undefined);
      void thread.terminate();
    };
    const timer = setTimeout(
      () => fail(`the validation took longer than ${limitMs} ms. Simplify the XML schema`),
      limitMs,
    );
    thread.once('message', settle);
    thread.once('error', (error: Error) => fail(`the XML schema cannot be used: ${error.message}`));
    thread.ref();
    thread.postMessage(task);
  });
}

function startWorker(): Worker {
  worker ??= new Worker(new URL('./xsd-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  return worker;
}
