import { ApiError } from '@touchstone/contracts';
import { type FeedPorts, type FeedState, type PlacedNews, TopicFeed } from './topic-feed.ts';

export interface TopicEvent {
  event: string;
  data: unknown;
}

export interface FollowTopicOptions {
  /** Id of the last known event; default 0. */
  after?: number;
  /** Returns true to stop following, when the topic is complete. */
  onEvent(event: TopicEvent): boolean;
  onState?: (state: FeedState) => void;
  signal: AbortSignal;
}

type Wants = [topic: string, after: number][];
type Message =
  /** A new leader asks which topics the tabs follow. */
  | { kind: 'rollCall' }
  | { kind: 'wants'; tab: string; wants: Wants }
  | { kind: 'state'; state: FeedState }
  | { kind: 'news'; news: PlacedNews };

/** A channel between the tabs of a scope; all other tabs receive messages in the same order. */
export interface TabChannel {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  close(): void;
}

export interface LivePorts {
  /** Unique id of this tab. */
  tab: string;
  /** Absent if the browser has none (no secure context): then every tab reads for itself. */
  locks: Pick<LockManager, 'request'> | undefined;
  openChannel(name: string): TabChannel;
  open: FeedPorts['open'];
  /** Delays the retry of a topic that ended early. */
  again?: (work: () => void) => void;
}

interface Follower {
  cursor: number;
  /** Whether the leader has been asked for the events after the cursor. */
  isAsked: boolean;
  options: FollowTopicOptions;
  resolve(): void;
  reject(error: unknown): void;
}

/** The time between start and stop. */
interface Run {
  scope: string;
  stop: AbortController;
  channel: TabChannel | undefined;
  leader: Leader | undefined;
}

/**
 * LiveTopics lets all tabs of a browser follow server topics over one connection. One tab, the leader, holds a lock and
 * reads; it forwards events to the others through a channel. When it closes, the next tab continues from each tab's
 * position. Each follower receives each event once and in order: an event names its predecessor, and a follower that
 * hasn't seen that one has asked the leader to go back, and waits.
 */
export class LiveTopics {
  readonly #ports: LivePorts;
  readonly #followers = new Map<string, Set<Follower>>();
  #run: Run | undefined;
  #state: FeedState = 'connecting';

  constructor(ports: LivePorts) {
    this.#ports = ports;
  }

  /**
   * Calls onEvent with each event of a topic until it returns true or the signal aborts; rejects if the server refuses
   * the topic.
   */
  follow(topic: string, options: FollowTopicOptions): Promise<void> {
    const { signal, after = 0 } = options;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return resolve();
      const followers = this.#followers.get(topic) ?? new Set();
      this.#followers.set(topic, followers);
      const follower: Follower = { cursor: after, isAsked: true, options, resolve, reject };
      followers.add(follower);
      signal.addEventListener('abort', () => this.#leave(topic, follower), { once: true });
      options.onState?.(this.#state);
      this.#postWants();
    });
  }

