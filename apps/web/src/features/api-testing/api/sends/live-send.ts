import { type AnyRoute, ApiError, type CallInput, createEventParser } from '@touchstone/contracts';
import { apiPreviewRoutes, type LiveEvent, type LiveHead } from '@touchstone/contracts/api-testing';
import { api } from '../../../../shared/api.ts';

/** LivePart is a part of an event stream that arrives before the request's result. */
export type LivePart = { head: LiveHead } | { event: LiveEvent };

/** stopStream ends an event stream; its result follows as if the stream had ended by itself. */
export const stopStream = (streamId: string) => api.call(apiPreviewRoutes.stop, { body: { streamId } });

/** sendLive makes a call that may forward an event stream, and returns its result. */
export async function sendLive<Answer>(
  route: AnyRoute,
  input: CallInput<AnyRoute>,
  { signal, onLive }: { signal: AbortSignal; onLive: (part: LivePart) => void },
): Promise<Answer> {
  const response = await api.raw(route, input, { signal, headers: { accept: 'text/event-stream, application/json' } });
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return (await response.json()) as Answer;
  const answers: Answer[] = [];
  const parse = createEventParser(({ event, data }) => {
    const value: unknown = JSON.parse(data);
    if (event === 'begin') onLive({ head: value as LiveHead });
    else if (event === 'event') onLive({ event: value as LiveEvent });
    else if (event === 'failure') throw new ApiError(500, value as { code: string; message: string });
    else if (event === 'result') answers.push(value as Answer);
  });
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    parse(decoder.decode(part.value, { stream: true }));
  }
  if (answers[0] === undefined)
    throw new ApiError(0, { code: 'NETWORK', message: 'The connection ended before the response was complete.' });
  return answers[0];
}
