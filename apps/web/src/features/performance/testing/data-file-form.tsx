import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';

/** A data file that the server of a test knows. */
export const dataFile = { fileId: '01900000-0000-7000-8000-000000000003', fileName: 'users.csv' };

/** Answers what the data file holds. */
export const dataFileHandler = http.get('*/services/api-testing/api/data-file', () =>
  HttpResponse.json({
    ...dataFile,
    sizeBytes: 20,
    rowCount: 3,
    columns: [{ name: 'user', isUsed: true }],
    preview: [{ user: 'Ada' }],
    missing: [],
  }),
);

/** showForm draws a form that asks the server. */
export function showForm(form: ReactNode) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {form}
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}
