import type { FlowDocument as SentDocument } from '@touchstone/contracts/flows';
import { flowSchema } from '@touchstone/engine-flow/core';
import type { FlowDocument } from './document/flow-document.ts';

/** readDocument reads a document from the server; every block gets a position. */
export function readDocument({ flow, layout }: SentDocument): FlowDocument {
  const read = flowSchema.parse(flow);
  const places = read.nodes.map(({ id }, index) => [
    id,
    layout[id] ?? { x: 320 * (index % 6), y: 200 * Math.floor(index / 6) },
  ]);
  return { flow: read, layout: Object.fromEntries(places) };
}

/** sentDocument returns a document in the format of calls. */
export const sentDocument = ({ flow, layout }: FlowDocument): SentDocument => ({
  flow: { ...flow },
  layout: { ...layout },
});
