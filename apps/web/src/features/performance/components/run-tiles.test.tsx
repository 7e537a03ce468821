import { render, screen } from '@testing-library/react';
import type { PerformanceRun, PerformanceTotals } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { RunTiles } from './run-tiles.tsx';

const run = { status: 'passed', virtualUsers: 5 } as PerformanceRun;
const total = { count: 500, rate: 200, failed: 0, bytesReceived: 0, latency: {} } as PerformanceTotals['total'];
const totals = { total, usersMax: 5 } as PerformanceTotals;

test('work that continued after the plan has its own tile, if there is any', () => {
  const view = (tail?: PerformanceTotals['tail']) => ({
    view: { run, totals: { ...totals, ...(tail && { tail }) }, latest: undefined },
  });
  const { rerender } = render(<RunTiles {...view()} />);
  expect(screen.queryByText('Tail')).toBeNull();
  rerender(<RunTiles {...view({ durationMs: 1300, requests: 60 })} />);
  expect(screen.getByText('Tail')).toBeTruthy();
  expect(screen.getByText('1.3 s')).toBeTruthy();
  expect(screen.getByText('after the plan, 60 requests')).toBeTruthy();
});
