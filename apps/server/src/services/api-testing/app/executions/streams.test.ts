import { AppError } from '@touchstone/kernel';
import { createMask } from '@touchstone/report';
import { expect, test } from 'vitest';
import { platformErrors } from '../../../../platform/errors.ts';
import { storeBodyOf } from './store-body.ts';
import { createStreamStops } from './stream-stops.ts';
import { createStreamWatcher, toLiveStream } from './watch-stream.ts';

const hidden = '••••••';
const bytes = (text: string) => new TextEncoder().encode(text);

function watched() {
  const sent: { event: string; data: unknown }[] = [];
  const until = new AbortController().signal;
  const mask = createMask(['s3cret']);
  const live = toLiveStream((event) => void sent.push(event));
  return { watcher: createStreamWatcher(live, { streamId: 'id', until }, () => mask), sent, until };
}

test('events of a stream are forwarded as they arrive, with secrets masked', () => {
  const { watcher, sent, until } = watched();
  expect(watcher.until).toBe(until);
  watcher.begin({ status: 200, statusText: 'OK', httpVersion: '1.1', headers: [['x-key', 's3cret']] });
  const whole = bytes('data: grün\n\nid: s3cret\nevent: of s3cret\ndata: a s3cret\n\ndata: never ends');
  for (const part of [whole.subarray(0, 9), whole.subarray(9)]) watcher.take(part);
  expect(sent).toEqual([
    {
      event: 'begin',
      data: { streamId: 'id', status: 200, statusText: 'OK', httpVersion: '1.1', headers: [['x-key', hidden]] },
    },
    { event: 'event', data: { event: 'message', data: 'grün' } },
    { event: 'event', data: { id: hidden, event: `of ${hidden}`, data: `a ${hidden}` } },
  ]);
});

test('only the first 64 KB of an event are shown', () => {
  const { watcher, sent } = watched();
  watcher.begin({ status: 200, statusText: '', httpVersion: '2', headers: [] });
  watcher.take(bytes(`data: ${'x'.repeat(65_536)}y\n\n`));
  expect(sent[1]?.data).toEqual({ event: 'message', data: 'x'.repeat(65_536) });
});

test('users stop only their own open streams', async () => {
  const listeners: ((name: string) => void)[] = [];
  const channels: string[] = [];
  const stops = createStreamStops({
    notifier: {
      listen: async (channel: string, on: (name: string) => void) => {
        channels.push(channel);
        listeners.push(on);
      },
    },
    database: {
      pool: {
        query: async (_text: string, [channel, name]: [string, string]) => {
          expect(channel).toBe('stream_stop');
          for (const tell of listeners) tell(name);
        },
      },
    },
    log: {},
  } as never);
  const [first, second] = [await stops.open('ana'), await stops.open('ana')];
  expect(channels).toEqual(['stream_stop']);
  expect(first.streamId).not.toBe(second.streamId);
  await stops.stop('ben', first.streamId);
  await stops.stop('ana', 'unknown');
  expect(first.until.aborted).toBe(false);
  await stops.stop('ana', first.streamId);
  expect([first.until.aborted, second.until.aborted]).toEqual([true, false]);
  second.close();
  await stops.stop('ana', second.streamId);
  expect(second.until.aborted).toBe(false);
});

test('a body that does not fit on the disk is left out; any other error is reported', async () => {
  const warned: unknown[] = [];
  const stored: object[] = [];
  let failure: Error | undefined;
  const platform = {
    files: {
      put: async (file: object) => {
        if (failure) throw failure;
        stored.push(file);
        return { fileId: 'f' };
      },
    },
    log: { warn: (about: unknown) => void warned.push(about) },
  };
  const store = storeBodyOf(platform as never, 'o', 'run:r');
  expect(await store(bytes('a'), 'image/png')).toBe('f');
  expect(await store(bytes('b'), undefined)).toBe('f');
  const file = { organizationId: 'o', owner: 'run:r', name: 'body' };
  expect(stored).toEqual([
    { ...file, contentType: 'image/png', content: bytes('a') },
    { ...file, contentType: 'application/octet-stream', content: bytes('b') },
  ]);
  failure = new AppError(platformErrors.storageFull, { params: { place: 'the disk' } });
  expect(await store(bytes('c'), undefined)).toBeUndefined();
  expect(warned).toEqual([{ err: failure, owner: 'run:r' }]);
  for (const other of [new AppError(platformErrors.tooLarge), new Error('broken')]) {
    failure = other;
    await expect(store(bytes('d'), undefined)).rejects.toBe(other);
  }
});
