import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { RunAnswer } from '@touchstone/contracts/runs';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useLiveRun } from './live-run.ts';
import { runKeys } from './runs.queries.ts';

type Follow = { signal: AbortSignal; onEvent: (event: { data: unknown }) => boolean };
const followed: Follow[] = [];
vi.mock('../../../shared/live/browser-live.ts', () => ({
  followTopic: (_topic: string, options: Follow) => {
    followed.push(options);
    return new Promise(() => undefined);
  },
}));

const runId = '01900000-0000-7000-8000-000000000001';
const counts = { total: 1, queued: 0, running: 0, passed: 1, failed: 0, error: 0, skipped: 0, cancelled: 0 };
const run = (status: RunAnswer['status']) => ({ runId, status, counts, durationMs: 1 }) as RunAnswer;
const completed = { type: 'COMPLETED', seq: 2, runId, status: 'passed', executionStatus: 'Pass', message: null };

function follow(first: RunAnswer) {
  const client = new QueryClient();
  const read = vi.spyOn(client, 'invalidateQueries');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { rerender } = renderHook((now: RunAnswer) => useLiveRun(now), { wrapper, initialProps: first });
  return { rerender, readAgain: () => read.mock.calls.map(([filter]) => filter?.queryKey) };
}
beforeEach(() => {
  followed.length = 0;
});

test('a run whose end is fetched before its final event is refetched once with its steps', () => {
  const { rerender, readAgain } = follow(run('running'));
  expect(followed).toHaveLength(1);
  expect(readAgain()).toEqual([]);
  rerender(run('passed'));
  expect(followed[0]?.signal.aborted).toBe(true);
  expect(readAgain()).toEqual([runKeys.run(runId)]);
  rerender(run('passed'));
  expect(readAgain()).toHaveLength(1);
});

test('the final event refetches everything, and nothing is fetched twice', () => {
  const { rerender, readAgain } = follow(run('running'));
  expect(followed[0]?.onEvent({ data: { ...completed, counts, durationMs: 1 } })).toBe(true);
  rerender(run('passed'));
  expect(readAgain()).toEqual([runKeys.all]);
});

test('a run that has ended is not followed, and one that starts again is', () => {
  const { rerender, readAgain } = follow(run('failed'));
  expect([followed.length, readAgain().length]).toEqual([0, 0]);
  rerender(run('running'));
  expect(followed).toHaveLength(1);
  rerender(run('passed'));
  expect(readAgain()).toEqual([runKeys.run(runId)]);
});
