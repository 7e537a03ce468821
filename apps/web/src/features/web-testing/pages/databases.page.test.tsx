import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { serverFor, show } from '../testing/show-page.tsx';
import { DatabasesPage } from './databases.page.tsx';

serverFor(http.get('*/api/database-configurations', () => HttpResponse.json({ databaseConfigurations: [] })));

test('databases that steps read from are added', async () => {
  const { user } = show(<DatabasesPage />, '/web-testing/databases');
  expect(await screen.findByText('Steps with the keyword Run SQL read from the databases you add here.')).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: 'Add database' })[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add database' }));
  expect(dialog.getByRole('button', { name: 'Test connection' })).toBeTruthy();
});
