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

test('the browser of an unknown run is driven directly', () => {
  const { runs } = watchedRuns();
  const session = { perform: vi.fn() };
  expect(runs.opened('unknown', session as never).driver).toBe(session);
});
