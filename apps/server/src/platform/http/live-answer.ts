import { AppError } from '@touchstone/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { platformErrors } from '../errors.ts';
import type { EventStreams, StreamEvent } from './event-stream.ts';

/** Live sends events before the response is complete; the first one makes the response an event stream. */
export type Live = (event: StreamEvent) => void;

/**
 * answerLive responds with the result of `work` as JSON. If the caller accepts an event stream and `work` sends events,
 * responds with these as they occur, followed by an event `result` or `failure`.
 */
export async function answerLive<Answer>(
  { streams, request, reply }: { streams: EventStreams; request: FastifyRequest; reply: FastifyReply },
  work: (live: Live | undefined) => Promise<Answer>,
): Promise<Answer> {
  if (!request.headers.accept?.includes('text/event-stream')) return work(undefined);
  const waiting: StreamEvent[] = [];
  let wake: () => void = () => undefined;
  let hasEnded = false;
  const done = work((event) => {
    waiting.push(event);
    wake();
  });
  const ended = done.then(
    () => undefined,
    () => undefined,
  );
  void ended.then(() => {
    hasEnded = true;
    wake();
  });
  const news = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      if (waiting.length > 0 || hasEnded) resolve();
    });
  await news();
  if (waiting.length === 0) return done;
  await streams.serve(request, reply, async function* (signal) {
    signal.addEventListener('abort', () => wake(), { once: true });
    while (!signal.aborted) {
      yield* waiting.splice(0);
      if (hasEnded && waiting.length === 0) break;
      await news();
    }
    if (!signal.aborted) yield await done.then(resultOf, failureOf);
  });
  // The stream was the response.
  return undefined as Answer;
}

const resultOf = (answer: unknown): StreamEvent => ({ event: 'result', data: answer });

function failureOf(error: unknown): StreamEvent {
  const { code, message } = error instanceof AppError ? error : new AppError(platformErrors.internal, { cause: error });
  return { event: 'failure', data: { code, message } };
}
