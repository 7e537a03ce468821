import type { ServerResponse } from 'node:http';
import { type LiveMessage, LiveReader } from '@touchstone/contracts/web-testing';
import { afterEach, expect, test, vi } from 'vitest';
import type { LiveWatcher } from './live-room.ts';
import { writeLive } from './outlet.ts';

const picture = (width: number) => ({ bytes: Uint8Array.of(1), width, height: 1 });
const problem = (message: string) => ({ type: 'problem' as const, message });

afterEach(() => {
  vi.useRealTimers();
});

/** A response with this many unread bytes; returns what was written. */
function answer() {
  const reader = new LiveReader();
  const read: LiveMessage[] = [];
  let drain = () => {};
  const raw = {
    writableLength: 0,
    on: (_event: string, listener: () => void) => {
      drain = listener;
    },
    write: (bytes: Uint8Array) => read.push(...reader.read(bytes)),
  };
  return { raw: raw as typeof raw & ServerResponse, read, drain: () => drain() };
}

/** Adds a watcher and starts the response. */
async function live(until?: (signal: AbortSignal) => Promise<void>) {
  let watcher = {} as LiveWatcher;
  let hasLeft = false;
  const write = await writeLive(async (joined) => {
    watcher = joined;
    joined.news(problem('early'));
    joined.picture(picture(1));
    return () => {
      hasLeft = true;
    };
  }, until);
  const control = new AbortController();
  const made = answer();
  const ended = Promise.resolve(write(made.raw, control.signal));
  return { ...made, watcher, control, ended, hasLeft: () => hasLeft };
}
const early = [{ news: problem('early') }, { picture: picture(1) }];

test('what is sent before the response starts comes first in it, and the end of the room ends it', async () => {
  const { read, watcher, ended, hasLeft } = await live();
  watcher.news(problem('late'));
  expect(read).toEqual([...early, { news: problem('late') }]);
  expect(hasLeft()).toBe(false);
  watcher.end();
  await ended;
  expect(hasLeft()).toBe(true);
});

test('a slow reader gets all events, and of the pictures the newest once it has read', async () => {
  const { raw, read, watcher, control, ended, drain } = await live();
  raw.writableLength = 256 * 1024 + 1;
  watcher.picture(picture(2));
  watcher.picture(picture(3));
  watcher.news(problem('told'));
  expect(read).toEqual([...early, { news: problem('told') }]);
  raw.writableLength = 256 * 1024;
  drain();
  drain();
  expect(read.slice(3)).toEqual([{ picture: picture(3) }]);
  control.abort();
  await ended;
});

test('a watcher that reads nothing at all is disconnected', async () => {
  const { raw, read, watcher, ended, hasLeft } = await live();
  raw.writableLength = 16 * 1024 * 1024;
  watcher.news(problem('told'));
  raw.writableLength += 1;
  watcher.news(problem('too much'));
  await ended;
  expect([read.length, hasLeft()]).toEqual([3, true]);
});

test.each<[string, (given: Awaited<ReturnType<typeof live>>) => void]>([
  ['the reader goes', ({ control }) => control.abort()],
  ['the room ends', ({ watcher }) => watcher.end()],
])('when %s, what waits for another end is notified', async (_name, end) => {
  let signal: AbortSignal | undefined;
  const given = await live((left) => {
    signal = left;
    return new Promise(() => {});
  });
  expect(signal?.aborted).toBe(false);
  end(given);
  await given.ended;
  expect(signal?.aborted).toBe(true);
});

test.each([
  ['comes', () => Promise.resolve()],
  ['fails', () => Promise.reject(new Error('The database is away.'))],
])('the response also ends when the other end that it waits for %s', async (_name, until) => {
  const { ended, hasLeft } = await live(until);
  await ended;
  expect(hasLeft()).toBe(true);
});

test('an idle response is kept alive every 15 seconds until it ends', async () => {
  vi.useFakeTimers();
  const { raw, watcher, ended } = await live();
  let written = 0;
  raw.write = (() => {
    written += 1;
  }) as never;
  await vi.advanceTimersByTimeAsync(14_999);
  expect(written).toBe(0);
  await vi.advanceTimersByTimeAsync(15_001);
  expect(written).toBe(2);
  watcher.end();
  await ended;
  expect(vi.getTimerCount()).toBe(0);
});

test('a reader that has gone before the response starts leaves at once', async () => {
  let hasLeft = false;
  const write = await writeLive(async () => () => {
    hasLeft = true;
  });
  await write(answer().raw, AbortSignal.abort());
  expect(hasLeft).toBe(true);
});
