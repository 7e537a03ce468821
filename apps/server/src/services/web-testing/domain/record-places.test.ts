import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FinishedStep } from '../../runs/index.ts';
import { type Recorded, RecordPlaces } from './record-places.ts';

const nothing: Recorded = { open: new Map(), repeats: new Map(), behind: new Map() };
const idOf = (index: number): [number, string] => [index, `id${index}`];
/** Places of a unit with the rows 0 to 2 in a run of three rows, with these records of earlier runners. */
const placesOf = (before: Partial<Recorded>, nextIndex = 3) =>
  new RecordPlaces([0, 1, 2], { ...nothing, ...before }, () => nextIndex++);

test('the first execution goes into the planned row, further ones into rows after the furthest', () => {
  const places = placesOf({ open: new Map([0, 1, 2].map(idOf)) });
  expect(places.isOpen(0)).toBe(true);
  const first = places.next(0);
  expect(first?.stepId).toBe('id0');
  expect(first?.take()).toEqual({ index: 0 });
  expect(places.isOpen(0)).toBe(false);
  expect(places.next(1)?.take()).toEqual({ index: 1 });
  const again = [places.next(0), places.next(1)];
  expect(again.map((place) => place?.take())).toMatchObject([
    { index: 3, repeat: { of: 0, position: 1 + 2 ** -30, stepId: again[0]?.stepId } },
    { index: 4, repeat: { of: 1, position: 1 + 2 * 2 ** -30, stepId: again[1]?.stepId } },
  ]);
  expect(places.hasOpen).toBe(true);
  places.next(2);
  expect(places.hasOpen).toBe(false);
  expect(places.next(0)?.take().repeat).toMatchObject({ of: 0, position: 2 + 2 ** -30 });
});

test('a runner that takes over records only what the one before did not', () => {
  // Rows 0 and 1 were executed three and two times when the runner was lost, row 2 not at all.
  const repeats = new Map([
    [0, 2],
    [1, 1],
  ]);
  const places = placesOf({ open: new Map([idOf(2)]), repeats, behind: new Map([[1, 3]]) }, 6);
  const replayed = [0, 1, 0, 1, 0].map((index) => places.next(index));
  expect(replayed).toEqual([undefined, undefined, undefined, undefined, undefined]);
  expect(places.next(1)?.take()).toMatchObject({ index: 6, repeat: { of: 1, position: 1 + 4 * 2 ** -30 } });
  expect(places.next(2)?.take()).toEqual({ index: 2 });
});

test('a row that was executed once, and never repeated, is not recorded again', () => {
  const places = placesOf({ open: new Map([1, 2].map(idOf)) });
  expect(places.next(0)).toBeUndefined();
  expect(places.next(0)?.take()).toMatchObject({ index: 3, repeat: { of: 0, position: 2 ** -30 } });
});

/**
 * What a unit executes: indexes of its rows, first executions in their order, with repetitions of earlier rows between.
 */
const unitOf = (first: number, picks: readonly number[], size: number): number[] => {
  const executed: number[] = [];
  for (let row = 0; row < size; row += 1) {
    executed.push(first + row);
    for (const pick of picks.filter((each) => each % size === row)) executed.push(first + (pick % (row + 1)));
  }
  return executed;
};

type Record = Pick<FinishedStep, 'index' | 'repeat'> & { stepId: string };

/**
 * Runs units concurrently until `most` records are written: each gets a place first, and is written once its picture is
 * stored.
 */
function execute(units: readonly number[][], before: readonly Record[], choices: readonly number[], most: number) {
  const planned = new Set(units.flat());
  const written = [...before];
  const repeated = before.flatMap(({ repeat }) => repeat ?? []);
  const count = (keys: readonly number[]) =>
    new Map(keys.map((key) => [key, keys.filter((one) => one === key).length]));
  const recorded: Recorded = {
    open: new Map([...planned].filter((index) => !before.some((one) => one.index === index)).map(idOf)),
    repeats: count(repeated.map(({ of }) => of)),
    behind: count(repeated.map(({ position }) => Math.floor(position))),
  };
  let nextIndex = planned.size + repeated.length;
  const working = units.map((rows) => ({
    rows: [...rows],
    places: new RecordPlaces(new Set(rows), recorded, () => nextIndex++),
    kept: undefined as ReturnType<RecordPlaces['next']>,
  }));
  for (let turn = 0; working.length > 0 && written.length < most; turn += 1) {
    const at = (choices[turn % choices.length] ?? 0) % working.length;
    const unit = working[at]!;
    if (unit.kept) {
      written.push({ stepId: unit.kept.stepId, ...unit.kept.take() });
      unit.kept = undefined;
    } else if (unit.rows.length > 0) unit.kept = unit.places.next(unit.rows.shift()!);
    else working.splice(at, 1);
  }
  return written;
}

test('concurrent units record everything once and in their own places, however often runners are lost', () => {
  const unit = fc.record({ size: fc.integer({ min: 1, max: 4 }), picks: fc.array(fc.nat(50), { maxLength: 8 }) });
  const choices = fc.array(fc.nat(20), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(
      fc.array(unit, { minLength: 1, maxLength: 4 }),
      fc.array(fc.record({ choices, most: fc.nat(30) }), { maxLength: 3 }),
      choices,
      (given, lost, last) => {
        const firstOf = (at: number) => given.slice(0, at).reduce((sum, { size }) => sum + size, 0);
        const units = given.map(({ size, picks }, at) => unitOf(firstOf(at), picks, size));
        let written: Record[] = [];
        for (const runner of lost) written = execute(units, written, runner.choices, runner.most);
        written = execute(units, written, last, Number.POSITIVE_INFINITY);
        const executed = units.flat();
        const rowsOf = written.map(({ index, repeat }) => repeat?.of ?? index);
        expect(rowsOf.toSorted((a, b) => a - b)).toEqual(executed.toSorted((a, b) => a - b));
        expect(written.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(
          executed.map((_row, index) => index),
        );
        const places = written.map(({ index, repeat }) => repeat?.position ?? index);
        expect(new Set(places).size).toBe(places.length);
        for (const { repeat } of written) {
          if (!repeat) continue;
          const rows = units.find((one) => one.includes(repeat.of)) ?? [];
          expect(rows).toContain(Math.floor(repeat.position));
          expect(repeat.position).toBeGreaterThan(repeat.of);
        }
        // In order, each unit reads as if it ran alone.
        for (const rows of units) {
          const own = written.filter(({ index, repeat }) => rows.includes(repeat?.of ?? index));
          const inOrder = own.toSorted((a, b) => (a.repeat?.position ?? a.index) - (b.repeat?.position ?? b.index));
          expect(inOrder.map(({ index, repeat }) => repeat?.of ?? index)).toEqual(rows);
        }
      },
    ),
  );
});
