import { AppError } from '@touchstone/kernel';
import { expect, test, vi } from 'vitest';
import { NotReached } from '../../../../platform/processes/process-calls.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { webTestingErrors } from '../../errors.ts';
import { createAllRecordings } from './all-recordings.ts';
import { LiveBrowsers } from './live-browsers.ts';
import { liveKey } from './live-key.ts';

const ada = { userId: 'a', name: 'Ada', organizationId: 'o', workspaceAccess: 'EDITOR', secret: 'x' } as never as Actor;
const close = { type: 'close' } as const;
const noPlaces = { total: 0, taken: 0, waiting: 0 };

/** Live browsers of the process `own`: `here` are its browsers, `holders` the processes of the others. */
function liveBrowsers({ here = [], holders = {} }: { here?: string[]; holders?: Record<string, string> } = {}) {
  const recordings = {
    has: (id: string) => here.includes(id),
    input: vi.fn(async (_caller: Actor, id: string) => here.includes(id)),
    command: vi.fn(async (_caller: Actor, id: string) => (here.includes(id) ? 'from the recording' : undefined)),
    control: vi.fn(async (_caller: Actor, id: string) => here.includes(id)),
    trySteps: vi.fn(async () => undefined),
    close: vi.fn(async (_caller: Actor, id: string) => {
      if (!here.includes(id)) throw new AppError(webTestingErrors.noRecording);
    }),
    watch: vi.fn(async () => vi.fn()),
  };
  const watchedRuns = {
    isAtWork: (id: string) => id === 'run here',
    input: vi.fn(async () => undefined),
    command: vi.fn(async () => 'from the run'),
    control: vi.fn(async () => undefined),
    watch: vi.fn(async () => vi.fn()),
  };
  const there = vi.fn(async (process: string, _asked: { caller: Actor }): Promise<string> => `done in ${process}`);
  const watchThere = vi.fn(async (process: string, _asked: { caller: Actor }) => `stream of ${process}`);
  const browsers = new LiveBrowsers({
    platform: {
      processes: { own: 'own', holderOf: async (key: string) => holders[key] },
      processCalls: { define: () => there, defineStream: () => watchThere },
    } as never,
    recordings: recordings as never,
    watchedRuns: watchedRuns as never,
  });
  return { browsers, recordings, watchedRuns, there, watchThere };
}

