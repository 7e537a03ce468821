import type { PerformanceReport, PerformanceRun } from '@touchstone/contracts/api-testing';
import { counted, formatCount } from '../../../shared/format.ts';

interface Stage {
  fromMs: number;
  toMs: number;
  from: number;
  to: number;
}

/** Jumps take no time and aren't stages. */
const stagesOf = (points: PerformanceReport['plan']['points']): Stage[] =>
  points.slice(1).flatMap((end, index) => {
    const begin = points[index];
    if (!begin || end.atMs <= begin.atMs) return [];
    return [{ fromMs: begin.atMs, toMs: end.atMs, from: begin.value, to: end.value }];
  });

function timeLeft(ms: number, isAtMost: boolean): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const text = seconds < 90 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`;
  return isAtMost ? `at most ${text}` : text;
}

function loadOf(stage: Stage, unit: PerformanceReport['plan']['unit'], users: number | undefined): string {
  const per = unit === 'iterationsPerSecond';
  const amount = (value: number) => (per ? `${formatCount(value)} iterations per second` : counted(value, 'user'));
  if (stage.from === stage.to) return `Holding ${amount(stage.to)}`;
  if (stage.to < stage.from) return `Ramping down to ${amount(stage.to)}`;
  if (per || users === undefined) return `Ramping up to ${amount(stage.to)}`;
  return `Ramping up: ${formatCount(users)} of ${amount(stage.to)}`;
}

interface Moment {
  run: Pick<PerformanceRun, 'phase' | 'plannedDurationMs'>;
  plan: PerformanceReport['plan'];
  /** Elapsed time of the load. */
  elapsedMs: number;
  /** Users in the latest second. */
  users?: number | undefined;
}

/**
 * loadPhase describes in one line what a load run is doing, such as "Ramping up: 40 of 100 users, stage 2 of 4, 3 min
 * left".
 */
export function loadPhase({ run, plan, elapsedMs, users }: Moment): string {
  if (run.phase === 'ended') return 'The load has ended';
  if (run.phase === 'waiting') return 'Waiting for a free runner';
  if (run.phase === 'preparing') return 'Runners are getting ready; the load starts on all of them at once';
  const leftMs = run.plannedDurationMs - elapsedMs;
  if (leftMs <= 0) return 'Waiting for the last iterations to finish';
  const stages = stagesOf(plan.points);
  const at = stages.findIndex(({ toMs }) => elapsedMs < toMs);
  const stage = stages[at];
  const left = timeLeft(leftMs, plan.iterations !== undefined);
  if (!stage) return `Running, ${left}`;
  const place = stages.length > 1 ? [`stage ${at + 1} of ${stages.length}`] : [];
  return [loadOf(stage, plan.unit, users), ...place, left].join(', ');
}
