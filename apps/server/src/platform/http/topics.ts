import type { FollowedTopic, TopicNews } from '@touchstone/contracts/notifications';
import { AppError } from '@touchstone/kernel';
import type { Caller } from './caller.ts';
import type { StreamEvent } from './event-stream.ts';

/** OpenTopic returns how to read a topic from an event id on; throws if the caller may not follow it. */
export type OpenTopic = (
  caller: Caller,
  id: string,
) => Promise<(after: number, signal: AbortSignal) => AsyncIterable<StreamEvent>>;

/** Topics are the topics a browser can follow in a single stream; each service adds its kinds. */
export class Topics {
  readonly #kinds = new Map<string, OpenTopic>();

  /** Adds the opener of topics whose prefix before the colon is `kind`. */
  add(kind: string, open: OpenTopic): void {
    this.#kinds.set(kind, open);
  }

  /** Follows several topics until all have ended. A refused one reports it and doesn't affect the others. */
  async *follow(caller: Caller, topics: readonly FollowedTopic[], signal: AbortSignal): AsyncGenerator<TopicNews> {
    const own = new AbortController();
    const both = AbortSignal.any([signal, own.signal]);
    try {
      yield* merge(
        topics.map((topic) => this.#followOne(caller, topic, both)),
        both,
      );
    } finally {
      own.abort();
    }
  }

  async *#followOne(caller: Caller, { topic, after }: FollowedTopic, signal: AbortSignal): AsyncGenerator<TopicNews> {
    const [kind, id] = split(topic);
    try {
      const read = await this.#kinds.get(kind)?.(caller, id);
      if (read) for await (const event of read(after, signal)) yield { kind: 'event', topic, ...event };
      yield { kind: 'end', topic };
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const { status, code, message } = error;
      yield { kind: 'refused', topic, status, code, message };
    }
  }
}

function split(topic: string): [string, string] {
  const colon = topic.indexOf(':');
  return colon < 0 ? [topic, ''] : [topic.slice(0, colon), topic.slice(colon + 1)];
}

/**
 * Yields the items of all sources as they arrive; a source continues once its last item was taken. The first failure
 * ends all.
 */
async function* merge<T>(sources: readonly AsyncIterable<T>[], signal: AbortSignal): AsyncGenerator<T> {
  const ready: { item: T; taken: () => void }[] = [];
  let open = sources.length;
  let failure: { error: unknown } | undefined;
  let wake: () => void = () => undefined;
  const onAbort = () => {
    for (const { taken } of ready) taken();
    wake();
  };
  const pump = async (source: AsyncIterable<T>) => {
    for await (const item of source) {
      if (signal.aborted) return;
      await new Promise<void>((taken) => {
        ready.push({ item, taken });
        wake();
      });
    }
  };
  signal.addEventListener('abort', onAbort, { once: true });
  for (const source of sources)
    void pump(source)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        open -= 1;
        wake();
      });
  while (!signal.aborted) {
    const next = ready.shift();
    if (next) {
      next.taken();
      yield next.item;
    } else if (failure) throw failure.error;
    else if (open === 0) return;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}
