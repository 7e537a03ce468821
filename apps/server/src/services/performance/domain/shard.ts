import type { LoadSlice, RequestSummary, ScenarioSummary } from '@touchstone/engine-load/core';

/** A runner that is silent for this long is considered lost. */
export const lostAfterMs = 5000;

export type ShardState = 'joined' | 'ready' | 'running' | 'ended' | 'lost' | 'left';

/** What a shard reports at its end, besides its frames. */
export interface ShardFacts {
  notes: string[];
  endedEarly: ScenarioSummary['endedEarly'] | null;
  paths: (RequestSummary['path'] | null)[];
}

export interface Shard {
  shardId: string;
  name: string;
  state: ShardState;
  slice: LoadSlice | undefined;
  /** Since its last heartbeat. */
  silentMs: number;
  lostAtSecond: number | null;
  facts: ShardFacts | null;
}

/** isDone returns whether a shard won't send any more frames. */
export const isDone = ({ state }: Pick<Shard, 'state'>): boolean =>
  state === 'ended' || state === 'lost' || state === 'left';
