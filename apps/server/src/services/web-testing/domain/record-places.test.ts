import { expect, test } from 'vitest';
import { RecordPlaces } from './record-places.ts';

const fresh = () =>
  new RecordPlaces({
    open: new Map([0, 1, 2].map((index) => [index, `id${index}`])),
    repeats: new Map(),
    nextIndex: 3,
    lastPosition: undefined,
  });

test('the first execution goes into the planned row, further ones into rows behind the furthest', () => {
  const places = fresh();
  expect(places.openId(0)).toBe('id0');
  expect(places.next(0)).toEqual({ index: 0, stepId: 'id0' });
  expect(places.openId(0)).toBeUndefined();
  expect(places.next(1)).toEqual({ index: 1, stepId: 'id1' });
  const again = [places.next(0), places.next(1)];
  expect(again).toMatchObject([
    { index: 3, repeat: { of: 0, position: 1 + 2 ** -30 } },
    { index: 4, repeat: { of: 1, position: 1 + 2 * 2 ** -30 } },
  ]);
  expect(again[0]?.stepId).toBe(again[0]?.repeat?.stepId);
  places.next(2);
  expect(places.next(0)?.repeat).toMatchObject({ of: 0, position: 2 + 2 ** -30 });
});

test('a runner that takes over records only what the one before did not', () => {
  // Rows 0 and 1 were executed three and two times when the runner was lost, row 2 not at all.
  const places = new RecordPlaces({
    open: new Map([[2, 'id2']]),
    repeats: new Map([
      [0, 2],
      [1, 1],
    ]),
    nextIndex: 6,
    lastPosition: 1 + 3 * 2 ** -30,
  });
  const replayed = [0, 1, 0, 1, 0].map((index) => places.next(index));
  expect(replayed).toEqual([undefined, undefined, undefined, undefined, undefined]);
  expect(places.next(1)).toMatchObject({ index: 6, repeat: { of: 1, position: 1 + 4 * 2 ** -30 } });
  expect(places.next(2)).toEqual({ index: 2, stepId: 'id2' });
});

test('a row that was executed once, and repeated by nobody, is not recorded again', () => {
  const places = new RecordPlaces({
    open: new Map([[1, 'id1']]),
    repeats: new Map(),
    nextIndex: 2,
    lastPosition: 0,
  });
  expect(places.next(0)).toBeUndefined();
  expect(places.next(0)).toMatchObject({ index: 2, repeat: { of: 0, position: 2 ** -30 } });
});
