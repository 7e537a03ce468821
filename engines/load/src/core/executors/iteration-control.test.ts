import { expect, test } from 'vitest';
import { scenarioOf } from '../../testing/execution-record.ts';
import { FakeTimer } from '../../testing/fake-timer.ts';
import type { LoadScenario } from '../plan.ts';
import { IterationControl } from './iteration-control.ts';

const executor = { type: 'constant-vus', vus: 3, durationMs: 1000 } as const;

/** A control whose host and rules record their calls. */
function controlOf(more: Partial<LoadScenario> = {}) {
  const timer = new FakeTimer();
  const events: string[] = [];
  const host = {
    startIteration: (vu: number, intendedMs: number, iteration: number) =>
      void events.push(`start ${vu} ${iteration} ${intendedMs}`),
    interruptIteration: (vu: number) => void events.push(`interrupt ${vu}`),
    ended: (reason: string) => void events.push(`ended ${reason}`),
  };
  const control = new IterationControl(scenarioOf(executor, more), host, timer, 1);
  control.use({
    freed: (vu) => void events.push(`freed ${vu}`),
    closing: () => void events.push('closing'),
    over: () => void events.push('over'),
  });
  const begin = (vu: number, dueMs = 0, blamed = true) =>
    control.begin(vu, { intendedMs: dueMs, dueMs, nowMs: timer.nowMs() }, blamed);
  return { control, timer, events, begin };
}

test('iterations are counted once each, by how they end', () => {
  const { control, events, begin } = controlOf();
  for (const vu of [0, 1, 2]) begin(vu);
  control.ended(0, false);
  control.ended(1, true);
  control.ended(1, true);
  control.interrupt(2);
  control.interrupt(2);
  expect(control.counts).toEqual({ started: 3, completed: 2, failed: 1, interrupted: 1, late: 0, unstarted: 0 });
  expect(events).toEqual(['start 0 0 0', 'start 1 1 0', 'start 2 2 0', 'freed 0', 'freed 1', 'interrupt 2']);
});

test('an iteration is late from 10 ms on, by the generator only if it is to blame', () => {
  const { control, timer, begin } = controlOf();
  timer.runUntil(20);
  begin(0, 10);
  expect([control.counts.late, control.lateByGenerator]).toEqual([0, 0]);
  begin(1, 9.9);
  begin(2, 0, false);
  expect([control.counts.late, control.lateByGenerator]).toEqual([2, 1]);
});

test('a closed scenario lets running iterations end', () => {
  const { control, timer, events, begin } = controlOf({ gracefulStopMs: 100 });
  begin(0);
  control.close('stopped');
  expect([control.isClosing, events]).toEqual([true, ['start 0 0 0', 'closing']]);
  timer.runUntil(99);
  control.ended(0, false);
  expect(events.slice(2)).toEqual(['over', 'ended stopped']);
  timer.runUntil(1000);
  control.close('aborted');
  expect(events).toHaveLength(4);
});

test("an iteration that doesn't end within its grace period is interrupted", () => {
  const { control, timer, events, begin } = controlOf({ gracefulStopMs: 100 });
  begin(0);
  control.close('finished');
  timer.runUntil(100);
  expect(events.slice(2)).toEqual(['interrupt 0', 'over', 'ended finished']);
});

test.each([
  ['without grace', 'finished', 0],
  ['by an abort', 'aborted', 100],
] as const)('%s running iterations are interrupted immediately', (_, reason, graceMs) => {
  const { control, events, begin } = controlOf({ gracefulStopMs: graceMs });
  begin(0);
  control.close(reason);
  expect(events.slice(1)).toEqual(['closing', 'interrupt 0', 'over', `ended ${reason}`]);
});

test('the first reason stays, and a later abort interrupts', () => {
  const { control, timer, events, begin } = controlOf({ gracefulStopMs: 100 });
  begin(0);
  control.close('stopped');
  control.close('finished');
  control.close('aborted');
  expect(events.slice(1)).toEqual(['closing', 'interrupt 0', 'over', 'ended stopped']);
  timer.runUntil(500);
  expect(events).toHaveLength(5);
});

test('a scenario ends when nothing runs, and when its rows are used up', () => {
  const idle = controlOf();
  idle.control.close('finished');
  expect(idle.events).toEqual(['closing', 'over', 'ended finished']);
  const { control, events, begin } = controlOf({ data: { mode: 'unique', rows: [{ a: '1' }] } });
  begin(0);
  begin(1);
  expect(events).toEqual(['start 0 0 0', 'closing']);
  control.ended(0, false);
  expect(events.slice(2)).toEqual(['over', 'ended rowsUsedUp']);
});
