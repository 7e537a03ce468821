import type { Session } from '@touchstone/engine-browser';
import { AppError, FakeClock } from '@touchstone/kernel';
import { afterEach, expect, test, vi } from 'vitest';
import type { Actor } from '../../../workspaces/index.ts';
import { webTestingErrors } from '../../errors.ts';
import { liveKey } from './live-key.ts';
import { Recordings } from './recordings.ts';

afterEach(() => {
  vi.useRealTimers();
});

const ada = { userId: 'a', name: 'Ada', organizationId: 'o' } as Actor;
const grace = { userId: 'g', name: 'Grace', organizationId: 'o' } as Actor;
const stranger = { userId: 's', name: 'Sam', organizationId: 'other' } as Actor;
const viewport = { width: 800, height: 600 };
const ofScript = { scriptUUID: 'script', browser: 'chromium', viewport } as const;
const { noRecording, notInControl, otherInControl, hasProblems } = webTestingErrors;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: AppError) => error.code,
  );

/** A browser that shows nothing, with a page whose selected text is "copied". */
function fakeSession() {
  return {
    isOpen: true,
    view: { watch: () => () => undefined },
    tabs: { watch: () => () => undefined, open: [], titles: async () => [] },
    page: { frames: () => [{ evaluate: async () => 'copied' }] },
    close: vi.fn(async () => undefined),
    perform: vi.fn(),
  };
}

/** Recordings of a process; `script` is what is read of the recorded script. */
function recordingsOf({ script = {}, isKnown = true }: { script?: object; isKnown?: boolean } = {}) {
  const clock = new FakeClock('2026-01-05T12:00:00Z');
  const opened: object[] = [];
  const sessions: ReturnType<typeof fakeSession>[] = [];
  const held: string[] = [];
  const released: string[] = [];
  const audits: object[] = [];
  const checked: string[] = [];
  const read: unknown[] = [];
  const refused = new Set<string>();
  const host = { value: 'shop.test' };
  const check = async (caller: Actor, id: string, need: string) => {
    checked.push(`${caller.name} ${need} ${id}`);
    if (refused.has(`${caller.name} ${need}`)) throw new AppError(webTestingErrors.notOfWebTesting);
  };
  const recordings = new Recordings({
    platform: {
      clock,
      config: { publicUrl: 'http://127.0.0.1' },
      audit: async (_caller: Actor, entry: object) => void audits.push(entry),
      processes: {
        hold: (key: string) => {
          held.push(key);
          const known = isKnown ? Promise.resolve() : Promise.reject(new Error('No connection.'));
          return { release: () => released.push(key), known };
        },
      },
    } as never,
    repository: {
      open: {
        script: async (caller: Actor, id: string, need: string) => {
          await check(caller, id, need);
          return { projectId: 'project' };
        },
        project: check,
      },
      readForRun: async (_caller: Actor, ...given: unknown[]) => {
        read.push(given);
        return { scripts: [{ name: 'Pay', problems: [], table: null, ...script }], functions: [] };
      },
    } as never,
    variables: {
      plan: async (_caller: Actor, _projectId: string, environmentId: string | undefined) => ({
        environmentName: null,
        scopes: [
          [{ name: 'host', value: environmentId ?? host.value }],
          [
            { name: 'host', value: 'hidden by the environment' },
            { name: 'path', value: 'cart' },
          ],
        ],
      }),
    } as never,
    keptSessions: { of: (scope: object) => ({ scope }) } as never,
    openBrowser: async (options) => {
      opened.push(options);
      const session = fakeSession();
      sessions.push(session);
      return session as unknown as Session;
    },
  });
  return { recordings, clock, opened, sessions, held, released, audits, checked, read, refused, host };
}
function watching() {
  const received: { type: string }[] = [];
  return { received, news: (news: { type: string }) => received.push(news), picture: vi.fn(), end: vi.fn() };
}
const of = (received: readonly { type: string }[], type: string) => received.filter((news) => news.type === type);

test('a browser is opened for a script or a project that the user may change, and is audited', async () => {
  const { recordings, opened, held, audits, checked, clock } = recordingsOf();
  const first = await recordings.open(ada, { ...ofScript, environmentId: 'staging' });
  const second = await recordings.open(grace, { projectUUID: 'project', browser: 'firefox', viewport });
  expect(checked).toEqual(['Ada edit script', 'Grace edit project']);
  const place = { organizationId: 'o', projectId: 'project' };
  expect(opened).toMatchObject([
    {
      ...place,
      browser: 'chromium',
      viewport,
      keptSessions: { scope: { ...place, environmentId: 'staging', by: { name: 'Ada' } } },
    },
    { ...place, browser: 'firefox', keptSessions: { scope: { ...place, by: { name: 'Grace' } } } },
  ]);
  expect(held).toEqual([liveKey(first), liveKey(second)]);
  expect(audits).toEqual([
    { action: 'recording.opened', target: 'script', detail: { browser: 'chromium' } },
    { action: 'recording.opened', target: 'project', detail: { browser: 'firefox' } },
  ]);
  const common = { ...place, openedAt: clock.now() };
  expect(recordings.list('o')).toEqual([
    {
      ...common,
      liveId: first,
      environmentId: 'staging',
      scriptId: 'script',
      browser: 'chromium',
      openedByName: 'Ada',
    },
    { ...common, liveId: second, environmentId: undefined, scriptId: null, browser: 'firefox', openedByName: 'Grace' },
  ]);
  expect(recordings.list('other')).toEqual([]);
  expect([recordings.has(first), recordings.has('unknown')]).toEqual([true, false]);
});

