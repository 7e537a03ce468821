import { expect, test, vi } from 'vitest';
import { createEventParser, followEvents, type ServerEvent } from './event-stream.ts';

const parseChunks = (chunks: string[]) => {
  const events: ServerEvent[] = [];
  const parse = createEventParser((event) => events.push(event));
  for (const chunk of chunks) parse(chunk);
  return events;
};
const stream = ': beat\r\nid: 1\r\nevent: status\r\ndata: {"a":\r\ndata: 1}\r\n\r\nretry: 5\n\nid: 2\ndata:x\n\n';

test('reads events with ids, kinds and several lines', () => {
  expect(parseChunks([stream])).toEqual([
    { id: '1', event: 'status', data: '{"a":\n1}' },
    { id: '2', event: 'message', data: 'x' },
  ]);
});

test('returns the same events wherever the stream is cut', () => {
  for (let cut = 0; cut <= stream.length; cut += 1)
    expect(parseChunks([stream.slice(0, cut), stream.slice(cut)])).toEqual(parseChunks([stream]));
  expect(parseChunks([...stream])).toEqual(parseChunks([stream]));
});

const answer = (text: string) => new Response(text);

test('reopens after the last event seen until the end is reported', async () => {
  const asked: (string | undefined)[] = [];
  const waits: number[] = [];
  const answers = [
    async () => answer('id: 1\ndata: a\n\n'),
    async () => Promise.reject(new Error('refused')),
    async () => Promise.reject(new Error('refused')),
    async () => answer('id: 2\ndata: b\n\nid: 3\ndata: end\n\nid: 4\ndata: never read\n\n'),
  ];
  const seen: string[] = [];
  await followEvents({
    open: (lastEventId) => {
      asked.push(lastEventId);
      return answers.shift()!();
    },
    onEvent: ({ data }) => {
      seen.push(data);
      return data === 'end';
    },
    wait: async (ms) => void waits.push(ms),
    signal: new AbortController().signal,
  });
  expect(seen).toEqual(['a', 'b', 'end']);
  expect(asked).toEqual([undefined, '1', '1', '1']);
  expect(waits).toEqual([500, 1000, 2000]);
});

test('gives up if the failure is fatal', async () => {
  const follow = followEvents({
    open: () => Promise.reject(new Error('gone')),
    onEvent: () => false,
    isFatal: () => true,
    signal: new AbortController().signal,
  });
  await expect(follow).rejects.toThrow('gone');
});

test('ends when it is aborted', async () => {
  const controller = new AbortController();
  await followEvents({
    open: () => Promise.reject(new Error('refused')),
    onEvent: () => false,
    wait: async () => controller.abort(),
    signal: controller.signal,
  });
  expect(controller.signal.aborted).toBe(true);
});

test('a stream that is silent for 24 hours is closed and opened again [notifications-2]', async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const cancelled: number[] = [];
  let opened = 0;
  const open = async () => {
    opened += 1;
    const index = opened;
    return new Response(new ReadableStream({ cancel: () => void cancelled.push(index) }));
  };
  const following = followEvents({
    open,
    onEvent: () => false,
    signal: controller.signal,
    wait: async () => undefined,
  });
  await vi.advanceTimersByTimeAsync(86_399_999);
  expect([opened, cancelled]).toEqual([1, []]);
  await vi.advanceTimersByTimeAsync(1);
  expect([opened, cancelled]).toEqual([2, [1]]);
  controller.abort();
  await vi.advanceTimersByTimeAsync(86_400_000);
  await following;
  expect(opened).toBe(2);
  vi.useRealTimers();
});
