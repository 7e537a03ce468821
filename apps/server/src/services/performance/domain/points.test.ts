import { performanceTotalsSchema } from '@touchstone/contracts/api-testing';
import { type LoadFrame, type LoadPlan, LoadTally } from '@touchstone/engine-load/core';
import { expect, test } from 'vitest';
import { toTotals } from './points.ts';

const executor = { type: 'constant-arrival-rate', rate: 2, durationMs: 1000, preAllocatedVus: 2 } as const;
const plan: LoadPlan = { scenarios: [{ name: 'default', scopes: [], steps: [], executor }], thresholds: [] };
const counts = { started: 0, completed: 0, failed: 0, interrupted: 0, late: 0, unstarted: 0 };
const times = { count: 0, sum: 0, min: 0, max: 0, buckets: [] };

const frameOf = (second: number, activeMs: number): LoadFrame =>
  ({
    second,
    generators: [],
    errors: [],
    scenarios: [{ activeMs, vusActive: 2, vusPlanned: 2, iterations: counts, iterationTime: times, requests: [] }],
  }) as unknown as LoadFrame;

const totalsOf = (...frames: LoadFrame[]) => {
  const tally = new LoadTally(plan);
  for (const frame of frames) tally.add(frame);
  return toTotals(tally.summary({ startedAtMs: 0, durationMs: 1000, end: 'finished' }));
};

test('totals of an open load tell what ran on after the planned time, and leave it out where nothing did', () => {
  const totals = totalsOf(frameOf(0, 1000), frameOf(1, 300));
  expect(totals.tail).toEqual({ durationMs: 300, requests: 0 });
  expect(performanceTotalsSchema.parse(totals)).toEqual(totals);
  expect(totalsOf(frameOf(0, 1000))).not.toHaveProperty('tail');
});
