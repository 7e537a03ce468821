import { instantOf, wallOf } from '../../scheduler/index.ts';
import type { WallClock } from '../domain/wall-clock.ts';

/** wallClock converts instants to local time in time zones. */
export const wallClock: WallClock = { wallOf, instantOf };
