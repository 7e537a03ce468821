import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEventParser, followEvents, type ServerEvent } from './event-stream.ts';

const stream = 'retry: 10\n: hello\r\nid: 1\nevent: status\ndata: {"a":1}\n\nid: 2\r\ndata: x\r\ndata: y\r\n\r\rdata:z\n\n';
const events: ServerEvent[] = [
  { id: '1', event: 'status', data: '{"a":1}' },
  { id: '2', event: 'message', data: 'x\ny' },
  { id: '2', event: 'message', data: 'z' },
];

function parseChunks(chunks: string[]): ServerEvent[] {
  const seen: ServerEvent[] = [];
  const parse = createEventParser((event) => seen.push(event));
  for (const chunk of chunks) parse(chunk);
  return seen;
}

describe('the event parser', () => {
  test('reads the same events wherever the stream is cut in two', () => {
    for (let at = 0; at <= stream.length; at += 1)
      expect(parseChunks([stream.slice(0, at), stream.slice(at)])).toEqual(events);
  });

  test('reads the same events in any cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), stream.length];
        expect(parseChunks(at.slice(1).map((end, i) => stream.slice(at[i], end)))).toEqual(events);
      }),
    );
  });

  test('keeps an event back until its empty line came', () => {
    expect(parseChunks(['data: 1\n'])).toEqual([]);
  });
});

const answer = (text: string, fail = false) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        if (fail) setTimeout(() => controller.error(new Error('connection lost')));
        else controller.close();
      },
    }),
  );

describe('following a stream', () => {
  test('resumes after the last event seen, and ends when told', async () => {
    const asked: (string | undefined)[] = [];
    const seen: string[] = [];
    const answers = [answer('id: 1\ndata: a\n\nid: 2\ndata: b\n\n', true), answer(''), answer('id: 3\ndata: end\n\n')];
    await followEvents({
      signal: new AbortController().signal,
      wait: () => Promise.resolve(),
      open: async (lastEventId) => {
        asked.push(lastEventId);
        return answers.shift()!;
      },
      onEvent: (event) => {
        seen.push(event.data);
        return event.data === 'end';
      },
    });
    expect(asked).toEqual([undefined, '2', '2']);
    expect(seen).toEqual(['a', 'b', 'end']);
  });

  test('waits longer after each failure, and from the start again after an event', async () => {
    const waits: number[] = [];
    let opened = 0;
    await followEvents({
      signal: new AbortController().signal,
      wait: async (ms) => {
        waits.push(ms);
      },
      open: async () => {
        opened += 1;
        if (opened === 4) return answer('id: 1\ndata: a\n\n');
        if (opened === 6) return answer('data: end\n\n');
        throw new Error('no connection');
      },
      onEvent: (event) => event.data === 'end',
    });
    expect(waits).toEqual([500, 1000, 2000, 500, 1000]);
  });

  test('gives up on a refusal', async () => {
    const open = () => Promise.reject(new Error('gone'));
    const follow = followEvents({
      signal: new AbortController().signal,
      open,
      onEvent: () => false,
      isFatal: () => true,
    });
    await expect(follow).rejects.toThrow('gone');
  });
});