test('a browser that the user may not open stays closed', async () => {
  const { recordings, opened, refused } = recordingsOf();
  refused.add('Ada edit');
  expect(await codeOf(recordings.open(ada, ofScript))).toBe(webTestingErrors.notOfWebTesting.code);
  expect([opened, recordings.list('o')]).toEqual([[], []]);
});

test('a recording continues here if the other processes cannot be informed', async () => {
  const { recordings } = recordingsOf({ isKnown: false });
  expect(recordings.has(await recordings.open(ada, ofScript))).toBe(true);
});

test('whoever opens a browser is in control, until another editor takes over', async () => {
  const { recordings, checked } = recordingsOf();
  const liveId = await recordings.open(ada, ofScript);
  const watcher = watching();
  await recordings.watch(grace, liveId, watcher as never);
  expect(of(watcher.received, 'control')).toEqual([{ type: 'control', userId: 'a', name: 'Ada' }]);
  const copy = (by: Actor) => recordings.command(by, liveId, { type: 'copy' });
  expect(await copy(ada)).toBe('copied');
  expect(await codeOf(copy(grace))).toBe(otherInControl.code);
  expect(await recordings.control(grace, liveId, 'release')).toBe(true);
  expect(await copy(ada)).toBe('copied');
  expect(await recordings.control(grace, liveId, 'take')).toBe(true);
  expect(of(watcher.received, 'control').at(-1)).toEqual({ type: 'control', userId: 'g', name: 'Grace' });
  expect(await codeOf(copy(ada))).toBe(otherInControl.code);
  await recordings.control(grace, liveId, 'release');
  expect(of(watcher.received, 'control').at(-1)).toEqual({ type: 'control', userId: null, name: '' });
  expect(await codeOf(copy(grace))).toBe(notInControl.code);
  expect(new Set(checked)).toEqual(
    new Set(['Ada edit script', 'Grace view project', 'Grace edit project', 'Ada view project']),
  );
});

test('browsers of others and unknown ones are not found', async () => {
  const { recordings, refused } = recordingsOf();
  const liveId = await recordings.open(ada, ofScript);
  for (const [by, id] of [
    [stranger, liveId],
    [ada, 'unknown'],
  ] as const) {
    expect(await codeOf(recordings.watch(by, id, watching() as never))).toBe(noRecording.code);
    expect(await recordings.input(by, id, { from: 'page', sequence: 1, inputs: [] })).toBe(false);
    expect(await recordings.command(by, id, { type: 'copy' })).toBeUndefined();
    expect(await recordings.control(by, id, 'take')).toBe(false);
    expect(await codeOf(recordings.trySteps(by, id, []))).toBe(noRecording.code);
    expect(await codeOf(recordings.close(by, id))).toBe(noRecording.code);
  }
  refused.add('Grace view').add('Grace edit');
  const refusal = webTestingErrors.notOfWebTesting.code;
  expect(await codeOf(recordings.watch(grace, liveId, watching() as never))).toBe(refusal);
  expect(await codeOf(recordings.control(grace, liveId, 'take'))).toBe(refusal);
  expect(await codeOf(recordings.close(grace, liveId))).toBe(refusal);
  expect(recordings.has(liveId)).toBe(true);
});

test('a closed browser notifies its watchers and frees its place', async () => {
  const { recordings, sessions, held, released } = recordingsOf();
  const liveId = await recordings.open(ada, ofScript);
  const watcher = watching();
  await recordings.watch(ada, liveId, watcher as never);
  await recordings.close(grace, liveId);
  expect(of(watcher.received, 'ended')).toEqual([{ type: 'ended', message: 'The browser was closed.' }]);
  expect(watcher.end).toHaveBeenCalledOnce();
  expect(sessions[0]?.close).toHaveBeenCalledOnce();
  expect([released, recordings.list('o')]).toEqual([held, []]);
  expect(await codeOf(recordings.close(ada, liveId))).toBe(noRecording.code);
});

