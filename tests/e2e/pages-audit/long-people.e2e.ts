import type { Page } from '@playwright/test';
import type { Client } from '@touchstone/contracts';
import { commentRoutes } from '@touchstone/contracts/comments';
import { signInSuperAdmin } from '../account/account-data.ts';
import { signInPage } from '../browser-session.ts';
import { control, type Person } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { insightsOf, newProject, newScript, newSuite } from '../test-data.ts';
import { longName, order } from './audit-data.ts';
import { expectDialogsFit, expectFits } from './fits.ts';

const [firstName, lastName, team, company] = ['Ada', 'Admin', 'Team', 'Company'].map((start) => longName(start));
/** The longest that the billing form accepts. */
const [buyer, street] = [company?.slice(0, 100), longName('Street').slice(0, 200)];
/** The longest that a mail server accepts. */
const longEmail = ({ userId }: Person) => `${userId.padEnd(64, 'x')}@${'wim'.repeat(20)}.${'wim'.repeat(20)}.test`;

/**
 * Gives people, teams and companies names longer than any form accepts: those of a directory or of an earlier version
 * may be as long.
 */
async function lengthenNames({ organizationId }: Person): Promise<void> {
  const rename = (text: string, ...values: string[]) => control('sql', { text, values: [organizationId, ...values] });
  await rename(
    'update user_management."user" set first_name = $2, last_name = $3 where organization_id = $1',
    firstName!,
    lastName!,
  );
  await rename('update user_management.team set name = $2 where organization_id = $1', team!);
  await rename('update user_management.organization set name = $2 where id = $1', company!);
  await rename(
    'update subscription.billing_information set company_name = $2, address_line1 = $3 where organization_id = $1',
    buyer!,
    street,
  );
}

/** A shared workspace with a commented script, in a company with an order, one team and a colleague. */
async function makeCompany(client: Client, admin: Person, targetUrl: string) {
  const colleague = await control('user', { colleagueId: admin.userId, role: 'ROLE_USER' });
  const invoiceId = await order(client);
  await lengthenNames(admin);
  const projectId = await newProject(client, 'Shop', true);
  const suiteId = await newSuite(client, projectId, 'Orders');
  const { scriptId } = await newScript(client, suiteId, { scriptName: 'Health', url: targetUrl });
  await client.call(commentRoutes.createComment, {
    body: { kind: 'api-script', subjectId: scriptId, text: 'Why?' },
  });
  const email = longEmail(colleague);
  await control('sql', {
    text: 'update user_management."user" set email = $2 where id = $1',
    values: [colleague.userId, email],
  });
  return { projectId, suiteId, scriptId, invoiceId, colleagueEmail: email };
}

/** Runs a suite as the signed-in person, whose name the run keeps; returns the run's id. */
async function runSuite(page: Page, projectId: string, suiteId: string): Promise<string> {
  await page.goto(`/api-testing/api-test-suite/${suiteId}?project=${projectId}`);
  await page.getByRole('button', { name: 'Run suite' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL(/\/report\//);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Opens a screen that contains names, and checks it. */
async function expectScreenFits(page: Page, path: string, name: string): Promise<void> {
  await test.step(path, async () => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect.soft(main.getByText(name).or(main.getByRole('textbox', { name })).first()).toBeVisible();
    await expectFits(page, path);
  });
}

/** Presses a button that opens a dialog or a menu, checks it and closes it. */
async function expectOpenedFits(page: Page, button: string | RegExp): Promise<void> {
  await test.step(`${button}`, async () => {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor();
    await expectFits(page, `${button}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(0);
  });
}

test('people, teams and a company with names of 255 characters without a space stay in their boxes', async ({
  page,
  admin,
  client,
  target,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const { projectId, suiteId, scriptId, invoiceId, colleagueEmail } = await makeCompany(
    client,
    admin,
    `${target.url}/json`,
  );
  await signInPage(page, admin, baseURL ?? '');
  const runId = await runSuite(page, projectId, suiteId);
  await insightsOf(client, projectId, 1);
  for (const [path, name] of [
    ['/dashboard', 'Orders'],
    ['/profile', 'First name'],
    ['/account/subscriptions/list', firstName],
    ['/account/subscriptions/renew', 'Limits'],
    ['/billing-summary', street],
    [`/payment-confirmation?invoice=${invoiceId}`, 'Total'],
    ['/api-testing/billing-history', 'Awaiting payment'],
    ['/user-metrics', firstName],
    [`/runs?project=${projectId}`, firstName],
    [`/runs/${runId}`, firstName],
    [`/api-testing/report/${runId}`, firstName],
    [`/api-testing/report-dashboard?project=${projectId}`, firstName],
    [`/api-testing/workspace?project=${projectId}`, 'Orders'],
    [`/api-testing/api-test-suite?project=${projectId}`, 'Orders'],
    ['/test-orchestration/projects', 'Projects'],
  ] as const)
    await expectScreenFits(page, path, name!);

  await expectOpenedFits(page, /: profile of /);
  await test.step('users', async () => {
    await expectScreenFits(page, '/account/users', colleagueEmail);
    await expectDialogsFit(
      page,
      page
        .getByRole('row')
        .filter({ hasText: colleagueEmail })
        .getByRole('button', { name: /^Actions for / }),
      ['Edit…', 'Deactivate…', 'Delete…'],
    );
  });
  await test.step('teams', async () => {
    await expectScreenFits(page, '/account/users?tab=teams', team!);
    await expectDialogsFit(page, page.getByRole('button', { name: `Actions for team ${team}` }), [
      'Members and services…',
      'Edit…',
      'Delete…',
    ]);
  });
  await test.step('licences', async () => {
    await page.goto('/account/subscriptions/list');
    await expectOpenedFits(page, /^Unassign the licence of /);
  });
  await test.step('people of a workspace', async () => {
    await expectScreenFits(page, `/api-testing/people?project=${projectId}`, firstName!);
    await expectOpenedFits(page, 'Invite people');
    await expectOpenedFits(page, /^Actions for /);
  });
  await test.step('comments', async () => {
    await page.goto(`/api-testing/api-test-suite/${suiteId}?project=${projectId}&script=${scriptId}`);
    await expectOpenedFits(page, /^1 comment/);
  });
});

test('the list of organizations keeps the longest names of a company in its boxes', async ({
  page,
  admin,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await lengthenNames(admin);
  const boss = await control('user', { colleagueId: admin.userId, role: 'ROLE_SUPERADMIN' });
  await signInSuperAdmin(page, boss, baseURL ?? '');
  await expectScreenFits(page, `/organization-dashboard?q=${company}`, company!);
  await expectDialogsFit(page, page.getByRole('button', { name: `Actions for ${company}` }).first(), [
    'Licences by status',
    'Extend period…',
    'Deactivate…',
  ]);
});
