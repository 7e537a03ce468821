import { serviceVirtualizationRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { expect, test } from '../fixtures.ts';
import { reportPage } from '../pages/report.page.ts';
import { newScript, newSuite, runToEnd } from '../test-data.ts';

test('an environment uses a mock, and a call leads to the step of the run that sent it and back', async ({
  app,
  client,
  projectId,
}) => {
  const mock = await client.call(routes.createVirtualizationProject, { body: { projectName: 'Linked mock' } });
  const { suites } = await client.call(routes.listSuites, { params: { id: mock.projectId } });
  const stub = { request: { method: 'GET', urlPath: '/orders' }, response: { jsonBody: [] } };
  await client.call(routes.createAsset, {
    body: { projectId: mock.projectId, suiteId: suites[0]?.suiteId ?? '', name: 'List orders', kind: 'static', stub },
  });
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'Mocked', variables: [] },
  });
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, { scriptName: 'List', url: '{{baseUrl}}/orders' });
  await newScript(client, suiteId, { scriptName: 'Misspelt', url: '{{baseUrl}}/orderz' });

  // The environment gets the mock's address.
  await app.goto(`/service-virtualization?project=${mock.projectId}`);
  await app.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await app.getByRole('menuitem', { name: 'Use in an environment…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Use in an environment' });
  await dialog.getByRole('combobox', { name: 'Workspace' }).fill('Shop');
  await app.getByRole('option', { name: 'Shop', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Environment' }).click();
  await app.getByRole('option', { name: 'Mocked' }).click();
  await dialog.getByRole('button', { name: 'Link environment' }).click();
  await dialog.getByRole('link', { name: 'Shop › Mocked' }).click();
  await expect(app.getByText('Address of the mock Linked mock')).toBeVisible();

  // The step without an answer leads to its call, and the call to the step.
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId], environmentId });
  const report = reportPage(app);
  await report.open(runId);
  await report.step('Misspelt').click();
  await report.detail('Misspelt').getByRole('tab', { name: 'Mock calls' }).click();
  await report
    .detail('Misspelt')
    .getByRole('link', { name: /orderz.*Unmatched, near miss/ })
    .click();
  const call = app.getByRole('region', { name: 'Call GET /orderz' });
  await expect(call.getByText('List orders').first()).toBeVisible();
  await expect(app.getByRole('button', { name: 'Calls of one step ✕' })).toBeVisible();
  await expect(app.getByRole('list', { name: 'Calls' }).getByRole('listitem')).toHaveCount(1);
  await app.reload();
  await call.getByRole('link', { name: / › Misspelt$/ }).click();
  await expect(report.detail('Misspelt')).toBeVisible();
  await expect(app).toHaveURL(new RegExp(`/api-testing/report/${runId}`));
});
