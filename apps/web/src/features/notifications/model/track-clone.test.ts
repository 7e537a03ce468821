import { ApiError } from '@touchstone/contracts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FollowTopicOptions } from '../../../shared/live/live-topics.ts';
import { cloneNotices } from './clone-notices.ts';
import { listOf, trackClone } from './track-clone.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

/** A fake server stream, controlled by the test. */
function fakeStream(refusal?: Error) {
  let follower: FollowTopicOptions | undefined;
  let leave: () => void = () => undefined;
  const asked: string[] = [];
  const stream = {
    asked,
    isOpen: false,
    lose: () => follower?.onState?.('waiting'),
    async follow(topic: string, options: FollowTopicOptions) {
      asked.push(topic);
      if (refusal) throw refusal;
      follower = options;
      stream.isOpen = true;
      await new Promise<void>((resolve) => {
        leave = resolve;
        options.signal.addEventListener('abort', () => resolve());
      });
      stream.isOpen = false;
    },
    resume: () => follower?.onState?.('open'),
    send(executionStatus: string, folderType: string) {
      return stream.emit({ uniqueIdentifier: asked[0]?.slice('clone:'.length), executionStatus, folderType });
    },
    async emit(data: unknown) {
      if (follower?.onEvent({ event: 'status', data })) leave();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
  return stream;
}

function start(name = 'Orders') {
  const stream = fakeStream();
  const reload = vi.fn();
  const work = Promise.withResolvers<string>();
  const done = trackClone({ name, reload, follow: stream.follow }, () => work.promise);
  done.catch(() => undefined);
  return { stream, reload, work, done };
}
const statuses = () => cloneNotices.get().map(({ name, status }) => [name, status]);

describe('the notice of a copy', () => {
  test('[notifications-3] shows RUNNING, then the end; reloads the list of the folder type, closes the stream, and disappears after 20 s', async () => {
    const { stream, reload, work, done } = start();
    await vi.advanceTimersByTimeAsync(0);
    expect(statuses()).toEqual([['Orders', 'STARTING']]);
    await stream.send('RUNNING', 'FOLDER');
    expect([statuses(), reload.mock.calls]).toEqual([[['Orders', 'RUNNING']], []]);
    work.resolve('copy');
    await stream.send('COMPLETED', 'FOLDER');
    expect(await done).toBe('copy');
    expect([statuses(), reload.mock.calls]).toEqual([[['Orders', 'COMPLETED']], [['folders']]]);
    expect(stream.isOpen).toBe(false);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(statuses()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(statuses()).toEqual([]);
  });

  test('two copies have separate notices, and subscribers are notified of every change', async () => {
    const received: unknown[] = [];
    const stop = cloneNotices.subscribe(() => received.push(statuses()));
    const [one, two] = [start('One'), start('Two')];
    await one.stream.send('RUNNING', 'FOLDER');
    await two.stream.send('COMPLETED', 'FOLDER');
    await vi.advanceTimersByTimeAsync(19_999);
    await one.stream.send('COMPLETED', 'FOLDER');
    await vi.advanceTimersByTimeAsync(1);
    expect(received).toEqual([
      [['One', 'STARTING']],
      ...[
        ['STARTING', 'STARTING'],
        ['RUNNING', 'STARTING'],
        ['RUNNING', 'COMPLETED'],
        ['COMPLETED', 'COMPLETED'],
      ].map(([first, second]) => [
        ['One', first],
        ['Two', second],
      ]),
      [['One', 'COMPLETED']],
    ]);
    stop();
    await vi.advanceTimersByTimeAsync(20_000);
    expect([statuses(), received.length]).toEqual([[], 6]);
  });

  test.each([
    [null],
    [undefined],
    ['COMPLETED'],
    [{ executionStatus: 'COMPLETED' }],
    [{ folderType: 'FOLDER' }],
    [{ folderType: 'FOLDER', executionStatus: 'WAITING' }],
  ])('ignores an unrelated event: %j', async (data) => {
    const { stream, reload } = start();
    await stream.emit(data);
    expect([statuses(), reload.mock.calls, stream.isOpen]).toEqual([[['Orders', 'STARTING']], [], true]);
    await stream.send('COMPLETED', 'FOLDER');
    expect(statuses()).toEqual([['Orders', 'COMPLETED']]);
  });

  test('a copy that fails on the server says so', async () => {
    const { stream, work } = start();
    await stream.send('RUNNING', 'PROJECT');
    await stream.send('FAILED', 'PROJECT');
    expect(statuses()).toEqual([['Orders', 'FAILED']]);
    work.reject(new Error('No room.'));
  });

  test('a call that never reached the server ends the stream; the caller gets the error', async () => {
    const { stream, work, done } = start();
    await vi.advanceTimersByTimeAsync(0);
    work.reject(new ApiError(0, { message: 'Http request failed.' }));
    await expect(done).rejects.toThrow('Http request failed.');
    await vi.advanceTimersByTimeAsync(0);
    expect([statuses(), stream.isOpen]).toEqual([[['Orders', 'FAILED']], false]);
  });

  test('if the stream is refused, or lost repeatedly, the response of the call reports the end', async () => {
    const refused = fakeStream(new ApiError(403, { message: 'Forbidden' }));
    const lost = fakeStream();
    const reload = vi.fn();
    await trackClone({ name: 'One', reload, follow: refused.follow }, async () => 'copy');
    await trackClone({ name: 'Two', reload, follow: lost.follow }, async () => 'copy');
    await vi.advanceTimersByTimeAsync(0);
    for (let time = 1; time <= 4; time += 1) {
      lost.lose();
      lost.resume();
    }
    await vi.advanceTimersByTimeAsync(0);
    expect([reload.mock.calls, lost.isOpen]).toEqual([[[undefined]], true]);
    lost.lose();
    await vi.advanceTimersByTimeAsync(0);
    expect(statuses()).toEqual([
      ['One', 'COMPLETED'],
      ['Two', 'COMPLETED'],
    ]);
    expect([reload.mock.calls, lost.isOpen]).toEqual([[[undefined], [undefined]], false]);
  });
});

test.each([
  ['PROJECT', 'projects'],
  ['FOLDER', 'folders'],
  ['WORKFLOW', 'workflows'],
  ['anything else', 'workflows'],
])('[notifications-3] a copy of type %s appears among the %s', (folderType, list) => {
  expect(listOf(folderType)).toBe(list);
});
