import { createEventParser } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { api } from '../../../shared/api.ts';

/** A piece of a summary; `source` is its author. */
export interface SummaryPiece {
  source: 'model' | 'product';
  text: string;
}

/** readSummary streams a summary piece by piece. */
export async function readSummary(
  flowId: string,
  onPiece: (piece: SummaryPiece) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await api.raw(flowRoutes.summarizeFlow, { body: { flowId } }, { signal });
  const parse = createEventParser(({ event, data }) => {
    if (event === 'text') onPiece(JSON.parse(data) as SummaryPiece);
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) parse(read.value);
}