test('a browser of this process is used here, without looking up its process', async () => {
  const { browsers, recordings, there, watchThere } = liveBrowsers({
    here: ['r'],
    holders: { [liveKey('r')]: 'other', [liveKey('run here')]: 'other' },
  });
  await browsers.perform(ada, 'r', close);
  await browsers.watch(ada, 'run here');
  expect(recordings.close).toHaveBeenCalledWith(ada, 'r');
  expect([there, watchThere].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

test('a browser of another process is used there, and the caller is sent as plain data', async () => {
  const { browsers, recordings, there, watchThere } = liveBrowsers({ holders: { [liveKey('r')]: 'other' } });
  expect(await browsers.perform(ada, 'r', close)).toBe('done in other');
  expect(await browsers.watch(ada, 'r')).toBe('stream of other');
  const caller = { userId: 'a', name: 'Ada', organizationId: 'o', workspaceAccess: 'EDITOR' };
  expect(there.mock.calls).toEqual([['other', { caller: expect.objectContaining(caller), liveId: 'r', act: close }]]);
  expect(watchThere.mock.calls).toEqual([['other', { caller: expect.objectContaining(caller), liveId: 'r' }]]);
  expect(there.mock.calls[0]?.[1].caller).not.toHaveProperty('secret');
  expect(recordings.close).not.toHaveBeenCalled();
});

test.each([{}, { [liveKey('r')]: 'own' }])(
  'with the holders %j, a call to an unknown browser is answered here',
  async (holders) => {
    const { browsers, there } = liveBrowsers({ holders });
    await expect(browsers.perform(ada, 'r', close)).rejects.toMatchObject({ code: webTestingErrors.noRecording.code });
    expect(there).not.toHaveBeenCalled();
  },
);

/** Writes what a watcher sees; `end` is called once the response has ended. */
function write(answer: unknown) {
  const control = new AbortController();
  const ended = vi.fn();
  const raw = { on: () => undefined, write: () => true, writableLength: 0 };
  const writing = (answer as (raw: object, signal: AbortSignal) => Promise<void>)(raw, control.signal).then(ended);
  return { control, ended, writing };
}

test('a recording of this process is watched as such, until its reader goes', async () => {
  const { browsers, recordings, watchedRuns } = liveBrowsers({ here: ['r'] });
  const { control, writing } = write(await browsers.watch(ada, 'r'));
  expect(recordings.watch).toHaveBeenCalledWith(ada, 'r', expect.anything());
  expect(watchedRuns.watch).not.toHaveBeenCalled();
  control.abort();
  await writing;
});

test('who waits for a queued run is sent away once another process has started it', async () => {
  const holders: Record<string, string> = {};
  const { browsers, watchedRuns } = liveBrowsers({ holders });
  const waiting = write(await browsers.watch(ada, 'queued'));
  const atWork = write(await browsers.watch(ada, 'run here'));
  expect(watchedRuns.watch.mock.calls.map((call: unknown[]) => call[1])).toEqual(['queued', 'run here']);
  expect(waiting.ended).not.toHaveBeenCalled();
  Object.assign(holders, { [liveKey('queued')]: 'other', [liveKey('run here')]: 'other' });
  await waiting.writing;
  expect(atWork.ended).not.toHaveBeenCalled();
  atWork.control.abort();
  await atWork.writing;
});

test('if the other process cannot be reached, this one answers; its other errors are passed on', async () => {
  const { browsers, there } = liveBrowsers({ holders: { [liveKey('r')]: 'other' } });
  there.mockRejectedValueOnce(new NotReached());
  await expect(browsers.perform(ada, 'r', close)).rejects.toMatchObject({ code: webTestingErrors.noRecording.code });
  there.mockRejectedValueOnce(new Error('Broken.'));
  await expect(browsers.perform(ada, 'r', close)).rejects.toThrow('Broken.');
});

test('input, commands and control of a browser that is no recording go to its run', async () => {
  const { browsers, recordings, watchedRuns } = liveBrowsers({ here: ['r'] });
  const inputs = [{ type: 'text' as const, text: 'a' }];
  const acts = [
    { type: 'input', sent: { from: 'page', sequence: 1, inputs } },
    { type: 'command', command: { type: 'copy' } },
    { type: 'control', action: 'take' },
  ] as const;
  const answers = [];
  for (const id of ['r', 'run here'])
    for (const act of acts) answers.push(await browsers.perform(ada, id, act as never));
  expect(answers).toEqual(['', 'from the recording', '', '', 'from the run', '']);
  expect(watchedRuns.input.mock.calls).toEqual([[ada, 'run here', inputs]]);
  expect(watchedRuns.command.mock.calls).toEqual([[ada, 'run here', { type: 'copy' }]]);
  expect(watchedRuns.control.mock.calls).toEqual([[ada, 'run here', 'take']]);
  expect(await browsers.perform(ada, 'r', { type: 'try', steps: [] })).toBe('');
  expect(recordings.trySteps.mock.calls).toEqual([[ada, 'r', []]]);
});

/** Recordings of this process and of others; `others` maps each other process to its response. */
function allRecordings(others: Record<string, () => Promise<object>>) {
  const log = { warn: vi.fn() };
  const list = createAllRecordings({
    platform: {
      processes: { others: async (role: string) => (role === 'api' ? Object.keys(others) : []) },
      processCalls: { define: () => (process: string) => others[process]?.() },
      log,
    } as never,
    recordings: { list: () => [{ liveId: 'here', openedAt: new Date('2026-03-01T00:00:02Z') }] } as never,
    placesHere: () => ({ total: 2, taken: 1, waiting: 0 }),
  });
  return { list: () => list('o'), log };
}

test('recordings of all processes are listed, oldest first, and their slots added up', async () => {
  const recording = (liveId: string, second: number) => ({ liveId, openedAt: `2026-03-01T00:00:0${second}.000Z` });
  const places = { total: 2, taken: 2, waiting: 3 };
  const { list, log } = allRecordings({
    b: async () => ({ recordings: [recording('third', 3), recording('first', 1)], places }),
    broken: () => Promise.reject(new Error('Not reached.')),
    empty: async () => ({ recordings: [], places: noPlaces }),
  });
  expect(await list()).toEqual({
    recordings: [recording('first', 1), recording('here', 2), recording('third', 3)],
    places: { total: 4, taken: 3, waiting: 3 },
  });
  expect(log.warn.mock.calls).toEqual([[expect.objectContaining({ process: 'broken' }), expect.any(String)]]);
});

test('an unresponsive process is left out after two seconds', async () => {
  const { list } = allRecordings({ silent: () => new Promise(() => undefined) });
  expect(await list()).toMatchObject({ recordings: [{ liveId: 'here' }], places: { total: 2, taken: 1, waiting: 0 } });
});