  /** Starts sharing with the tabs of the same scope: same user, organization and team. */
  start(scope: string): void {
    if (this.#run?.scope === scope) return;
    this.stop();
    const { locks, tab } = this.#ports;
    const run: Run = { scope, stop: new AbortController(), channel: undefined, leader: undefined };
    this.#run = run;
    if (!locks) {
      this.#lead(run);
      return;
    }
    const channel = this.#ports.openChannel(`touchstone-live ${scope}`);
    run.channel = channel;
    channel.onMessage((message) => this.#receive(message as Message));
    // The tab's own lock comes first: the leader waits for it to notice that the tab has closed.
    const { signal } = run.stop;
    const leadAlone = () => this.#lead(run);
    holdLock(locks, tabLock(scope, tab), signal, () => {
      this.#postWants();
      holdLock(locks, `touchstone-live ${scope}`, signal, () => this.#lead(run)).catch(leadAlone);
    }).catch(leadAlone);
  }

  /** Releases the lead and the connection. Followers stay and continue after the next start. */
  stop(): void {
    const run = this.#run;
    if (!run) return;
    this.#run = undefined;
    run.leader?.close();
    run.channel?.post({ kind: 'wants', tab: this.#ports.tab, wants: [] } satisfies Message);
    run.channel?.close();
    run.stop.abort();
    this.#setState('connecting');
  }

  #lead(run: Run): void {
    if (this.#run !== run) return;
    run.leader = new Leader({
      open: this.#ports.open,
      watchTab: (tab, onClosed) => {
        const { locks } = this.#ports;
        if (!locks || tab === this.#ports.tab) return;
        const request = locks.request(tabLock(run.scope, tab), { signal: run.stop.signal }, onClosed);
        Promise.resolve(request).catch(() => undefined);
      },
      post: (message) => {
        run.channel?.post(message);
        this.#receive(message);
      },
      onRefused: (error) => {
        this.stop();
        for (const topic of this.#followers.keys()) this.#end(topic, error);
      },
    });
    run.channel?.post({ kind: 'rollCall' } satisfies Message);
    this.#postWants();
  }

  #receive(message: Message): void {
    if (message.kind === 'rollCall') this.#postWants();
    else if (message.kind === 'wants') this.#run?.leader?.onWants(message.tab, message.wants);
    else if (message.kind === 'state') this.#setState(message.state);
    else this.#take(message.news);
  }

  #setState(state: FeedState): void {
    this.#state = state;
    for (const followers of this.#followers.values()) for (const { options } of followers) options.onState?.(state);
  }

  #postWants(): void {
    const { tab } = this.#ports;
    const wants: Wants = [...this.#followers].map(([topic, followers]) => [
      topic,
      Math.min(...[...followers].map(({ cursor }) => cursor)),
    ]);
    const message: Message = { kind: 'wants', tab, wants };
    if (this.#run?.leader) this.#run.leader.onWants(tab, wants);
    else this.#run?.channel?.post(message);
  }

  #take(news: PlacedNews): void {
    const { topic } = news;
    if (news.kind === 'refused') this.#end(topic, new ApiError(news.status, news));
    else if (news.kind === 'end') this.#askAgain(topic);
    else this.#hand(topic, news);
  }

  #hand(topic: string, news: PlacedNews & { kind: 'event' }): void {
    for (const follower of [...(this.#followers.get(topic) ?? [])]) {
      if (news.after > follower.cursor) this.#askFor(follower);
      else if (news.id === undefined || news.id > follower.cursor) this.#give(topic, follower, news);
    }
  }

  #give(topic: string, follower: Follower, { id, event, data }: PlacedNews & { kind: 'event' }): void {
    follower.cursor = id ?? follower.cursor;
    follower.isAsked = false;
    if (follower.options.onEvent({ event, data })) this.#leave(topic, follower);
  }

  #askFor(follower: Follower): void {
    if (follower.isAsked) return;
    follower.isAsked = true;
    this.#postWants();
  }

  /**
   * The topic ended while a follower still waits: the server stopped, or the topic has been deleted, which the next
   * response will say.
   */
  #askAgain(topic: string): void {
    if (!this.#followers.has(topic)) return;
    for (const { options } of this.#followers.get(topic) ?? []) options.onState?.('waiting');
    const { again = (work) => setTimeout(work, 1000) } = this.#ports;
    again(() => this.#postWants());
  }

  #end(topic: string, error: unknown): void {
    const followers = this.#followers.get(topic);
    this.#followers.delete(topic);
    for (const { reject } of followers ?? []) reject(error);
    this.#postWants();
  }

  #leave(topic: string, follower: Follower): void {
    const followers = this.#followers.get(topic);
    follower.resolve();
    if (!followers?.delete(follower)) return;
    if (!followers.size) this.#followers.delete(topic);
    this.#postWants();
  }
}

interface LeaderPorts {
  open: FeedPorts['open'];
  watchTab(tab: string, onClosed: () => void): void;
  post(message: Message): void;
  onRefused(error: ApiError): void;
}

/** Reads the topics that any tab wants. */
class Leader {
  readonly #wanted = new Map<string, Set<string>>();
  readonly #watched = new Set<string>();
  readonly #feed: TopicFeed;
  readonly #ports: LeaderPorts;
  #state: FeedState = 'connecting';

  constructor(ports: LeaderPorts) {
    this.#ports = ports;
    this.#feed = new TopicFeed({
      open: ports.open,
      onNews: (news) => ports.post({ kind: 'news', news }),
      onState: (state) => {
        this.#state = state;
        ports.post({ kind: 'state', state });
      },
      onRefused: ports.onRefused,
    });
  }

  close(): void {
    this.#feed.close();
  }

  onWants(tab: string, wants: Wants): void {
    const before = this.#wanted.get(tab);
    if (wants.length) this.#wanted.set(tab, new Set(wants.map(([topic]) => topic)));
    else this.#wanted.delete(tab);
    if (wants.length && !this.#watched.has(tab)) this.#watch(tab);
    for (const [topic, after] of wants) {
      const position = this.#feed.position(topic);
      // A state without an id is only sent to a new follower when the topic is reopened.
      if (position === undefined || after < position || !before?.has(topic)) this.#feed.follow(topic, after);
    }
    const all = [...this.#wanted.values()];
    for (const topic of [...this.#feed.topics]) if (!all.some((topics) => topics.has(topic))) this.#feed.drop(topic);
    if (wants.length) this.#ports.post({ kind: 'state', state: this.#state });
  }

  #watch(tab: string): void {
    this.#watched.add(tab);
    this.#ports.watchTab(tab, () => {
      this.#watched.delete(tab);
      this.onWants(tab, []);
    });
  }
}

const tabLock = (scope: string, tab: string): string => `touchstone-live ${scope} tab ${tab}`;

/** Runs `work` once the lock is held, and keeps the lock until the signal aborts. */
async function holdLock(
  locks: Pick<LockManager, 'request'>,
  name: string,
  signal: AbortSignal,
  work: () => void,
): Promise<void> {
  const held = locks.request(name, { signal }, async () => {
    if (signal.aborted) return;
    work();
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  });
  await Promise.resolve(held).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
