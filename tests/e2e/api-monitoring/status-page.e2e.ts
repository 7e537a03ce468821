import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { choose } from '../pages/choose.ts';
import { newScript, newSuite } from '../test-data.ts';
import { checkEverySecond, newMonitoringProject } from './monitoring-data.ts';

test('a suite is watched, alerts, and stands on a public status page whose subscribers are told', async ({
  app,
  admin,
  client,
  projectId: workspaceId,
  target,
  elsewhere,
}) => {
  const { projectId } = await newMonitoringProject(client, 'Shop watch');
  const suiteId = await newSuite(client, workspaceId, 'Checkout suite');
  const assertions = [{ kind: 'status' as const, operator: 'equals' as const, expected: 200, enabled: true }];
  await newScript(client, suiteId, { scriptName: 'Pay', url: `${target.url}/pay`, assertions });
  const dialog = app.getByRole('dialog');

  await app.goto(`/api-testing/api-test-suite?project=${workspaceId}`);
  await app.getByRole('button', { name: 'Actions for Checkout suite', exact: true }).click();
  await app.getByRole('menuitem', { name: 'Monitor this…' }).click();
  await choose(app, 'Interval', 'Every 10 seconds');
  await dialog.getByLabel('Retries before down').fill('0');
  await dialog.getByRole('button', { name: 'Create monitored API' }).click();
  await expect(dialog).toBeHidden();
  await checkEverySecond(projectId);

  await app.goto(`/api-monitoring/alerts?project=${projectId}&tab=channels`);
  await app.getByRole('button', { name: 'Create channel' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Team');
  await dialog.getByRole('combobox', { name: 'E-mail addresses' }).fill(admin.email);
  await app.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Create channel' }).click();
  await app.getByRole('radiogroup', { name: 'List' }).getByText('Policies').click();
  await app.getByRole('button', { name: 'Create policy' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Everything');
  await dialog.getByRole('combobox', { name: 'Channels of step 1' }).click();
  await app.getByRole('option', { name: 'Team' }).click();
  await dialog.getByRole('button', { name: 'Create policy' }).click();
  await expect(dialog).toBeHidden();

  const slug = `shop-${Date.now().toString(36)}`;
  await app.getByRole('link', { name: 'Status pages' }).click();
  await app.getByRole('button', { name: 'Create status page' }).click();
  await dialog.getByLabel('Title').fill('Shop status');
  await dialog.getByLabel('Address').fill(slug);
  await dialog.getByRole('combobox', { name: 'Add to group 1' }).click();
  await app.getByRole('option', { name: 'Checkout suite' }).click();
  await dialog.getByLabel('Public name').fill('Payments');
  await dialog.getByRole('button', { name: 'Create status page' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Shop status' })).toBeVisible();
  await expect(app.getByRole('img', { name: 'Badge of Shop status' })).toBeVisible();

  // A visitor who isn't signed in.
  const visitor = await elsewhere();
  await visitor.goto(`/status/${slug}`);
  await expect(visitor.getByRole('heading', { name: 'Payments' })).toBeVisible();
  const isShown = (text: string) =>
    expect
      .poll(
        async () => {
          await visitor.reload();
          return visitor.getByRole('main').textContent();
        },
        { timeout: 60_000, intervals: [1000] },
      )
      .toContain(text);
  await isShown('All systems operational');
  const address = `ada-${slug}@example.test`;
  await visitor.getByLabel(/E-mail address/).fill(address);
  await visitor.getByRole('button', { name: 'Subscribe' }).click();
  const mails = () => control('outbox', { to: address });
  await expect.poll(async () => (await mails()).length).toBe(1);
  await visitor.goto(/http\S+token=\S+/.exec((await mails())[0]?.text ?? '')?.[0] ?? '');
  await visitor.getByRole('button', { name: 'Confirm' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('subscribed');

  target.statuses['/pay'] = 503;
  await visitor.goto(`/status/${slug}`);
  await isShown('Payments is down');
  const subjects = async () => (await mails()).map(({ subject }) => subject);
  await expect.poll(subjects, { timeout: 30_000 }).toContain('Shop status: Payments is down (investigating)');
  const alerts = async () => (await control('outbox', { to: admin.email })).map(({ subject }) => subject);
  await expect.poll(async () => (await alerts()).join(), { timeout: 30_000 }).toContain('Checkout suite');

  // Users post an update in their own words.
  await app.reload();
  await app.getByRole('button', { name: 'Update' }).click();
  await dialog.getByLabel('What visitors are told').fill('Our bank is away. We switch to another one.');
  await choose(app, 'State', 'Identified');
  await dialog.getByRole('button', { name: 'Publish update' }).click();
  await isShown('We switch to another one.');
  await expect.poll(subjects, { timeout: 30_000 }).toContain('Shop status: Payments is down (identified)');

  delete target.statuses['/pay'];
  await isShown('Payments was down');
  await expect.poll(subjects, { timeout: 30_000 }).toContain('Shop status: Payments was down (resolved)');
  await expect(app.getByRole('row', { name: new RegExp(address) })).toContainText('Confirmed');
});
