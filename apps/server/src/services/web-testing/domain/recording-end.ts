/** How long a recording stays open, in milliseconds. */
export const recordingLimits = { unwatchedMs: 60_000, idleMs: 15 * 60_000, wholeMs: 4 * 60 * 60_000 } as const;

/** How a recording is being used; all times are of one clock, in milliseconds. */
export interface RecordingUse {
  openedMs: number;
  usedMs: number;
  /** Since when it has had no watchers; undefined if it has any. */
  unwatchedMs: number | undefined;
}

/** recordingEnd returns why a recording must be closed now; undefined if it can stay open. */
export function recordingEnd({ openedMs, usedMs, unwatchedMs }: RecordingUse, nowMs: number): string | undefined {
  if (unwatchedMs !== undefined && nowMs - unwatchedMs >= recordingLimits.unwatchedMs)
    return 'The browser was closed, because no one watched it.';
  if (nowMs - usedMs >= recordingLimits.idleMs)
    return 'The browser was closed after 15 minutes without a click or a key. Start it again to go on.';
  if (nowMs - openedMs >= recordingLimits.wholeMs)
    return 'The browser was closed after four hours. Start it again to go on.';
  return undefined;
}
