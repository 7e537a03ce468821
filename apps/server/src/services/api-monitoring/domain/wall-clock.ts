/** Local times of a time zone, as milliseconds of the wall-clock time read as if it were UTC. */
export interface WallClock {
  wallOf(timezone: string, atMs: number): number;
  /** A skipped local time is the first moment after the gap; a repeated one is the first of the two. */
  instantOf(timezone: string, wallMs: number): number;
}
