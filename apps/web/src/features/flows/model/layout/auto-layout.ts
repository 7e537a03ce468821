import ELK from 'elkjs/lib/elk-api.js';
import type { BlockSize } from '../canvas/block-geometry.ts';
import type { BlockPlace, FlowDocument } from '../document/flow-document.ts';
import { layoutGraph, placesOf } from './layout-graph.ts';

/** autoLayout lays out blocks in layers from left to right. Runs in a worker, so that the page stays responsive. */
export async function autoLayout(
  document: FlowDocument,
  sizeOf: (id: string) => BlockSize,
): Promise<Record<string, BlockPlace>> {
  const elk = new ELK({
    workerFactory: () => new Worker(new URL('./auto-layout-worker.ts', import.meta.url), { type: 'module' }),
  });
  try {
    return placesOf(await elk.layout(layoutGraph(document, sizeOf)), document.layout);
  } finally {
    elk.terminateWorker();
  }
}
