import { signInPage } from '../browser-session.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { reportPage } from '../pages/report.page.ts';
import { shell } from '../pages/shell.page.ts';
import { expectStatus, newEnvironment, newProject, newScript, newSuite, runToEnd } from '../test-data.ts';

test('a guest reads everything and finds nothing to change it with', async ({
  page,
  admin,
  client,
  target,
  baseURL,
}) => {
  const projectId = await newProject(client, 'Shared shop', true);
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, {
    scriptName: 'Price',
    url: `${target.url}/price`,
    assertions: [expectStatus(500)],
  });
  await newEnvironment(client, projectId, 'Staging', { base: 'x' });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId] });
  const guest = await control('user', { colleagueId: admin.userId, role: 'ROLE_GUEST' });
  await signInPage(page, guest, baseURL ?? '');

  const changes = page.getByRole('button', {
    name: /^(Create|Save|Send|Run|Retry|Stop|New script|Delete|Actions for)/,
  });
  const frame = shell(page);
  await page.goto(`/api-testing/workspace?project=${projectId}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Shared shop' })).toBeVisible();
  await expect(changes).toHaveCount(0);
  await frame.area.getByRole('link', { name: 'Test Suites' }).click();
  await expect(page.getByRole('link', { name: 'Orders', exact: true })).toBeVisible();
  await expect(changes).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Name of the script' })).toHaveValue('Price');
  await expect(changes).toHaveCount(0);
  await frame.area.getByRole('link', { name: 'Environments' }).click();
  await expect(page.getByRole('textbox', { name: 'Value of variable base' })).not.toBeEditable();
  await expect(changes).toHaveCount(0);
  await reportPage(page).open(runId);
  await expect(reportPage(page).detail('Price')).toBeVisible();
  await expect(changes).toHaveCount(0);
});
