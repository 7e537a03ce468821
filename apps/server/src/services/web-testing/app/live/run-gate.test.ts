import type { Driver, DriverCall } from '@touchstone/engine-keyword/core';
import { expect, test } from 'vitest';
import { GatedDriver, RunGate } from './run-gate.ts';

/** A gate at which steps of a run arrive. */
function gate() {
  const changes: boolean[] = [];
  const passed: string[] = [];
  const made = new RunGate((isPaused) => changes.push(isPaused));
  const control = new AbortController();
  const arrive = (step: string) => made.pass(control.signal).then(() => passed.push(step));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { gate: made, changes, passed, control, arrive, settle };
}

test('steps run until the run is paused, and again once it resumes', async () => {
  const { gate: made, changes, passed, arrive, settle } = gate();
  await arrive('a');
  made.pause();
  made.pause();
  void arrive('b');
  void arrive('c');
  await settle();
  expect([made.isPaused, passed]).toEqual([true, ['a']]);
  made.resume();
  made.resume();
  await settle();
  await arrive('d');
  expect([made.isPaused, passed]).toEqual([false, ['a', 'b', 'c', 'd']]);
  expect(changes).toEqual([true, false]);
});

test('a single step is let through, and the next one waits', async () => {
  const { gate: made, changes, passed, arrive, settle } = gate();
  made.next();
  void arrive('a');
  await settle();
  expect(passed).toEqual([]);
  made.next();
  await settle();
  void arrive('b');
  await settle();
  expect([passed, changes]).toEqual([['a'], [true]]);
});

test('a stopped run no longer waits', async () => {
  const { gate: made, passed, control, arrive } = gate();
  made.pause();
  const waiting = arrive('a');
  control.abort();
  await waiting;
  await arrive('b');
  expect(passed).toEqual(['a', 'b']);
});

test('the driver of a run performs no step while the run is paused, but reports its state', async () => {
  const { gate: made, settle } = gate();
  const done: string[] = [];
  const driver = {
    perform: async ({ keyword }: { keyword: string }) => void done.push(keyword),
    state: async () => void done.push('state'),
    screenshot: async () => null,
  } as unknown as Driver;
  const gated = new GatedDriver(driver, made);
  made.pause();
  const click = gated.perform({ keyword: 'click', signal: new AbortController().signal } as unknown as DriverCall);
  await gated.state({} as never);
  expect(await gated.screenshot()).toBeNull();
  await settle();
  expect(done).toEqual(['state']);
  made.resume();
  await click;
  expect(done).toEqual(['state', 'click']);
});
