import { parentPort } from 'node:worker_threads';
import type { FromWorkWorker, ToWorkWorker } from './work-pool.ts';

const post = (message: FromWorkWorker) => parentPort?.postMessage(message);

async function perform({ module, name, input }: ToWorkWorker): Promise<void> {
  try {
    const loaded = (await import(module)) as Record<string, (input: unknown) => unknown>;
    post({ type: 'started' });
    post({ type: 'done', value: await loaded[name]?.(input) });
  } catch (error) {
    const { name: kind, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    post({ type: 'failed', name: kind, message });
  }
}

parentPort?.on('message', (order: ToWorkWorker) => void perform(order));
