import type { LiveBrowser, Session } from '@touchstone/engine-browser';
import { AppError, FakeClock } from '@touchstone/kernel';
import { expect, test, vi } from 'vitest';
import { webTestingErrors } from '../../errors.ts';
import { Recording, type TriedSteps } from './recording.ts';

const note: TriedSteps['steps'][number] = {
  id: 'a',
  keyword: 'setVariable',
  target: null,
  args: { variable: 'order', value: '{{given}}1' },
  onFailure: 'stop',
  retries: 0,
  timeoutMs: null,
  evidence: 'none',
  comment: '',
  isEnabled: true,
};
const tried: TriedSteps = { steps: [note], functions: [], rows: [{ given: '4' }] };

/** A recording with a fake browser, and the events its watcher gets. */
function recordingOf({
  drive,
  secrets = [],
}: {
  drive?: (work: () => Promise<unknown>) => Promise<unknown>;
  secrets?: string[];
} = {}) {
  const live = {
    mode: 'record',
    view: { watch: vi.fn(() => vi.fn()) },
    input: vi.fn(async () => undefined),
    command: vi.fn(async () => undefined),
    selectedText: async () => 'copied',
    drive: drive ?? ((work: () => Promise<unknown>) => work()),
    close: vi.fn(),
  };
  let emit: (news: object) => void = () => undefined;
  class Live {
    constructor(_session: Session, onNews: (news: object) => void) {
      emit = onNews;
      Object.assign(this, live);
    }
  }
  const session = { isOpen: true, close: vi.fn(async () => undefined), perform: vi.fn() };
  const clock = new FakeClock(new Date('2026-01-01T00:00:00Z'));
  const control = new AbortController();
  const log = { warn: vi.fn() };
  const recording = new Recording({} as never, {
    session: session as unknown as Session,
    Live: Live as unknown as typeof LiveBrowser,
    known: { variables: { host: 'shop.test' }, secrets },
    clock,
    control,
    log,
  });
  const received: { type: string }[] = [];
  const watcher = { news: (news: { type: string }) => received.push(news), picture: vi.fn(), end: vi.fn() };
  const leave = recording.watch(watcher as never);
  return {
    recording,
    live,
    session,
    clock,
    control,
    log,
    received,
    watcher,
    leave,
    emit: (news: object) => emit(news),
  };
}
const of = (received: readonly { type: string }[], type: string) => received.filter((news) => news.type === type);

test('a new watcher gets the mode of the browser', () => {
  expect(recordingOf().received).toEqual([{ type: 'mode', mode: 'record' }]);
});

test('each call of a page is done once, in its order; those of other pages are counted separately', async () => {
  const { recording, live } = recordingOf();
  const send = (from: string, sequence: number) =>
    recording.input({ from, sequence, inputs: [{ type: 'text', text: `${from}${sequence}` }] });
  for (const sequence of [1, 2, 2, 1, 3]) await send('a', sequence);
  await send('b', 1);
  const sent = live.input.mock.calls.map(([inputs]: unknown[]) => (inputs as { text: string }[])[0]?.text);
  expect(sent).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('steps are tried one call after another, and what they set is known afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { recording, received, live } = recordingOf({
    drive: async (work) => {
      await promise;
      return work();
    },
  });
  recording.trySteps(tried);
  expect(() => recording.trySteps(tried)).toThrow(
    expect.objectContaining({ code: webTestingErrors.stepsAreTried.code }),
  );
  resolve();
  await vi.waitFor(() => expect(of(received, 'trying')).toHaveLength(2));
  expect(of(received, 'trying')).toEqual([
    { type: 'trying', isTrying: true },
    { type: 'trying', isTrying: false },
  ]);
  expect(of(received, 'tried')).toEqual([
    { type: 'tried', stepId: 'a', status: 'passed', message: 'order is now "41".', expected: null, actual: null },
  ]);
  await recording.command({ type: 'open', url: '{{host}}/{{order}}' });
  expect(live.command).toHaveBeenCalledWith({
    type: 'open',
    url: 'https://shop.test/41',
    shown: '{{host}}/{{order}}',
  });
});

test('a failure before the steps are tried is reported to the watchers with what to do, and its text is logged', async () => {
  const failure = new Error('connect ECONNREFUSED 127.0.0.1:9222');
  const { recording, received, log } = recordingOf({ drive: () => Promise.reject(failure) });
  recording.trySteps(tried);
  await vi.waitFor(() => expect(of(received, 'trying')).toHaveLength(2));
  const message = 'The steps could not be tried. Try them again, or close the browser and start it again.';
  expect(of(received, 'problem')).toEqual([{ type: 'problem', message }]);
  expect(log.warn.mock.calls).toEqual([[{ err: failure }, 'steps of a recording could not be tried']]);
  recording.trySteps(tried);
  await vi.waitFor(() => expect(of(received, 'problem')).toHaveLength(2));
});

test('a refusal of the product is reported to the watchers as it is', async () => {
  const { recording, received } = recordingOf({
    drive: () => Promise.reject(new AppError(webTestingErrors.noRecording)),
  });
  recording.trySteps(tried);
  await vi.waitFor(() => expect(of(received, 'trying')).toHaveLength(2));
  expect(of(received, 'problem')).toEqual([{ type: 'problem', message: webTestingErrors.noRecording.message }]);
});

