import { describe, expect, test } from 'vitest';
import { ExecutionRecord, scenarioOf } from '../testing/execution-record.ts';
import { dataRows } from './data-rows.ts';
import type { LoadData, LoadExecutor } from './plan.ts';
import { sliceScenario } from './planned-load.ts';

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: String(index) }));
const users: LoadExecutor = { type: 'constant-vus', vus: 3, durationMs: 60_000 };
const of = (mode: LoadData['mode'], count: number) => scenarioOf(users, { data: { mode, rows: rowsOf(count) } });

function draw(scenario: Parameters<typeof dataRows>[0], count: number, seed = 1): (string | undefined)[] {
  const source = dataRows(scenario, seed);
  return Array.from({ length: count }, (_, iteration) => {
    const next = source.next(iteration);
    return next === 'usedUp' ? 'usedUp' : next.row?.id;
  });
}

describe('data rows', () => {
  test('unique: each row once, then used up', () => {
    expect(draw(of('unique', 3), 5)).toEqual(['0', '1', '2', 'usedUp', 'usedUp']);
  });

  test('unique: the scenario ends when its rows are used up, running iterations finish, and the reason says so', () => {
    const record = new ExecutionRecord(of('unique', 10), { iterationMs: 1000 });
    record.timer.runUntil(120_000);
    expect(record.iterations.map((iteration) => iteration.row?.id).sort()).toEqual(rowsOf(10).map((row) => row.id));
    expect([record.reason, record.completed, record.interrupted, record.endedAtMs]).toEqual([
      'rowsUsedUp',
      10,
      0,
      4000,
    ]);
    expect(record.timer.pending).toBe(0);
  });

  test('unique without enough rows for all users still ends', () => {
    const record = new ExecutionRecord(of('unique', 2), { iterationMs: 1000 });
    record.timer.runUntil(120_000);
    expect([record.reason, record.iterations.length, record.endedAtMs]).toEqual(['rowsUsedUp', 2, 1000]);
  });

  test('shared: round robin over all iterations, also over slices', () => {
    expect(draw(of('shared', 3), 7)).toEqual(['0', '1', '2', '0', '1', '2', '0']);
    const slices = [0, 1].map((index) => draw(sliceScenario(of('shared', 3), index, 2), 3));
    expect(slices).toEqual([
      ['0', '2', '1'],
      ['1', '0', '2'],
    ]);
  });

  test('random: repeatable by seed, different between slices and seeds, every row is used', () => {
    const first = draw(of('random', 5), 200);
    expect(draw(of('random', 5), 200)).toEqual(first);
    expect(draw(of('random', 5), 200, 2)).not.toEqual(first);
    expect(draw(sliceScenario(of('random', 5), 1, 2), 200)).not.toEqual(first);
    for (const row of rowsOf(5)) expect(first.filter((id) => id === row.id).length).toBeGreaterThan(20);
  });

  test('no data: every iteration runs without a row', () => {
    expect(draw(scenarioOf(users), 2)).toEqual([undefined, undefined]);
  });
});
