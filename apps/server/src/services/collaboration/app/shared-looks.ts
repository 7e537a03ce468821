import { setTimeout } from 'node:timers/promises';

/** SharedLooks lets many readers of the same thing share what is read of it. */
export interface SharedLooks<T> {
  /** Counts a reader as long as it follows; the answer ends that. */
  enter(key: string): () => void;
  /** What was read after the call: all who ask before a look begins are given the same. */
  look(key: string): Promise<T>;
}

/** A reader waits at most this long for others who ask. */
const longestGapMs = 750;
/** How much later each further reader lets the next look begin. */
const gapPerReaderMs = 4;

interface Room<T> {
  readers: number;
  lastLookMs: number;
  next?: Promise<T> | undefined;
}

/**
 * createSharedLooks reads once for all who ask, and the more of them there are the less often: a few are answered at once, 200 within 750 ms. What
 * is read, and the answers made of it, then cost the same however quickly one change follows another.
 */
export function createSharedLooks<T>(
  read: (key: string) => Promise<T>,
  { nowMs = () => performance.now(), pause = (ms: number): Promise<unknown> => setTimeout(ms) } = {},
): SharedLooks<T> {
  const rooms = new Map<string, Room<T>>();
  const begin = async (key: string, room: Room<T>): Promise<T> => {
    const gapMs = Math.min(longestGapMs, (room.readers - 1) * gapPerReaderMs);
    const waitMs = room.lastLookMs + gapMs - nowMs();
    // Even without a pause the look begins after the call, so that it can be shared.
    await (waitMs > 0 ? pause(waitMs) : undefined);
    room.next = undefined;
    room.lastLookMs = nowMs();
    return await read(key);
  };
  return {
    enter(key) {
      const room: Room<T> = rooms.get(key) ?? { readers: 0, lastLookMs: Number.NEGATIVE_INFINITY };
      rooms.set(key, room);
      room.readers += 1;
      return () => {
        room.readers -= 1;
        if (room.readers === 0) rooms.delete(key);
      };
    },
    look(key) {
      const room = rooms.get(key);
      if (!room) return read(key);
      room.next ??= begin(key, room);
      return room.next;
    },
  };
}
