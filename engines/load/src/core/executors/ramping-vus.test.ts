import { describe, expect, test } from 'vitest';
import { ExecutionRecord, scenarioOf } from '../../testing/execution-record.ts';
import { plannedUsersAt } from '../planned-users.ts';

const second = 1000;
const upAndDown = scenarioOf({
  type: 'ramping-vus',
  startVus: 0,
  stages: [
    { durationMs: 10 * second, target: 10 },
    { durationMs: 5 * second, target: 10 },
    { durationMs: 5 * second, target: 0 },
  ],
  gracefulRampDownMs: 0,
});

describe('ramping-vus', () => {
  test('active users are exactly the planned ones at every instant', () => {
    const record = new ExecutionRecord(upAndDown, { iterationMs: 37 });
    for (let ms = 0; ms < 20 * second; ms += 50) {
      record.timer.runUntil(ms);
      expect([ms, record.execution.activeUsers()]).toEqual([ms, plannedUsersAt(upAndDown, ms)]);
      expect(record.execution.plannedUsers()).toBe(plannedUsersAt(upAndDown, ms));
    }
  });

  test('planned users: a rising stage counts users once the line reaches them, a falling one until it leaves', () => {
    const at = (ms: number) => plannedUsersAt(upAndDown, ms);
    expect([at(-1), at(0), at(999), at(1000), at(9999), at(10_000), at(15_000)]).toEqual([0, 0, 0, 1, 9, 10, 10]);
    expect([at(15_499), at(15_500), at(19_499), at(19_500), at(19_999), at(20_000)]).toEqual([10, 9, 2, 1, 1, 0]);
  });

  test('users join at exact instants, and the last to join leaves first', () => {
    const record = new ExecutionRecord(upAndDown, { iterationMs: 100 });
    record.timer.runUntil(60 * second);
    for (let vu = 0; vu < 10; vu += 1) {
      expect(record.startsOf(vu)[0]).toBe((vu + 1) * second);
      const until = 20 * second - 500 * vu;
      expect(record.startsOf(vu)).toHaveLength((until - (vu + 1) * second) / 100);
    }
    expect([record.reason, record.endedAtMs, record.timer.pending]).toEqual(['finished', 20 * second, 0]);
  });

  test("a graceful ramp-down lets iterations end, and interrupts those that don't", () => {
    const scenario = scenarioOf({
      type: 'ramping-vus',
      startVus: 2,
      stages: [
        { durationMs: 0, target: 0 },
        { durationMs: 20 * second, target: 0 },
      ],
      gracefulRampDownMs: 3 * second,
    });
    const record = new ExecutionRecord(scenario, { iterationMs: (vu) => (vu === 0 ? 2000 : 9000) });
    record.timer.runUntil(1000);
    expect(record.execution.activeUsers()).toBe(2);
    record.timer.runUntil(2500);
    expect(record.execution.activeUsers()).toBe(1);
    record.timer.runUntil(60 * second);
    expect(record.iterations.map(({ vu, endMs, interrupted }) => ({ vu, endMs, interrupted }))).toEqual([
      { vu: 0, endMs: 2000, interrupted: undefined },
      { vu: 1, endMs: 3000, interrupted: true },
    ]);
    expect(record.idle.sort()).toEqual([0, 1]);
    expect(record.endedAtMs).toBe(20 * second);
  });

  test('a user needed again within its graceful ramp-down continues, without a second concurrent iteration', () => {
    const scenario = scenarioOf({
      type: 'ramping-vus',
      startVus: 1,
      stages: [
        { durationMs: 0, target: 0 },
        { durationMs: second, target: 0 },
        { durationMs: 0, target: 1 },
        { durationMs: 9 * second, target: 1 },
      ],
      gracefulRampDownMs: 2 * second,
    });
    const record = new ExecutionRecord(scenario, { iterationMs: 4 * second });
    record.timer.runUntil(60 * second);
    expect(record.startsOf(0)).toEqual([0, 4000, 8000]);
    expect([record.completed, record.interrupted, record.endedAtMs]).toEqual([3, 0, 12 * second]);
  });

  test("a pausing user leaves immediately and doesn't start again", () => {
    const scenario = scenarioOf(
      {
        type: 'ramping-vus',
        startVus: 1,
        stages: [
          { durationMs: 2 * second, target: 1 },
          { durationMs: 0, target: 0 },
          { durationMs: 20 * second, target: 0 },
        ],
      },
      { thinkTime: { type: 'constant', ms: 5 * second } },
    );
    const record = new ExecutionRecord(scenario, { iterationMs: second });
    record.timer.runUntil(60 * second);
    expect([record.iterations.length, record.idle, record.endedAtMs]).toEqual([1, [0], 22 * second]);
  });
});
