import type { Page } from '@playwright/test';
import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { virtualUserRoutes } from '@touchstone/contracts/virtual-users';
import type { Place, PlaceIds } from '../../../apps/web/src/shared/testing/place.ts';
import { addDevice, endPlan, signInSuperAdmin } from '../account/account-data.ts';
import { changePerson, signInPage } from '../browser-session.ts';
import { control, type Person } from '../control.ts';
import { test as base, expect } from '../fixtures.ts';
import { startTargetServer } from '../target-server.ts';
import { clientOf, insightsOf, newProject } from '../test-data.ts';
import { makeWorkspace, noIds, order } from './audit-data.ts';
import { checkScreen, prepareScreen, watch } from './checks.ts';
import { beginsWithTour, tourSteps, walkTour } from './page-tours.ts';
import { allPlaces, placesOf } from './places.ts';

// Many screens in one test: signing in and making data would cost more than the screens.
const timeoutMs = 900_000;

/** An administrator with a workspace that has content of every kind. */
interface Workspace {
  owner: Person;
  made: Partial<PlaceIds>;
}

/** All parts that one worker checks show the same workspace: making it takes as long as three screens. */
const test = base.extend<object, { workspace: Workspace }>({
  workspace: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from this pattern
    async ({}, use) => {
      const owner = await control('organization', {});
      const client = clientOf(`http://localhost:${process.env.TOUCHSTONE_E2E_PORT}`, owner.token);
      const target = await startTargetServer();
      // The owner's token expires before the screens are checked.
      const made = await makeWorkspace(client, await newProject(client, 'Shop'), target.url);
      await client.call(virtualUserRoutes.initiateVirtualUserPurchase, { body: { packId: 'virtual-users-100' } });
      await addDevice(owner, 'Pixel 9');
      const invoiceId = await order(client);
      await runsOver(client, made);
      await use({ owner, made: { ...made, invoiceId } });
      await target.close();
    },
    { scope: 'worker' },
  ],
});

/** Resolves once the results of the runs are available. */
async function runsOver(client: Client, { projectId = '', performanceRunId = '' }: Partial<PlaceIds>): Promise<void> {
  const report = () => client.call(apiTestingRoutes.getPerformanceReport, { query: { runId: performanceRunId } });
  await expect.poll(async () => (await report()).run.phase, { timeout: 60_000 }).toBe('ended');
  await insightsOf(client, projectId, 1);
}

/** Opens each place once, checks it in every size and both colour schemes, and walks its tour. */
async function audit(
  page: Page,
  places: readonly Place[],
  ids: PlaceIds,
  origin: string,
  isSignedIn = true,
): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`),
    );
  });
  for (const { name, path, ready } of places)
    await test.step(name, async () => {
      await prepareScreen(page);
      const complaints = watch(page, new URL(origin).origin);
      await page.goto(path(ids));
      if (beginsWithTour(name)) await walkTour(page, name);
      await ready(page);
      await checkScreen(page, name);
      // ASVS 7.4.4: the menu with Logout is on every screen.
      if (isSignedIn) await expect.soft(page.getByLabel(/: profile of /), `profile menu of ${name}`).toBeVisible();
      await prepareScreen(page);
      if (!beginsWithTour(name)) await walkTour(page, name);
      expect.soft(complaints, `console and network of ${name}`).toEqual([]);
      page.removeAllListeners();
    });
}

test('each tour that is expected belongs to a place', () => {
  const names = allPlaces.map(({ name }) => name);
  expect(Object.keys(tourSteps).filter((name) => !names.includes(name))).toEqual([]);
});

test('screens before sign-in are accessible, silent, fit every window and keep to their own origin', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(timeoutMs);
  await audit(page, placesOf('nobody'), noIds, baseURL ?? '', false);
});

/** A tester has many screens: they are checked in parallel parts. */
const parts = 4;
for (let part = 0; part < parts; part += 1)
  test(`screens of testers, part ${part + 1} of ${parts}, are accessible, silent, fit every window and keep to their own origin; their tours can be walked [guided-tours-1] [guided-tours-4]`, async ({
    page,
    workspace: { owner, made },
    baseURL,
  }) => {
    test.setTimeout(timeoutMs);
    await signInPage(page, owner, baseURL ?? '');
    const places = placesOf('tester').filter((_place, index) => index % parts === part);
    await audit(page, places, { ...noIds, ...made }, baseURL ?? '');
  });

test('shell and account are accessible, silent, fit every window and keep to their own origin; their tours can be walked [guided-tours-1]', async ({
  page,
  admin,
  workspace: { owner, made },
  baseURL,
}) => {
  test.setTimeout(timeoutMs);
  await signInPage(page, owner, baseURL ?? '');
  await audit(page, placesOf('administrator'), { ...noIds, ...made }, baseURL ?? '');
  await endPlan(admin, 'FREE', -1);
  await changePerson(page, admin, baseURL ?? '');
  const expired: Place = {
    visitor: 'administrator',
    name: 'end of the trial',
    path: () => '/profile',
    ready: (page) => page.getByRole('dialog', { name: 'Trial Expired' }).waitFor(),
  };
  await audit(page, [expired], noIds, baseURL ?? '');
});

test('screens of super roles are accessible, silent, fit every window and keep to their own origin; their tours can be walked [guided-tours-1]', async ({
  page,
  admin,
  baseURL,
}) => {
  test.setTimeout(timeoutMs);
  const boss = await control('user', { colleagueId: admin.userId, role: 'ROLE_SUPERADMIN' });
  await signInSuperAdmin(page, boss, baseURL ?? '');
  await audit(page, placesOf('superAdministrator'), noIds, baseURL ?? '');
});
