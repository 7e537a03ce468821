import { setTimeout } from 'node:timers/promises';

/** SharedReads lets many readers of the same key share reads. */
export interface SharedReads<T> {
  /** Registers a reader; the returned function unregisters it. */
  enter(key: string): () => void;
  /** Returns a value read after the call: all requests before a read starts share its result. */
  read(key: string): Promise<T>;
}

/** The longest time a reader waits for others. */
const longestGapMs = 750;
/** How much each additional reader delays the next read. */
const gapPerReaderMs = 4;

interface Room<T> {
  readers: number;
  lastReadMs: number;
  next?: Promise<T> | undefined;
}

/**
 * createSharedReads reads once for concurrent requests, and less often the more readers there are: a few are answered
 * immediately, 200 within 750 ms. So the cost of reading, and of the responses built from it, stays the same however
 * quickly changes follow each other.
 */
export function createSharedReads<T>(
  read: (key: string) => Promise<T>,
  { nowMs = () => performance.now(), pause = (ms: number): Promise<unknown> => setTimeout(ms) } = {},
): SharedReads<T> {
  const rooms = new Map<string, Room<T>>();
  const begin = async (key: string, room: Room<T>): Promise<T> => {
    const gapMs = Math.min(longestGapMs, (room.readers - 1) * gapPerReaderMs);
    const waitMs = room.lastReadMs + gapMs - nowMs();
    // Even without a delay the read starts after the call, so that it can be shared.
    await (waitMs > 0 ? pause(waitMs) : undefined);
    room.next = undefined;
    room.lastReadMs = nowMs();
    return await read(key);
  };
  return {
    enter(key) {
      const room: Room<T> = rooms.get(key) ?? { readers: 0, lastReadMs: Number.NEGATIVE_INFINITY };
      rooms.set(key, room);
      room.readers += 1;
      return () => {
        room.readers -= 1;
        if (room.readers === 0) rooms.delete(key);
      };
    },
    read(key) {
      const room = rooms.get(key);
      if (!room) return read(key);
      room.next ??= begin(key, room);
      return room.next;
    },
  };
}
