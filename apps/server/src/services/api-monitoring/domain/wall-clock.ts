/** Local times of a time zone: milliseconds as a clock on the wall shows them, read as if it were UTC. */
export interface WallClock {
  wallOf(timezone: string, atMs: number): number;
  /** A time that is left out is the first moment after the gap, one that comes twice the first of the two. */
  instantOf(timezone: string, wallMs: number): number;
}
