import type { Recorded } from '../store/leases.store.ts';

/** toEvent adds the fields shared by all events of a run. */
export function toEvent<T extends { type: string }>(runId: string, recorded: Recorded, own: T) {
  const durationMs = recorded.startedAt ? Date.now() - recorded.startedAt.getTime() : 0;
  return { ...own, seq: recorded.seq, runId, counts: recorded.counts, durationMs };
}
