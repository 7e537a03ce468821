import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { licencesQuery } from '../api/licences.queries.ts';
import { ServiceLicences } from './service-licences.tsx';

const counts = {
  serviceStore: { uuid: 'api', serviceName: 'API Testing', category: 'API' },
  assigned: 7,
  expired: 0,
  total: 25,
  unassigned: 18,
  excess: 0,
};
const holder = {
  uuid: 'l1',
  serviceStore: counts.serviceStore,
  licenseStatus: 'ACTIVE' as const,
  planType: 'PRO',
  subscriptionStartDate: '2026-01-01T00:00:00.000Z',
  subscriptionEndDate: null,
  remainingDays: null,
  userId: 'u1',
  login: 'ana@example.test',
  userName: 'Ana Lee',
};
function show(excess: number) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const { queryKey } = licencesQuery({ serviceId: 'api', assigned: 'true', page: 0, size: 10, searchTerm: undefined });
  client.setQueryData(queryKey, { content: [holder], totalElements: 1, page: 0, size: 10 });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <ServiceLicences counts={{ ...counts, excess }} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('says how many licences too many are assigned, and that nobody loses access', () => {
  show(2);
  expect(screen.getByRole('status').textContent).toContain('2 too many assigned');
  expect(screen.getByRole('status').textContent).toContain(
    '7 licences are assigned, your plan includes 5. Everybody keeps access. Unassign 2 to match the plan.',
  );
});

test('says nothing of that if licences and plan agree', () => {
  show(0);
  expect(screen.queryByText(/too many assigned/)).toBeNull();
});

test('shows the users who hold a licence, and free ones as a count', () => {
  show(0);
  screen.getByText('7 of 25 used');
  expect(screen.getAllByRole('row').slice(1)).toHaveLength(1);
  screen.getByRole('row', { name: /^Ana Lee ana@example.test/ });
  const [, , unassigned] = screen.getAllByRole('definition');
  expect(unassigned?.textContent).toBe('18');
});
