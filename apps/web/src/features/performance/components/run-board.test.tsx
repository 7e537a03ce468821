import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { PerformanceReport, PerformanceTotals } from '@touchstone/contracts/api-testing';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { RunBoard } from './run-board.tsx';

const total = { count: 0, rate: 0, failed: 0, bytesReceived: 0, latency: {} } as PerformanceTotals['total'];
const reportOf = (given: Partial<PerformanceReport>): PerformanceReport =>
  ({
    run: {
      runId: 'r',
      projectId: 'p',
      name: 'Checkout',
      number: 12,
      label: null,
      commit: null,
      status: 'passed',
      executionStatus: 'Pass',
      phase: 'ended',
      message: null,
      virtualUsers: 100,
      plannedDurationMs: 240_000,
      durationMs: 0,
      createdAt: '2026-03-02T10:00:00.000Z',
      startedBy: 'Ada',
      environmentName: null,
    },
    configuration: { thresholds: [{ expression: 'p95 < 300' }] },
    plan: {
      unit: 'users',
      points: [
        { atMs: 0, value: 0 },
        { atMs: 120_000, value: 100 },
        { atMs: 240_000, value: 100 },
      ],
    },
    runners: [],
    points: [],
    lastSecond: -1,
    secondsPerPoint: 1,
    totals: null,
    comparison: null,
    ...given,
  }) as PerformanceReport;

function show(report: PerformanceReport) {
  const board = (
    <RunBoard report={report} canWrite>
      {null}
    </RunBoard>
  );
  const router = createMemoryRouter([{ path: '/', element: board }]);
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
/** Texts above the figures and their thresholds. */
function above(container: HTMLElement): string[] {
  const tiles = container.querySelector('[data-tour="stats"]');
  return [...(tiles?.parentElement?.children ?? [])]
    .slice(0, [...(tiles?.parentElement?.children ?? [])].indexOf(tiles as Element))
    .map((element) => element.textContent ?? '');
}

test('only the head says how a run ended, and thresholds are next to the figures, even without measurements', () => {
  const { container } = show(reportOf({}));
  expect(above(container)).toEqual([]);
  expect(screen.getAllByText('Pass')).toHaveLength(1);
  const thresholds = screen.getByRole('region', { name: 'Thresholds' });
  expect(container.querySelector('[data-tour="stats"]')?.nextElementSibling?.contains(thresholds)).toBe(true);
  expect(thresholds.textContent).toContain('p95 < 300');
});

test('warnings are below the figures, so that they move none', () => {
  const generator = { bottleneck: { reasons: ['The processor is busy.'] } } as PerformanceTotals['generator'];
  const totals = { total, usersMax: 0, thresholds: [], requests: [], errors: [], generator, notes: ['A note.'] };
  const lost = [{ name: 'Runner 2', state: 'lost' as const, lostAtSecond: 4 }];
  const { container } = show(reportOf({ totals: totals as unknown as PerformanceTotals, runners: lost }));
  expect(screen.getByText(/The processor is busy/)).toBeTruthy();
  expect(screen.getByText(/Runner 2 at second 4/)).toBeTruthy();
  expect(above(container)).toEqual([]);
});
