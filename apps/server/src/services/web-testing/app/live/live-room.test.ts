import { AppError } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { webTestingErrors } from '../../errors.ts';
import { assertHolder, LiveRoom } from './live-room.ts';

const ada = { userId: 'a', name: 'Ada' };
const grace = { userId: 'g', name: 'Grace' };
const refused = new AppError(webTestingErrors.noRecording);

/** Asks whether somebody may use the browser; gives what was checked, and what was refused. */
async function asked(room: LiveRoom, who: typeof ada, nowMs: number, may = { view: true, edit: true }) {
  const checked: string[] = [];
  const check = async (need: 'view' | 'edit') => {
    checked.push(need);
    if (!may[need]) throw refused;
  };
  const error = await assertHolder(room, who, nowMs, check).catch((one: AppError) => one.code);
  return [checked, error];
}

test('the rights of who is in control are looked at again every five seconds', async () => {
  const room = new LiveRoom();
  room.hold(ada, 1000);
  expect(await asked(room, ada, 5999)).toEqual([[], undefined]);
  expect(await asked(room, ada, 6000)).toEqual([['edit'], undefined]);
  expect(await asked(room, ada, 10_999)).toEqual([[], undefined]);
  expect(await asked(room, ada, 11_000, { view: true, edit: false })).toEqual([['edit'], refused.code]);
  expect(await asked(room, ada, 11_001, { view: true, edit: false })).toEqual([['edit'], refused.code]);
});

test('who may not see the project does not hear who is in control', async () => {
  const room = new LiveRoom();
  room.hold(ada, 0);
  expect(await asked(room, grace, 0, { view: false, edit: false })).toEqual([['view'], refused.code]);
  expect(await asked(room, grace, 0)).toEqual([['view'], webTestingErrors.otherInControl.code]);
  room.hold(undefined);
  expect(await asked(room, grace, 0)).toEqual([['view'], webTestingErrors.notInControl.code]);
});
