import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import type { StepTrace } from '@touchstone/contracts/runs';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { StepTraces } from './step-traces.tsx';

const asked: URL[] = [];
let traces: StepTrace[] = [];
const server = setupServer(
  http.get('*/services/runs/api/runs/:runId/steps/:stepId/traces', ({ request }) => {
    asked.push(new URL(request.url));
    return HttpResponse.json({ traces });
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  asked.length = 0;
});
afterAll(() => server.close());

const traceOf = (given: Partial<StepTrace> = {}): StepTrace => ({
  title: 'Mock calls',
  place: 'Shop',
  lines: [
    {
      entryId: 'e1',
      badge: 'GET',
      title: '/orderz',
      note: 'Unmatched, near miss · 404',
      isProblem: true,
      link: '/j?e=1',
    },
  ],
  total: 1,
  link: '/j',
  note: null,
  ...given,
});
const show = (address?: string) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <StepTraces runId="r1" stepId="s1" address={address} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );

test('effects of a step are listed, each linked to where it is stored', async () => {
  traces = [traceOf(), traceOf({ place: 'Bank', total: 31, link: '/k' })];
  show('http://localhost/mock/shop');
  const section = within(await screen.findByRole('region', { name: 'Mock calls' }));
  const line = within(section.getByRole('list', { name: 'Mock calls of Shop' })).getByRole('link');
  expect([line.getAttribute('href'), line.textContent]).toEqual(['/j?e=1', 'GET/orderzUnmatched, near miss · 404']);
  expect(section.getAllByRole('link', { name: 'Open in journal' }).map((link) => link.getAttribute('href'))).toEqual([
    '/j',
    '/k',
  ]);
  expect(section.getByText('The newest 1 of 31')).toBeTruthy();
  expect(asked[0]?.searchParams.get('address')).toBe('http://localhost/mock/shop');
});

test('if nothing is left it says why, and without effects it is empty', async () => {
  traces = [traceOf({ lines: [], total: 0, note: 'The journal no longer has the calls of this step.' })];
  const { unmount } = show();
  expect(await screen.findByText('The journal no longer has the calls of this step.')).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
  unmount();
  traces = [];
  const { container } = show();
  await expect.poll(() => asked.length).toBe(2);
  expect(container.querySelector('section')).toBeNull();
});
