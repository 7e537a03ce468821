import type { LoadSummary, RunLoad } from '@touchstone/engine-load';
import type { LoadFrame } from '@touchstone/engine-load/core';
import type { Platform } from '../../../platform/platform.ts';
import type { OpenedRun } from '../app/sealed-run.ts';
import type { ShardFacts } from '../domain/shard.ts';
import { framesStore } from '../store/frames.store.ts';
import { performanceStore, type ShardOrders } from '../store/performance.store.ts';

const beatMs = 1000;
/** Until the start is known, orders are polled at this shorter interval. */
const pollIntervalMs = 200;
/** A shard whose leader is silent for this long ends itself. */
const leaderLostMs = 15_000;

/** What a shard needs to generate its load. */
export interface ShardWork extends OpenedRun {
  platform: Platform;
  runLoad: RunLoad;
  runId: string;
  shardId: string;
  signal: AbortSignal;
}

/** runShard generates the load of one shard, from preparation to end. */
export async function runShard(work: ShardWork): Promise<void> {
  await new ShardRun(work).run();
}

class ShardRun {
  readonly #work: ShardWork;
  readonly #stop = new AbortController();
  #orders: ShardOrders | undefined;
  #frames: LoadFrame[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(work: ShardWork) {
    this.#work = work;
  }

  async run(): Promise<void> {
    const { platform, runId, shardId, plan, runLoad, transport, signal } = this.#work;
    const { sql } = platform.database;
    const onAbort = () => this.#stop.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    const beat = setInterval(() => void this.#beat(), beatMs);
    try {
      const slice = await this.#waitFor((orders) => orders.slice);
      if (slice === undefined) return await performanceStore.setShard(sql, runId, shardId, { state: 'left' });
      const summary = await runLoad(plan, {
        ...transport,
        dynamicValues: import.meta.resolve('@touchstone/engine-data'),
        shard: slice,
        signal: this.#stop.signal,
        abortByThresholds: false,
        whenReady: () => this.#whenReady(),
        onFrame: (frame) => this.#frames.push(this.#masked(frame)),
      });
      await this.#flush();
      await performanceStore.setShard(sql, runId, shardId, { state: 'ended', facts: factsOf(summary) });
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
      await this.#flush();
      await performanceStore.setShard(sql, runId, shardId, { state: 'ended' });
    } finally {
      clearInterval(beat);
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Reports that this shard is ready, and returns the common start by the local clock. */
  async #whenReady(): Promise<number> {
    const { platform, runId, shardId } = this.#work;
    await performanceStore.setShard(platform.database.sql, runId, shardId, { state: 'ready' });
    const askedAtMs = Date.now();
    const start = await this.#waitFor((orders) => (orders.startAtMs === null ? undefined : orders));
    if (start === undefined) throw new Error('The run was stopped before it began.');
    await performanceStore.setShard(platform.database.sql, runId, shardId, { state: 'running' });
    const differenceMs = this.#clockDifferenceMs ?? askedAtMs - start.nowMs;
    return start.startAtMs! + differenceMs;
  }

  /** How far the local clock is ahead of the database's. */
  #clockDifferenceMs: number | undefined;

  async #waitFor<T>(read: (orders: ShardOrders) => T | undefined): Promise<T | undefined> {
    while (!this.#stop.signal.aborted) {
      await this.#beat();
      const value = this.#orders && read(this.#orders);
      if (value !== undefined) return value;
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    }
    return undefined;
  }

  async #beat(): Promise<void> {
    const { platform, runId, shardId } = this.#work;
    try {
      const beforeMs = Date.now();
      const orders = await performanceStore.heartbeat(platform.database.sql, runId, shardId);
      const afterMs = Date.now();
      if (orders === undefined || mustEnd(orders)) {
        this.#stop.abort();
        return;
      }
      this.#clockDifferenceMs = (beforeMs + afterMs) / 2 - orders.nowMs;
      this.#orders = orders;
      await this.#flush();
    } catch (error) {
      platform.log.warn({ err: error, runId }, 'heartbeat of a shard failed');
    }
  }

  /** Writes never overlap; what couldn't be written is retried with the next beat. */
  #flush(): Promise<void> {
    const { platform, runId, shardId } = this.#work;
    this.#writing = this.#writing
      .catch(() => undefined)
      .then(async () => {
        const frames = this.#frames;
        this.#frames = [];
        await framesStore.insertFrames(platform.database.sql, runId, shardId, frames).catch((error: unknown) => {
          this.#frames = [...frames, ...this.#frames];
          throw error;
        });
      });
    return this.#writing;
  }

  /** Secrets never leave this process. */
  #masked(frame: LoadFrame): LoadFrame {
    const { mask } = this.#work;
    return {
      ...frame,
      errors: frame.errors.map((group) => ({
        ...group,
        message: mask(group.message),
        sample: {
          ...group.sample,
          message: mask(group.sample.message),
          url: mask(group.sample.url),
          ...(group.sample.responseText !== undefined && { responseText: mask(group.sample.responseText) }),
        },
      })),
    };
  }
}

/** Whether the run was stopped, has continued without this shard, or has lost its leader. */
function mustEnd({ stopped, state, leaderSilentMs }: ShardOrders): boolean {
  return stopped || state === 'lost' || state === 'left' || leaderSilentMs > leaderLostMs;
}

function factsOf({ notes, scenarios: [scenario] }: LoadSummary): ShardFacts {
  return {
    notes,
    endedEarly: scenario?.endedEarly ?? null,
    paths: scenario?.requests.map((request) => request.path ?? null) ?? [],
  };
}
