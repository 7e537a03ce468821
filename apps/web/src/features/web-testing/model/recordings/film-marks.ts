import type { ScriptStepResult } from '@touchstone/contracts/web-testing';
import type { Film, FilmFrame } from '@touchstone/engine-browser/core';

/** The moment of a film at which a step starts. */
export interface FilmMark {
  stepId: string;
  title: string;
  isFailed: boolean;
  /** When it starts, in milliseconds since the start of the film. */
  at: number;
  /** When the film shows its outcome: at its end, but before the next step. */
  shownAt: number;
}

/** marksOf returns the moments of a unit's steps in its film, in order; steps that didn't run have none. */
export function marksOf(steps: readonly ScriptStepResult[], unit: string, startedAt: string): FilmMark[] {
  const begin = Date.parse(startedAt);
  const marks = steps
    .filter((step) => step.unit === unit && step.durationMs !== null && step.startedAt !== null)
    .map(({ stepId, title, status, startedAt: started, durationMs }) => {
      const isFailed = status === 'failed' || status === 'error';
      const at = Math.max(0, Date.parse(started ?? '') - begin);
      return { stepId, title, isFailed, at, shownAt: at + (durationMs ?? 0) };
    })
    .toSorted((a, b) => a.at - b.at);
  return marks.map((mark, index) => {
    const next = marks[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    return { ...mark, shownAt: Math.max(mark.at, Math.min(mark.shownAt, next - 1)) };
  });
}

/** lastUpTo returns the last of the ordered moments at or before a position; undefined if there is none. */
export function lastUpTo<Moment extends { at: number }>(moments: readonly Moment[], at: number): Moment | undefined {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] as Moment).at <= at) low = middle + 1;
    else high = middle;
  }
  return moments[low - 1];
}

/** frameAt returns the picture that a film shows at a position. */
export const frameAt = ({ frames }: Film, at: number): FilmFrame | undefined => lastUpTo(frames, at) ?? frames[0];

/** clockOf formats a position in a film, such as `1:05.2`. */
export function clockOf(ms: number): string {
  const tenths = Math.floor(ms / 100);
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  return `${minutes}:${String(Math.floor(rest / 10)).padStart(2, '0')}.${rest % 10}`;
}
