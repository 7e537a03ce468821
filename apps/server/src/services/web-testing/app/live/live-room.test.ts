import { AppError } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { webTestingErrors } from '../../errors.ts';
import { assertHolder, LiveRoom } from './live-room.ts';

const ada = { userId: 'a', name: 'Ada' };
const grace = { userId: 'g', name: 'Grace' };
const refused = new AppError(webTestingErrors.noRecording);

/** Asserts that a user may control the browser; returns which rights were checked, and the rejection. */
async function asked(room: LiveRoom, who: typeof ada, nowMs: number, may = { view: true, edit: true }) {
  const checked: string[] = [];
  const check = async (need: 'view' | 'edit') => {
    checked.push(need);
    if (!may[need]) throw refused;
  };
  const error = await assertHolder(room, who, nowMs, check).catch((one: AppError) => one.code);
  return [checked, error];
}

test('the rights of the user in control are checked again every five seconds', async () => {
  const room = new LiveRoom();
  room.hold(ada, 1000);
  expect(await asked(room, ada, 5999)).toEqual([[], undefined]);
  expect(await asked(room, ada, 6000)).toEqual([['edit'], undefined]);
  expect(await asked(room, ada, 10_999)).toEqual([[], undefined]);
  expect(await asked(room, ada, 11_000, { view: true, edit: false })).toEqual([['edit'], refused.code]);
  expect(await asked(room, ada, 11_001, { view: true, edit: false })).toEqual([['edit'], refused.code]);
});

test('a user who may not see the project does not learn who is in control', async () => {
  const room = new LiveRoom();
  room.hold(ada, 0);
  expect(await asked(room, grace, 0, { view: false, edit: false })).toEqual([['view'], refused.code]);
  expect(await asked(room, grace, 0)).toEqual([['view'], webTestingErrors.otherInControl.code]);
  await expect(assertHolder(room, grace, 0, async () => undefined)).rejects.toMatchObject({
    message: 'Ada is in control of this browser. Take over first.',
  });
  room.hold(undefined);
  expect(await asked(room, grace, 0)).toEqual([['view'], webTestingErrors.notInControl.code]);
});

/** A watcher that records what it sees. */
function watching() {
  const seen: unknown[] = [];
  return {
    seen,
    news: (news: unknown) => seen.push(news),
    picture: () => seen.push('picture'),
    end: () => seen.push('end'),
  };
}
const idle = { type: 'idle' as const };
const tabs = { type: 'tabs' as const, tabs: [] } as never;
const dialog = { type: 'dialog' as const, message: 'Sure?' } as never;
const files = { type: 'files' as const } as never;

test.each<[string, (room: LiveRoom) => void, unknown[]]>([
  ['the last news of each kind', (room) => [dialog, dialog, files].map((one) => room.broadcast(one)), [dialog, files]],
  ['no step', (room) => room.broadcast({ type: 'step' } as never), []],
  [
    'no dialog that was answered',
    (room) => [dialog, { type: 'dialogAnswered' } as never].map((one) => room.broadcast(one)),
    [],
  ],
  ['tabs in place of rest', (room) => [idle, tabs].map((one) => room.broadcast(one)), [tabs]],
  ['rest in place of tabs', (room) => [tabs, idle].map((one) => room.broadcast(one)), [idle]],
  [
    'no question that is settled',
    (room) => {
      room.broadcast(files);
      room.settle('files');
    },
    [],
  ],
  ['who is in control', (room) => room.hold(ada), [{ type: 'control', userId: 'a', name: 'Ada' }]],
  [
    'that nobody is in control',
    (room) => {
      room.hold(ada);
      room.hold(undefined);
    },
    [{ type: 'control', userId: null, name: '' }],
  ],
  ['no end that was not', (room) => room.show({} as never), []],
])('a watcher who joins later gets %s', (_name, happens, expected) => {
  const room = new LiveRoom();
  happens(room);
  const late = watching();
  room.join(late);
  expect(late.seen).toEqual(expected);
});

test('all watchers get events and pictures until they leave', () => {
  const room = new LiveRoom();
  const [first, second] = [watching(), watching()];
  const leave = room.join(first);
  room.join(second);
  expect(room.watchers).toBe(2);
  room.broadcast(idle);
  leave();
  room.show({} as never);
  expect([first.seen, second.seen]).toEqual([[idle], [idle, 'picture']]);
  expect(room.watchers).toBe(1);
});

test('a room ends once, with the reason, and a later watcher gets the state and the end', () => {
  const room = new LiveRoom();
  const there = watching();
  room.join(there);
  room.broadcast(idle);
  room.end('The run has ended.');
  room.end('Again.');
  const ended = { type: 'ended', message: 'The run has ended.' };
  expect(there.seen).toEqual([idle, ended, 'end']);
  expect(room.watchers).toBe(0);
  const late = watching();
  room.join(late);
  room.broadcast(tabs);
  expect(late.seen).toEqual([idle, 'end']);
  expect(room.watchers).toBe(0);
});