test('an address is opened with the values of its variables, and recorded with their names', async () => {
  const { recording, live } = recordingOf();
  const opened = async (url: string) => {
    await recording.command({ type: 'newTab', url });
    return live.command.mock.lastCall?.at(0 as never);
  };
  expect(await opened('')).toEqual({ type: 'newTab', url: '' });
  expect(await opened('shop.test/a')).toEqual({
    type: 'newTab',
    url: 'https://shop.test/a',
    shown: 'https://shop.test/a',
  });
  await expect(opened('{{gone}}')).rejects.toMatchObject({
    code: webTestingErrors.variableMissing.code,
    message: expect.stringContaining('The variable gone has no value.'),
  });
  expect(await recording.command({ type: 'copy' })).toBe('copied');
});

test('a recording ends when its browser ends, and when it is not watched', async () => {
  const { recording, session, clock, leave, watcher, live, control } = recordingOf();
  clock.advance(14 * 60_000);
  expect(recording.endReason).toBeUndefined();
  leave();
  clock.advance(60 * 60_000);
  expect(recording.endReason).toBeDefined();
  const again = recording.watch(watcher as never);
  recording.used();
  expect(recording.endReason).toBeUndefined();
  session.isOpen = false;
  expect(recording.endReason).toMatch(/^The browser ended unexpectedly/);
  await recording.close('Enough.');
  expect([control.signal.aborted, live.close.mock.calls.length, session.close.mock.calls.length]).toEqual([true, 1, 1]);
  expect(watcher.end).toHaveBeenCalledOnce();
  again();
});

test('a watcher sees pictures until it leaves, and only the last one who leaves makes the recording unwatched', () => {
  const { recording, live, clock, leave, watcher } = recordingOf();
  const show = (live.view.watch.mock.calls as unknown as [(picture: string) => void][])[0]?.[0];
  show?.('picture');
  expect(watcher.picture.mock.calls).toEqual([['picture']]);
  const other = { news: vi.fn(), picture: vi.fn(), end: vi.fn() };
  const leaveToo = recording.watch(other);
  leave();
  expect(live.view.watch.mock.results.map(({ value }) => value.mock.calls.length)).toEqual([1, 0]);
  clock.advance(60_000);
  expect(recording.endReason).toBeUndefined();
  leaveToo();
  clock.advance(59_999);
  expect(recording.endReason).toBeUndefined();
  clock.advance(1);
  expect(recording.endReason).toBe('The browser was closed, because no one watched it.');
});

test('recorded steps name the variables whose values were typed; other news is passed on', () => {
  const { recording, received, emit } = recordingOf();
  recording.learn({ variables: { site: 'https://shop.test' }, secrets: [] });
  const opened = (url: string) => ({ ...note, keyword: 'openUrl', args: { url } });
  emit({ type: 'step', step: opened('https://shop.test/cart') });
  emit({ type: 'cursor', cursor: 'pointer' });
  expect(received.slice(1)).toEqual([
    { type: 'step', step: opened('{{site}}/cart') },
    { type: 'cursor', cursor: 'pointer' },
  ]);
});

test.each([
  ['options', 'files', { type: 'chooseOption', index: 1 }],
  ['files', 'options', { type: 'chooseFile', file: null }],
])('a later watcher does not see the question for %s once it was answered', async (type, other, command) => {
  const { recording, live, emit } = recordingOf();
  for (const one of [type, other]) emit({ type: one });
  expect(await recording.command(command as never)).toBe('');
  expect(live.command.mock.calls).toEqual([[command]]);
  const late: string[] = [];
  recording.watch({ news: (news) => late.push(news.type), picture: vi.fn(), end: vi.fn() });
  expect(late.toSorted()).toEqual(['mode', other].toSorted());
});

test('variables of the project change, and those that tried steps have set remain', async () => {
  const { recording, received, live } = recordingOf({ secrets: ['hidden'] });
  recording.trySteps(tried);
  await vi.waitFor(() => expect(of(received, 'trying')).toHaveLength(2));
  recording.learn({ variables: { host: 'bank.test', order: '7' }, secrets: [] });
  await recording.command({ type: 'open', url: ' {{host}}/{{order}} ' });
  expect(live.command).toHaveBeenCalledWith({ type: 'open', url: 'https://bank.test/41', shown: '{{host}}/{{order}}' });
});

test('secrets are not shown in the outcome of tried steps', async () => {
  const { recording, received } = recordingOf({ secrets: ['hidden'] });
  recording.trySteps({ ...tried, rows: [{ given: 'hidden' }] });
  await vi.waitFor(() => expect(of(received, 'trying')).toHaveLength(2));
  expect(of(received, 'tried')).toMatchObject([{ status: 'passed' }]);
  expect(JSON.stringify(received)).not.toContain('hidden');
});

test('a failed step shows what was expected and what was there', async () => {
  const { recording, received, session, control } = recordingOf();
  session.perform.mockResolvedValue({ status: 'failed', message: 'Another title.', expected: 'Shop', actual: 'Bank' });
  const step = { ...note, keyword: 'verifyTitle', args: { operator: 'equals', expected: '{{host}}' } };
  recording.trySteps({ ...tried, steps: [step] });
  await vi.waitFor(() => expect(of(received, 'trying')).toHaveLength(2));
  expect(of(received, 'tried')).toEqual([
    { type: 'tried', stepId: 'a', status: 'failed', message: 'Another title.', expected: 'Shop', actual: 'Bank' },
  ]);
  expect(session.perform.mock.calls).toMatchObject([
    [{ keyword: 'verifyTitle', args: { expected: 'shop.test' }, timeoutMs: 10_000, signal: control.signal }],
  ]);
});
