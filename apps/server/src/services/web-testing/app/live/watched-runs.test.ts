import { type AppError, FakeClock } from '@touchstone/kernel';
import { expect, test, vi } from 'vitest';
import type { Actor } from '../../../workspaces/index.ts';
import { webTestingErrors } from '../../errors.ts';
import { WatchedRuns } from './watched-runs.ts';

const ada = { userId: 'a', name: 'Ada' } as Actor;
const grace = { userId: 'g', name: 'Grace' } as Actor;

/** Watched runs; `run` is the stored state of each. */
function watchedRuns(run = { kind: 'web', status: 'running' }) {
  const needed: string[] = [];
  const release = vi.fn();
  const runs = new WatchedRuns({
    runs: {
      open: async (_caller: Actor, _id: string, need: string) => {
        needed.push(need);
        return run;
      },
    } as never,
    kind: 'web',
    platform: { clock: new FakeClock(new Date()), processes: { hold: () => ({ release }) } } as never,
  });
  return { runs, needed, release, run };
}
function watching() {
  const received: object[] = [];
  return { received, news: (news: object) => received.push(news), picture: vi.fn(), end: vi.fn() };
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: AppError) => error.code,
  );
const { runNotLive, notOfWebTesting, noRecording, notInControl, otherInControl } = webTestingErrors;

test('a run without watchers cannot be paused, and resumes when the last one leaves', async () => {
  const { runs } = watchedRuns();
  runs.begin('r');
  expect(await codeOf(runs.control(ada, 'r', 'pause'))).toBe(runNotLive.code);
  const first = watching();
  const leave = await runs.watch(ada, 'r', first as never);
  const leaveToo = await runs.watch(grace, 'r', watching() as never);
  await runs.control(ada, 'r', 'take');
  expect(first.received).toContainEqual({ type: 'paused', isPaused: true });
  expect(first.received.at(-1)).toEqual({ type: 'control', userId: 'a', name: 'Ada' });
  leaveToo();
  expect(first.received.at(-1)).toEqual({ type: 'control', userId: 'a', name: 'Ada' });
  const late = watching();
  leave();
  expect(await codeOf(runs.control(ada, 'r', 'pause'))).toBe(runNotLive.code);
  await runs.watch(grace, 'r', late as never);
  expect(late.received).toContainEqual({ type: 'paused', isPaused: false });
  expect(late.received).toContainEqual({ type: 'control', userId: null, name: '' });
});

test('a run that was only watched is forgotten with its last watcher', async () => {
  const { runs } = watchedRuns();
  const first = watching();
  const leave = await runs.watch(ada, 'r', first as never);
  expect(first.received.slice(0, 2)).toEqual([{ type: 'idle' }, { type: 'paused', isPaused: false }]);
  await runs.control(ada, 'r', 'pause');
  leave();
  expect(await codeOf(runs.input(ada, 'r', []))).toBe(noRecording.code);
  const next = watching();
  await runs.watch(ada, 'r', next as never);
  expect(next.received).toContainEqual({ type: 'paused', isPaused: false });
});

test('the end of a run is announced, resumes it, and frees its place', async () => {
  const { runs, release } = watchedRuns();
  const end = runs.begin('r');
  expect([runs.isAtWork('r'), runs.isAtWork('other')]).toEqual([true, false]);
  const seen = watching();
  const leave = await runs.watch(ada, 'r', seen as never);
  await runs.control(ada, 'r', 'next');
  end();
  expect(seen.received.slice(-2)).toEqual([
    { type: 'paused', isPaused: false },
    { type: 'ended', message: 'The run has ended.' },
  ]);
  expect(seen.end).toHaveBeenCalledOnce();
  expect([runs.isAtWork('r'), release.mock.calls.length]).toEqual([false, 1]);
  leave();
  expect(await codeOf(runs.input(ada, 'r', []))).toBe(noRecording.code);
});

test.each([
  [{ kind: 'http', status: 'running' }, notOfWebTesting.code],
  [{ kind: 'web', status: 'passed' }, runNotLive.code],
])('the run %j cannot be watched', async (run, code) => {
  const { runs } = watchedRuns(run);
  expect(await codeOf(runs.watch(ada, 'r', watching() as never))).toBe(code);
  expect(await codeOf(runs.control(ada, 'r', 'take'))).toBe(code);
});

