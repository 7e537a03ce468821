import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FollowTopicOptions } from '../../../shared/live/live-topics.ts';
import { useLiveFlowRun } from './live-flow-run.ts';

interface Followed extends FollowTopicOptions {
  topic: string;
  reject(error: unknown): void;
}
const followed: Followed[] = [];
vi.mock('../../../shared/live/browser-live.ts', () => ({
  followTopic: (topic: string, options: FollowTopicOptions) =>
    new Promise<void>((_resolve, reject) => followed.push({ topic, reject, ...options })),
}));
beforeEach(() => {
  vi.useFakeTimers();
  followed.length = 0;
});
afterEach(() => vi.useRealTimers());

/** Shows a run and the list of runs, whose responses count the calls; `answerMs` is the response time. */
function show({ isGoingOn = true, answerMs = 0 } = {}) {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    const now = asked;
    await new Promise((resolve) => setTimeout(resolve, answerMs));
    return now;
  };
  let listed = 0;
  function Run({ isRunning }: { isRunning: boolean }) {
    const run = useQuery({ queryKey: ['flows', 'run', 'r1'], queryFn: ask });
    useQuery({
      queryKey: ['flows', 'run', 'r2'],
      queryFn: () => {
        listed += 1;
        return listed;
      },
    });
    useLiveFlowRun('flows', 'r1', isRunning);
    return <p>shown {run.data}</p>;
  }
  const client = new QueryClient();
  const page = (isRunning: boolean) => (
    <QueryClientProvider client={client}>
      <Run isRunning={isRunning} />
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(page(isGoingOn));
  return { asked: () => asked, listed: () => listed, setGoingOn: (on: boolean) => rerender(page(on)), unmount };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const emit = (event: string) => followed.at(-1)!.onEvent({ event, data: {} });

test('the run is refetched on its first event, and then at most twice a second', async () => {
  const { asked, listed } = show();
  await pass(10);
  expect([followed.map(({ topic }) => topic), asked()]).toEqual([['run:r1'], 1]);
  for (let count = 0; count < 39; count += 1) {
    expect(emit('steps')).toBe(false);
    await pass(50);
  }
  // Nearly 2 s of events: immediately, and after 0.5, 1 and 1.5 s.
  expect(asked()).toBe(1 + 4);
  await pass(5000);
  // Events after the last response, and no more calls without events.
  expect(asked()).toBe(1 + 5);
  expect(listed()).toBe(1);
});

test('an event during a slow response is not lost, and does not restart it', async () => {
  const { asked } = show({ answerMs: 2000 });
  await pass(2001);
  emit('steps');
  await pass(1000);
  emit('steps');
  expect(asked()).toBe(2);
  await pass(1001);
  expect(screen.getByText('shown 2')).toBeTruthy();
  expect(asked()).toBe(3);
  await pass(2001);
  expect(screen.getByText('shown 3')).toBeTruthy();
});

test('following ends with the last event, and a run that has ended is not followed', async () => {
  const { asked, setGoingOn } = show();
  await pass(10);
  expect(emit('COMPLETED')).toBe(true);
  await pass(0);
  expect(asked()).toBe(2);
  setGoingOn(false);
  expect(followed[0]!.signal.aborted).toBe(true);
  expect(followed).toHaveLength(1);
});

test('if the stream is refused the page stays as it is', async () => {
  const { asked, unmount } = show();
  await pass(10);
  followed[0]!.reject(new Error('refused'));
  await pass(1000);
  expect([asked(), screen.getByText('shown 1').tagName]).toEqual([1, 'P']);
  unmount();
  expect(followed[0]!.signal.aborted).toBe(true);
});
