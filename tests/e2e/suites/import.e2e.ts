import { expect, test } from '../fixtures.ts';

test('requests of other tools are imported: preview, choice, a new suite', async ({ app, projectId }) => {
  await app.goto(`/api-testing/api-test-suite?project=${projectId}`);
  await app.getByRole('button', { name: 'Import', exact: true }).first().click();
  const dialog = app.getByRole('dialog', { name: 'Import requests' });
  await dialog.getByText('curl', { exact: true }).click();
  await dialog
    .getByRole('textbox')
    .last()
    .fill('curl -X POST https://api.example.test/orders -d \'{"a":1}\'\ncurl https://api.example.test/orders/7');
  await dialog.getByRole('button', { name: /read/i }).click();
  await expect(dialog.getByText('2 of 2 selected')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 2 requests' }).click();
  await expect(app.getByRole('heading', { name: 'Imported commands', level: 1 })).toBeVisible();
  await expect(app.getByText('POST /orders').first()).toBeVisible();
});
