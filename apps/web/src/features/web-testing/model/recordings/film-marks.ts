import type { ScriptStepResult } from '@touchstone/contracts/web-testing';
import type { Film, FilmFrame } from '@touchstone/engine-browser/core';

/** The moment of a film at which a step begins. */
export interface FilmMark {
  stepId: string;
  title: string;
  isFailed: boolean;
  /** In milliseconds since the beginning of the film. */
  at: number;
}

/** marksOf gives the moments of the steps of a part of a run in its film, in their order; steps that were not run have none. */
export function marksOf(steps: readonly ScriptStepResult[], unit: string, startedAt: string): FilmMark[] {
  const begin = Date.parse(startedAt);
  return steps
    .filter((step) => step.unit === unit && step.durationMs !== null && step.startedAt !== null)
    .map(({ stepId, title, status, startedAt: at }) => ({
      stepId,
      title,
      isFailed: status === 'failed' || status === 'error',
      at: Math.max(0, Date.parse(at ?? '') - begin),
    }))
    .toSorted((a, b) => a.at - b.at);
}

/** lastUpTo is the last of those in order that lie at a moment or before it; undefined where there is none. */
export function lastUpTo<Moment extends { at: number }>(moments: readonly Moment[], at: number): Moment | undefined {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] as Moment).at <= at) low = middle + 1;
    else high = middle;
  }
  return moments[low - 1];
}

/** frameAt is the picture that a film shows at a moment. */
export const frameAt = ({ frames }: Film, at: number): FilmFrame | undefined => lastUpTo(frames, at) ?? frames[0];

/** clockOf writes a moment of a film, such as `1:05.2`. */
export function clockOf(ms: number): string {
  const tenths = Math.floor(ms / 100);
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  return `${minutes}:${String(Math.floor(rest / 10)).padStart(2, '0')}.${rest % 10}`;
}
