import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { OutcomeStrip, type ShownOutcome } from './outcome-strip.tsx';

const outcomeOf = (number: number, status: ShownOutcome['status']): ShownOutcome => ({
  runId: `run-${number}`,
  number,
  status,
  finishedAt: '2026-03-02T10:00:00.000Z',
  path: `/run/${number}`,
});
const outcomes = [outcomeOf(126, 'passed'), outcomeOf(127, 'failed'), outcomeOf(128, 'passed')];

function show(shown = outcomes, currentRunId?: string) {
  const strip = <OutcomeStrip of="Checkout" outcomes={shown} {...(currentRunId && { currentRunId })} />;
  const router = createMemoryRouter([
    { path: '/', element: strip },
    { path: '*', element: null },
  ]);
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return router;
}
const name = (number: number, word: string) => new RegExp(`^#${number} · ${word} · .*2026`);

test('it is labelled once, by what it counts, and each result by number, word and time', () => {
  show(outcomes, 'run-127');
  expect(screen.getByRole('listbox', { name: 'Last 3 results of Checkout: 2 passed, 1 failed' })).toBeTruthy();
  expect(screen.getByRole('option', { name: name(126, 'Passed') })).toBeTruthy();
  const current = screen.getByRole('option', { name: name(127, 'Failed') });
  expect(current.getAttribute('aria-current')).toBe('true');
});

test('Tab focuses it once, at the newest result; arrows move within it, Enter opens the run', async () => {
  const router = show();
  const user = userEvent.setup();
  await user.tab();
  const strip = screen.getByRole('listbox');
  expect(document.activeElement).toBe(strip);
  const active = () => document.getElementById(strip.getAttribute('aria-activedescendant') ?? '')?.ariaLabel;
  expect(active()).toMatch(name(128, 'Passed'));
  await user.keyboard('{ArrowLeft}');
  expect(active()).toMatch(name(127, 'Failed'));
  await user.keyboard('{Home}{ArrowLeft}');
  expect(active()).toMatch(name(126, 'Passed'));
  await user.keyboard('{End}{ArrowLeft}{Enter}');
  expect(router.state.location.pathname).toBe('/run/127');
});

test('a click opens the run', async () => {
  const router = show();
  await userEvent.click(screen.getByRole('option', { name: name(126, 'Passed') }));
  expect(router.state.location.pathname).toBe('/run/126');
});

test('it is empty without runs', () => {
  show([]);
  expect(screen.queryByRole('listbox')).toBeNull();
});
