import { ApiError, type CloneEvent } from '@touchstone/contracts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cloneNotices } from './clone-notices.ts';
import { listOf, trackClone } from './track-clone.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

/** The stream of the server, told by the test; `asked` are the ids after which it was opened. */
function fakeStream() {
  const asked: (string | undefined)[] = [];
  const failures: Error[] = [];
  let identifier = '';
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isOpen = false;
  let count = 0;
  return {
    asked,
    failures,
    isOpen: () => isOpen,
    async open(uniqueIdentifier: string, lastEventId: string | undefined, signal: AbortSignal) {
      identifier = uniqueIdentifier;
      asked.push(lastEventId);
      const failure = failures.shift();
      if (failure) throw failure;
      isOpen = true;
      const body = new ReadableStream<Uint8Array>({
        start(made) {
          controller = made;
          signal.addEventListener('abort', () => {
            isOpen = false;
            made.error(new Error('aborted'));
          });
        },
        cancel() {
          isOpen = false;
        },
      });
      return new Response(body);
    },
    async send(executionStatus: string, folderType: string) {
      count += 1;
      const event = { uniqueIdentifier: identifier, executionStatus, folderType } as CloneEvent;
      controller?.enqueue(new TextEncoder().encode(`id: ${count}\nevent: status\ndata: ${JSON.stringify(event)}\n\n`));
      await vi.advanceTimersByTimeAsync(0);
    },
    async end() {
      controller?.close();
      isOpen = false;
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

function start() {
  const stream = fakeStream();
  const reload = vi.fn();
  const work = Promise.withResolvers<string>();
  const done = trackClone({ name: 'Orders', reload, open: stream.open }, () => work.promise);
  done.catch(() => undefined);
  return { stream, reload, work, done };
}
const statuses = () => cloneNotices.get().map(({ name, status }) => [name, status]);

describe('the notice of a copy', () => {
  test('[notifications-3] says RUNNING, then the end; reloads the list of the folder type, closes the stream, and goes after 20 s', async () => {
    const { stream, reload, work, done } = start();
    await vi.advanceTimersByTimeAsync(0);
    expect(statuses()).toEqual([['Orders', 'STARTING']]);
    await stream.send('RUNNING', 'FOLDER');
    expect([statuses(), reload.mock.calls]).toEqual([[['Orders', 'RUNNING']], []]);
    work.resolve('copy');
    await stream.send('COMPLETED', 'FOLDER');
    expect(await done).toBe('copy');
    expect([statuses(), reload.mock.calls]).toEqual([[['Orders', 'COMPLETED']], [['folders']]]);
    expect(stream.isOpen()).toBe(false);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(statuses()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(statuses()).toEqual([]);
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
    expect([statuses(), stream.isOpen()]).toEqual([[['Orders', 'FAILED']], false]);
  });

  test('a stream that breaks off goes on after the last event', async () => {
    const { stream, reload } = start();
    await stream.send('RUNNING', 'WORKFLOW');
    await stream.end();
    await vi.advanceTimersByTimeAsync(500);
    expect(stream.asked).toEqual([undefined, '1']);
    await stream.send('COMPLETED', 'WORKFLOW');
    expect([statuses(), reload.mock.calls]).toEqual([[['Orders', 'COMPLETED']], [['workflows']]]);
  });

  test('where the stream is refused, or lost again and again, the answer of the call tells the end', async () => {
    const refused = fakeStream();
    refused.failures.push(new ApiError(403, { message: 'Forbidden' }));
    const lost = fakeStream();
    lost.failures.push(...Array.from({ length: 5 }, () => new Error('lost')));
    const reload = vi.fn();
    await trackClone({ name: 'One', reload, open: refused.open }, async () => 'copy');
    await trackClone({ name: 'Two', reload, open: lost.open }, async () => 'copy');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(statuses()).toEqual([
      ['One', 'COMPLETED'],
      ['Two', 'COMPLETED'],
    ]);
    expect([reload.mock.calls, lost.asked.length]).toEqual([[[undefined], [undefined]], 5]);
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
