import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dataFile, dataFileHandler, showBlockForm } from '../../../../shared/flows/testing/block-form.tsx';
import { signIn, signInHandlers } from '../../../../shared/session/testing/signed-in.ts';
import { performanceLooks } from '../../model/flow-looks.ts';
import { PerformanceRunSettings } from './flow-settings.tsx';

const server = setupServer(
  ...signInHandlers,
  dataFileHandler,
  http.get('*/services/api-testing/api/*', () => HttpResponse.json({ content: [], totalElements: 0 })),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(signIn);
afterAll(() => server.close());

test('a block takes values from the rows of a data file, and selects how', async () => {
  const { user, written } = showBlockForm(PerformanceRunSettings, { ...performanceLooks[0]?.settings, dataFile });
  await screen.findByText('users.csv');
  await user.click(screen.getByRole('combobox', { name: 'Rows' }));
  await user.click(await screen.findByRole('option', { name: /^Once: the run ends/ }));
  expect(written.settings).toMatchObject({ dataFile, dataMode: 'unique' });
  await user.click(screen.getByRole('switch'));
  expect(written.settings.dataFile).toBeUndefined();
  await user.click(screen.getByRole('switch'));
  expect(written.settings.dataFile).toBeNull();
});
