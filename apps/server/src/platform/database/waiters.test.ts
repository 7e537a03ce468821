import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Waiters } from './waiters.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A notifier controlled by the test. */
async function newWaiters() {
  let deliver: (payload: string) => void = () => undefined;
  let reconnect: () => void = () => undefined;
  const notifier = {
    async listen(_channel: string, listener: (payload: string) => void) {
      deliver = listener;
      return () => undefined;
    },
    onReconnect(listener: () => void) {
      reconnect = listener;
      return () => undefined;
    },
  };
  return {
    waiters: await Waiters.start(notifier, 'news'),
    notify: (key: string) => deliver(key),
    reconnect: () => reconnect(),
  };
}

/** A reader that counts its checks; `during` runs within each of them. */
function read(waiters: Waiters, keys: string[], during: (wakeUp: number) => void = () => undefined) {
  const controller = new AbortController();
  const reader = { wakeUps: 0, leave: () => controller.abort(), done: Promise.resolve() };
  reader.done = (async () => {
    for await (const _ of waiters.wakeUps(keys, { signal: controller.signal, everyMs: 1000 })) {
      reader.wakeUps += 1;
      during(reader.wakeUps);
    }
  })();
  return reader;
}
const settle = () => vi.advanceTimersByTimeAsync(0);

test('a reader checks immediately, on each wake-up for one of its keys, and otherwise after the given time', async () => {
  const { waiters, notify } = await newWaiters();
  const [reader, other] = [read(waiters, ['mine', 'everybody']), read(waiters, ['others'])];
  await settle();
  expect([reader.wakeUps, other.wakeUps]).toEqual([1, 1]);
  for (const key of ['mine', 'everybody', 'nobody']) {
    notify(key);
    await settle();
  }
  expect([reader.wakeUps, other.wakeUps]).toEqual([3, 1]);
  await vi.advanceTimersByTimeAsync(999);
  expect(reader.wakeUps).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(reader.wakeUps).toBe(4);
});

test('a wake-up during a check is not lost', async () => {
  const { waiters, notify } = await newWaiters();
  const reader = read(waiters, ['mine'], (wakeUp) => wakeUp === 1 && notify('mine'));
  await settle();
  expect(reader.wakeUps).toBe(2);
});

test('waiting readers check after the notifier was disconnected', async () => {
  const { waiters, reconnect } = await newWaiters();
  const reader = read(waiters, ['mine']);
  await settle();
  reconnect();
  await settle();
  expect(reader.wakeUps).toBe(2);
});

test('a reader that leaves ends, and stops checking', async () => {
  const { waiters, notify } = await newWaiters();
  const reader = read(waiters, ['mine']);
  await settle();
  reader.leave();
  await reader.done;
  notify('mine');
  await vi.advanceTimersByTimeAsync(5000);
  expect(reader.wakeUps).toBe(1);
});
