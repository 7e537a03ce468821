import { ApiError } from '@touchstone/contracts';
import type { FollowedTopic, TopicNews } from '@touchstone/contracts/notifications';
import type { TabChannel } from '../live-topics.ts';

/** FakeLocks grants each lock to one holder at a time, in request order, as Web Locks do. */
export class FakeLocks {
  readonly #queues = new Map<string, Promise<unknown>>();

  request = (async (name: string, options: LockOptions, work: LockGrantedCallback<unknown>) => {
    const before = this.#queues.get(name) ?? Promise.resolve();
    const { signal } = options;
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    });
    aborted.catch(() => undefined);
    const granted = Promise.withResolvers<void>();
    const done = before.then(async () => {
      if (signal?.aborted) throw new Error('aborted');
      granted.resolve();
      return work(null);
    });
    this.#queues.set(
      name,
      done.catch(() => undefined),
    );
    done.catch(() => undefined);
    await Promise.race([granted.promise, aborted]);
    return done;
  }) as LockManager['request'];
}

/** FakeChannels delivers messages to all other channels of the same name, asynchronously and in order. */
export class FakeChannels {
  readonly #open = new Map<string, Set<(message: unknown) => void>>();

  open = (name: string): TabChannel => {
    const peers = this.#open.get(name) ?? new Set();
    this.#open.set(name, peers);
    let own: ((message: unknown) => void) | undefined;
    return {
      post(message) {
        const copy: unknown = structuredClone(message);
        for (const peer of peers) if (peer !== own) void Promise.resolve().then(() => peers.has(peer) && peer(copy));
      },
      onMessage(listener) {
        own = listener;
        peers.add(listener);
      },
      close() {
        if (own) peers.delete(own);
      },
    };
  };
}

interface OpenStream {
  topics: Map<string, number>;
  send(news: TopicNews): void;
  close(): void;
}

/** FakeServer stores the events of topics and serves streams of them, as the server does. */
export class FakeServer {
  readonly #events = new Map<string, unknown[]>();
  readonly #open = new Set<OpenStream>();
  readonly refused = new Set<string>();
  readonly ended = new Set<string>();
  /** Errors that the next calls fail with. */
  readonly failures: Error[] = [];
  /** Most streams open at the same time, and how many were opened in total. */
  most = 0;
  opened = 0;

  get openStreams(): number {
    return this.#open.size;
  }

  open = async (topics: FollowedTopic[], signal: AbortSignal): Promise<Response> => {
    await Promise.resolve();
    const failure = this.failures.shift();
    if (failure) throw failure;
    if (signal.aborted) throw new Error('aborted');
    this.opened += 1;
    const encoder = new TextEncoder();
    let leave: () => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const stream: OpenStream = {
          topics: new Map(topics.map(({ topic, after = 0 }) => [topic, after])),
          send: (news) => controller.enqueue(encoder.encode(`event: ${news.kind}\ndata: ${JSON.stringify(news)}\n\n`)),
          close: () => {
            if (this.#open.delete(stream)) controller.close();
          },
        };
        leave = () => this.#open.delete(stream);
        signal.addEventListener('abort', () => {
          if (this.#open.delete(stream)) controller.error(new Error('aborted'));
        });
        this.#open.add(stream);
        this.most = Math.max(this.most, this.#open.size);
        for (const [topic, after] of stream.topics) this.#catchUp(stream.send, topic, after);
      },
      cancel: () => leave(),
    });
    return new Response(body);
  };

  #catchUp(send: (news: TopicNews) => void, topic: string, after: number): void {
    if (this.refused.has(topic)) {
      send({ kind: 'refused', topic, status: 404, code: 'GONE', message: 'This run is gone.' });
      return;
    }
    const events = this.#events.get(topic) ?? [];
    for (const [index, data] of events.entries())
      if (index >= after) send({ kind: 'event', topic, id: index + 1, event: 'step', data });
    if (this.ended.has(topic)) send({ kind: 'end', topic });
  }

  /** Stores an event and sends it to the topic's followers. */
  publish(topic: string, data: unknown): void {
    const events = this.#events.get(topic) ?? [];
    events.push(data);
    this.#events.set(topic, events);
    for (const { topics, send } of this.#open)
      if (topics.has(topic)) send({ kind: 'event', topic, id: events.length, event: 'step', data });
  }

  /** Sends a state without an id to the topic's followers. */
  state(topic: string, data: unknown): void {
    for (const { topics, send } of this.#open)
      if (topics.has(topic)) send({ kind: 'event', topic, event: 'state', data });
  }

  end(topic: string): void {
    for (const { topics, send } of this.#open) if (topics.delete(topic)) send({ kind: 'end', topic });
  }

  /** Ends every connection, like a restarting server. */
  disconnect(): void {
    for (const { close } of this.#open) close();
  }
}

export const refusal = (): ApiError => new ApiError(401, { code: 'UNAUTHENTICATED', message: 'Sign in first.' });
