import { ApiError, followEvents } from '@touchstone/contracts';
import { type FollowedTopic, isTopicNews, maxTopics, type TopicNews } from '@touchstone/contracts/notifications';

export type FeedState = 'connecting' | 'open' | 'waiting';

/** A topic message with the id of the last event before it: a follower that hasn't seen that one is missing events. */
export type PlacedNews = TopicNews & { after: number };

export interface FeedPorts {
  open(topics: FollowedTopic[], signal: AbortSignal): Promise<Response>;
  onNews(news: PlacedNews): void;
  onState(state: FeedState): void;
  /** The whole stream was refused and is not reopened. */
  onRefused(error: ApiError): void;
}

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 401, 403, 404].includes(error.status);

/**
 * TopicFeed reads all topics over one connection. When the set of topics changes, it reopens, resuming each topic after
 * its last event.
 */
export class TopicFeed {
  readonly #ports: FeedPorts;
  readonly #positions = new Map<string, number>();
  #connection: AbortController | undefined;
  #isOpening = false;
  #isStale = false;

  constructor(ports: FeedPorts) {
    this.#ports = ports;
  }

  get topics(): Iterable<string> {
    return this.#positions.keys();
  }

  /** Id of a topic's last event read; undefined if the topic isn't followed. */
  position(topic: string): number | undefined {
    return this.#positions.get(topic);
  }

  /** Follows a topic from `after`; a topic that is further along is rewound. */
  follow(topic: string, after: number): void {
    this.#positions.set(topic, Math.min(after, this.#positions.get(topic) ?? after));
    this.#reopen();
  }

  drop(topic: string): void {
    if (this.#positions.delete(topic)) this.#reopen();
  }

  close(): void {
    this.#positions.clear();
    this.#connection?.abort();
  }

  /** Changes during an opening are covered by a single reopening. */
  #reopen(): void {
    this.#isStale = true;
    if (this.#isOpening) return;
    this.#connection?.abort();
    if (!this.#positions.size) return;
    const connection = new AbortController();
    this.#connection = connection;
    void this.#read(connection.signal);
  }

  async #read(signal: AbortSignal): Promise<void> {
    try {
      await followEvents({
        signal,
        open: () => this.#open(signal),
        onState: this.#ports.onState,
        isFatal: isRefusal,
        onEvent: ({ data }) => {
          const news: unknown = JSON.parse(data);
          if (isTopicNews(news) && !signal.aborted) this.#take(news);
          return !this.#positions.size;
        },
      });
    } catch (error) {
      if (!signal.aborted && isRefusal(error)) this.#ports.onRefused(error);
    }
  }

  async #open(signal: AbortSignal): Promise<Response> {
    this.#isOpening = true;
    try {
      for (;;) {
        this.#isStale = false;
        const topics = [...this.#positions].slice(0, maxTopics).map(([topic, after]) => ({ topic, after }));
        if (!topics.length) {
          this.#connection?.abort();
          return new Response();
        }
        const response = await this.#ports.open(topics, signal);
        if (!this.#isStale) return response;
        await response.body?.cancel();
      }
    } finally {
      this.#isOpening = false;
    }
  }

  /** A finished topic makes room for a waiting one. */
  #forget(topic: string): void {
    this.#positions.delete(topic);
    if (this.#positions.size >= maxTopics) this.#reopen();
  }

  #take(news: TopicNews): void {
    const after = this.#positions.get(news.topic);
    if (after === undefined) return;
    if (news.kind !== 'event') this.#forget(news.topic);
    else if (news.id !== undefined) this.#positions.set(news.topic, Math.max(after, news.id));
    this.#ports.onNews({ ...news, after });
  }
}
