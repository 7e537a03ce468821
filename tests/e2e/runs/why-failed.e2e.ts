import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { violationsOf } from '../accessibility.ts';
import { expect, test } from '../fixtures.ts';
import { editorPage } from '../pages/editor.page.ts';
import { reportPage } from '../pages/report.page.ts';
import { expectJson, newScript, newSuite, runToEnd } from '../test-data.ts';

const schema = { title: 'Order', required: ['currency'], properties: { id: { type: 'string' } } };

test('a report says why a test failed without a click, and one click sends the request again', async ({
  app,
  client,
  projectId,
  target,
}) => {
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: {
      projectId,
      environmentName: 'Staging',
      variables: [
        { name: 'base', value: target.url },
        { name: 'token', value: 'hunter-of-secrets', isSecret: true },
      ],
    },
  });
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, { scriptName: 'List orders', url: '{{base}}/json' });
  await newScript(client, suiteId, {
    scriptName: 'Read order',
    url: '{{base}}/json',
    headers: [{ key: 'Authorization', value: 'Bearer {{token}}', enabled: true }],
    assertions: [
      expectJson('$.price', 42.5),
      { kind: 'jsonSchema', operator: 'matches', expected: JSON.stringify(schema), enabled: true },
    ],
    testScript: "pm.test('price is 42', () => pm.expect(pm.response.json().price).to.equal(42));",
  });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId], environmentId });

  const report = reportPage(app);
  await report.open(runId);
  const step = report.detail('Read order');
  await expect(step.getByRole('heading', { name: 'Read order' })).toBeFocused();
  await expect(step.getByText('JSON $.price: expected 42.5, got 42.05.')).toBeVisible();
  await expect(step.getByText('(−0.45)')).toBeVisible();
  await expect(step.getByRole('figure').first().locator('mark')).toHaveText('"price": 42.05,');
  await expect(step.getByText('Body matches schema Order: 2 faults')).toBeVisible();
  await expect(step.getByText('/id expected string, got integer · line 2')).toBeVisible();
  await expect(step.getByText("Test 'price is 42' failed: expected 42, got 42.05")).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await app.emulateMedia({ colorScheme });
    expect(await violationsOf(app, { part: 'main' })).toEqual([]);
  }

  await app.setViewportSize({ width: 390, height: 844 });
  await expect(step.getByText('JSON $.price: expected 42.5, got 42.05.')).toBeVisible();
  await app.getByRole('button', { name: 'All steps' }).click();
  await expect(report.steps).toBeFocused();
  await report.step('Read order').click();
  await expect(step.getByRole('heading', { name: 'Read order' })).toBeFocused();
  await app.setViewportSize({ width: 1440, height: 900 });

  await step.getByRole('button', { name: 'Edit and send again' }).click();
  const editor = editorPage(app);
  await expect(editor.address).toHaveValue(`${target.url}/json`);
  await expect(app.getByRole('combobox', { name: 'Environment' })).toHaveValue('Staging');
  await app
    .getByRole('tab', { name: /^Headers/ })
    .first()
    .click();
  await expect(app.getByText('hunter-of-secrets')).toHaveCount(0);
  await editor.send.click();
  const sent = 'Bearer hunter-of-secrets';
  await expect.poll(() => target.authorizations).toEqual([sent, sent]);
});
