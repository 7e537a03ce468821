import type {
  PerformanceEvent,
  PerformancePoint,
  PerformanceRun,
  PerformanceTotals,
} from '@touchstone/contracts/api-testing';
import type { Platform } from '../../../platform/platform.ts';
import { isFinal, type Runs } from '../../runs/index.ts';
import { framesStore } from '../store/frames.store.ts';
import { performanceStore } from '../store/performance.store.ts';
import { toPerformanceRun } from './performance-run.ts';

/** The longest delay of an event if a notification is lost. */
const pollIntervalMs = 1000;
const pointsPerRead = 500;

export interface NumberedEvent {
  /** Only for points: their second + 1. */
  id?: number;
  event: PerformanceEvent;
}

/**
 * createFollowPerformance yields the points of a run after `after`, stored and future ones, until the run has ended.
 */
export function createFollowPerformance({ platform, runs }: { platform: Platform; runs: Runs }) {
  const { database, notifier } = platform;

  const read = async (organizationId: string, runId: string, fromSecond: number): Promise<State | undefined> => {
    const [run] = await runs.listByIds(organizationId, [runId]);
    const row = run && (await performanceStore.find(database.sql, runId));
    if (!row) return undefined;
    const range = { resolution: 1, fromSecond, limit: pointsPerRead };
    return {
      run: toPerformanceRun(run, row),
      totals: row.totals,
      points: await framesStore.listPoints(database.sql, runId, range),
    };
  };

  return async function* followPerformance(
    { organizationId, runId }: { organizationId: string; runId: string },
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<NumberedEvent> {
    let wake: () => void = () => undefined;
    let next = after;
    const shown = new Shown();
    const unlisten = await notifier.listen('performance_point', (id) => {
      if (id === runId) wake();
    });
    const onAbort = () => wake();
    signal.addEventListener('abort', onAbort);
    try {
      while (!signal.aborted) {
        const notified = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const state = await read(organizationId, runId, next);
        if (state === undefined) return;
        yield* shown.news(state);
        next = (state.points.at(-1)?.second ?? next - 1) + 1;
        if (state.points.length === pointsPerRead) continue;
        yield* shown.end(state);
        if (isFinal(state.run.status)) return;
        await orTimeout(notified, pollIntervalMs);
      }
    } finally {
      unlisten();
      signal.removeEventListener('abort', onAbort);
    }
  };
}
interface State {
  run: PerformanceRun;
  totals: PerformanceTotals | null;
  points: PerformancePoint[];
}

/** What a reader has received, so that nothing is sent twice. */
class Shown {
  #status = '';
  #totalsMs = -1;

  *news({ run, points }: State): Generator<NumberedEvent> {
    const status = `${run.status} ${run.phase}`;
    if (status !== this.#status && !isFinal(run.status)) yield { event: { type: 'status', run } };
    this.#status = status;
    for (const point of points) yield { id: point.second + 1, event: { type: 'point', point } };
  }

  /** After the newest point. */
  *end({ run, totals }: State): Generator<NumberedEvent> {
    if (totals && totals.durationMs !== this.#totalsMs) {
      this.#totalsMs = totals.durationMs;
      yield { event: { type: 'totals', totals } };
    }
    if (isFinal(run.status)) yield { event: { type: 'COMPLETED', run } };
  }
}

export type FollowPerformance = ReturnType<typeof createFollowPerformance>;

async function orTimeout(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([promise, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
