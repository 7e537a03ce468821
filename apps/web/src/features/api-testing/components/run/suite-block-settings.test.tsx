import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dataFile, dataFileHandler, showBlockForm } from '../../../../shared/flows/testing/block-form.tsx';
import { signIn, signInHandlers } from '../../../../shared/session/testing/signed-in.ts';
import { SuiteBlockSettings } from './suite-block-settings.tsx';

const server = setupServer(
  ...signInHandlers,
  dataFileHandler,
  http.get('*/services/api-testing/api/*', () => HttpResponse.json({ content: [], totalElements: 0 })),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(signIn);
afterAll(() => server.close());

test('a block runs its suite once per row of a data file, or once', async () => {
  const { user, written } = showBlockForm(SuiteBlockSettings, {
    suiteId: '01900000-0000-7000-8000-000000000002',
    dataFile,
  });
  await screen.findByText('users.csv');
  await user.type(await screen.findByLabelText('First row'), '2');
  expect(written.settings.dataFile).toEqual({ ...dataFile, firstRow: 2 });
  await user.click(screen.getByRole('switch'));
  expect(written.settings).not.toHaveProperty('dataFile');
  await user.click(screen.getByRole('switch'));
  expect(written.settings.dataFile).toBeNull();
});

test('a block without a suite has no rows to select', () => {
  showBlockForm(SuiteBlockSettings, {});
  expect(screen.queryByRole('switch')).toBeNull();
});