test('only the user in control uses the browser, and rights are checked when they are needed', async () => {
  const { runs, needed } = watchedRuns();
  runs.begin('r');
  await runs.watch(ada, 'r', watching() as never);
  expect(await codeOf(runs.input(grace, 'r', []))).toBe(notInControl.code);
  await runs.control(ada, 'r', 'take');
  expect(await codeOf(runs.input(grace, 'r', []))).toBe(otherInControl.code);
  expect(needed).toEqual(['view', 'view', 'edit', 'view']);
  expect(await codeOf(runs.input(ada, 'r', []))).toBeUndefined();
  expect(await runs.command(ada, 'r', { type: 'copy' })).toBe('');
  await runs.control(ada, 'r', 'release');
  expect(await codeOf(runs.command(ada, 'r', { type: 'copy' }))).toBe(notInControl.code);
});

test('a run without watchers or browsers has no one in control', async () => {
  const { runs } = watchedRuns();
  expect(await codeOf(runs.control(ada, 'unknown', 'take'))).toBe(runNotLive.code);
  expect(await codeOf(runs.command(ada, 'unknown', { type: 'copy' }))).toBe(noRecording.code);
});

/** An open browser whose selected text is "copied"; `show` sends a picture to those who watch it. */
function browser(name: string) {
  const listeners = new Set<(picture: string) => void>();
  const session = {
    view: {
      watch: (listener: (picture: string) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    tabs: { watch: () => () => undefined, open: [], titles: async () => [] },
    page: { frames: () => [{ evaluate: async () => `copied in ${name}` }] },
    perform: vi.fn(async () => 'performed'),
  };
  const show = () => {
    for (const listener of listeners) listener(`picture of ${name}`);
  };
  return { session: session as never, listeners, show, perform: session.perform };
}
const call = { signal: new AbortController().signal } as never;

test('the last opened browser of a run is shown, then the one before it, then none', async () => {
  const { runs } = watchedRuns();
  runs.begin('r');
  const [first, second] = [browser('first'), browser('second')];
  const { closed } = runs.opened('r', first.session);
  const seen = watching();
  const leave = await runs.watch(ada, 'r', seen as never);
  await vi.waitFor(() => expect(first.listeners.size).toBe(1));
  const { closed: closedToo } = runs.opened('r', second.session);
  await vi.waitFor(() => expect(second.listeners.size).toBe(1));
  for (const one of [first, second]) one.show();
  expect(seen.picture.mock.calls).toEqual([['picture of second']]);
  await runs.control(ada, 'r', 'take');
  expect(await runs.command(ada, 'r', { type: 'copy' })).toBe('copied in second');
  expect(await runs.command(ada, 'r', { type: 'mode', mode: 'record' })).toBe('');
  expect(seen.received).not.toContainEqual({ type: 'mode', mode: 'record' });
  closedToo();
  expect(seen.received.slice(-2)).toEqual([
    { type: 'control', userId: null, name: '' },
    { type: 'paused', isPaused: false },
  ]);
  await vi.waitFor(() => expect([first.listeners.size, second.listeners.size]).toEqual([1, 0]));
  first.show();
  expect(seen.picture.mock.lastCall).toEqual(['picture of first']);
  closed();
  expect(seen.received.at(-1)).toEqual({ type: 'idle' });
  expect(first.listeners.size).toBe(0);
  leave();
});

test('a browser takes pictures only while someone watches its run', async () => {
  const { runs } = watchedRuns();
  runs.begin('r');
  const shop = browser('shop');
  runs.opened('r', shop.session);
  const leave = await runs.watch(ada, 'r', watching() as never);
  const leaveToo = await runs.watch(grace, 'r', watching() as never);
  expect(shop.listeners.size).toBe(1);
  leave();
  expect(shop.listeners.size).toBe(1);
  leaveToo();
  expect(shop.listeners.size).toBe(0);
});

test('the steps of a paused run wait, one is let through, and the browser that closes does not take control away', async () => {
  const { runs } = watchedRuns();
  runs.begin('r');
  const shop = browser('shop');
  const { driver } = runs.opened('r', shop.session);
  const { closed } = runs.opened('r', browser('other').session);
  const seen = watching();
  await runs.watch(ada, 'r', seen as never);
  await runs.control(ada, 'r', 'pause');
  closed();
  const performed = driver.perform(call);
  expect(shop.perform).not.toHaveBeenCalled();
  expect(seen.received).not.toContainEqual({ type: 'control', userId: null, name: '' });
  await runs.control(ada, 'r', 'next');
  expect(await performed).toBe('performed');
  const later = driver.perform(call);
  await runs.control(ada, 'r', 'resume');
  expect(await later).toBe('performed');
  expect(seen.received.slice(-2)).toEqual([
    { type: 'control', userId: null, name: '' },
    { type: 'paused', isPaused: false },
  ]);
});

test('the browser of an unknown run is driven directly', () => {
  const { runs } = watchedRuns();
  const session = { perform: vi.fn() };
  expect(runs.opened('unknown', session as never).driver).toBe(session);
});
