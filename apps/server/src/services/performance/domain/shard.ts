import type { LoadSlice, RequestSummary, ScenarioSummary } from '@touchstone/engine-load/core';

/** A runner that is not heard of for so long is lost. */
export const lostAfterMs = 5000;

export type ShardState = 'joined' | 'ready' | 'running' | 'ended' | 'lost' | 'left';

/** What a shard tells of itself at its end, besides its frames. */
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

/** isDone tells whether a shard will give no more frames. */
export const isDone = ({ state }: Pick<Shard, 'state'>): boolean =>
  state === 'ended' || state === 'lost' || state === 'left';
