import { instantOf, wallOf } from '../../scheduler/index.ts';
import type { WallClock } from '../domain/wall-clock.ts';

/** wallClock is the calendar of time zones. */
export const wallClock: WallClock = { wallOf, instantOf };