test('when the server stops, all browsers are closed with the reason', async () => {
  const { recordings, sessions, held, released } = recordingsOf();
  const watchers = [watching(), watching()];
  for (const watcher of watchers) await recordings.watch(ada, await recordings.open(ada, ofScript), watcher as never);
  await recordings.closeAll();
  const message = 'The server is stopping. Start the browser again.';
  for (const { received } of watchers) expect(of(received, 'ended')).toEqual([{ type: 'ended', message }]);
  expect(sessions.map(({ close }) => close.mock.calls.length)).toEqual([1, 1]);
  expect([released, recordings.list('o')]).toEqual([held, []]);
});

test('idle browsers are closed, used ones stay open', async () => {
  vi.useFakeTimers();
  const { recordings, clock } = recordingsOf();
  const [idle, used] = [await recordings.open(ada, ofScript), await recordings.open(ada, ofScript)];
  const watchers = [watching(), watching()];
  await recordings.watch(ada, idle, watchers[0] as never);
  await recordings.watch(ada, used, watchers[1] as never);
  clock.advance(10 * 60_000);
  await recordings.input(ada, used, { from: 'page', sequence: 1, inputs: [] });
  await vi.advanceTimersByTimeAsync(5000);
  expect(recordings.list('o')).toHaveLength(2);
  clock.advance(5 * 60_000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(recordings.list('o').map(({ liveId }) => liveId)).toEqual([used]);
  expect(of(watchers[0]?.received ?? [], 'ended')).toEqual([
    { type: 'ended', message: expect.stringContaining('after 15 minutes') },
  ]);
  clock.advance(15 * 60_000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(recordings.list('o')).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  const again = await recordings.open(ada, ofScript);
  clock.advance(60_000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(recordings.has(again)).toBe(false);
});

/** A step that shows the values of variables. */
const note = {
  id: 'note',
  keyword: 'setVariable',
  target: null,
  args: { variable: 'all', value: '{{host}}/{{path}}/{{user}}/{{role}}' },
  onFailure: 'stop',
  retries: 0,
  timeoutMs: null,
  evidence: 'none',
  comment: '',
  isEnabled: true,
};

test('steps are tried with the current variables and the first row of the data table', async () => {
  const table = { columns: ['user', 'role'], rows: [['ada'], ['bob', 'guest']] };
  const { recordings, read } = recordingsOf({ script: { table } });
  const liveId = await recordings.open(ada, { ...ofScript, environmentId: 'staging.test' });
  const watcher = watching();
  await recordings.watch(ada, liveId, watcher as never);
  await recordings.trySteps(ada, liveId, [note] as never);
  await vi.waitFor(() => expect(of(watcher.received, 'trying')).toHaveLength(2));
  expect(of(watcher.received, 'tried')).toMatchObject([
    { stepId: 'note', status: 'passed', message: 'all is now "staging.test/cart/ada/".' },
  ]);
  expect(read).toEqual([['project', ['script'], [note]]]);
  const ofProject = await recordings.open(ada, { projectUUID: 'project', browser: 'chromium', viewport });
  await recordings.trySteps(ada, ofProject, []);
  expect(read[1]).toEqual(['project', [], []]);
});

test.each(['Choose an element', 'Choose an element.'])('steps with the problem "%s" are not tried', async (message) => {
  const { recordings } = recordingsOf({ script: { problems: [{ stepId: 'a', field: 'target', message }] } });
  const liveId = await recordings.open(ada, ofScript);
  const refusal = recordings.trySteps(ada, liveId, []);
  await expect(refusal).rejects.toMatchObject({
    code: hasProblems.code,
    message: 'The script “Pay” can’t be run: Choose an element. Mend its steps first. See details.',
  });
});

test('steps are tried with the variables that were changed since the browser was opened', async () => {
  const { recordings, host } = recordingsOf();
  const liveId = await recordings.open(ada, ofScript);
  const watcher = watching();
  await recordings.watch(ada, liveId, watcher as never);
  host.value = 'later.test';
  const args = { variable: 'all', value: '{{host}}' };
  await recordings.trySteps(ada, liveId, [{ ...note, args }] as never);
  await vi.waitFor(() => expect(of(watcher.received, 'trying')).toHaveLength(2));
  expect(of(watcher.received, 'tried')).toMatchObject([{ message: 'all is now "later.test".' }]);
});

test('a browser whose control was taken is not idle', async () => {
  vi.useFakeTimers();
  const { recordings, clock } = recordingsOf();
  const liveId = await recordings.open(ada, ofScript);
  await recordings.watch(ada, liveId, watching() as never);
  clock.advance(10 * 60_000);
  await recordings.control(grace, liveId, 'take');
  clock.advance(10 * 60_000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(recordings.has(liveId)).toBe(true);
  await recordings.closeAll();
});
