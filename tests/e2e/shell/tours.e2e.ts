import type { Page } from '@playwright/test';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { violationsOf } from '../accessibility.ts';
import { expect, test } from '../fixtures.ts';
import { shell } from '../pages/shell.page.ts';
import { tourPage } from '../pages/tour.page.ts';
import { newProject, newScript, newSuite } from '../test-data.ts';

// The tours of pages with data are walked where the pages are audited: pages-audit/page-tours.ts.

/** Walks the tour of the open page, whose first step has this title. */
async function walkFrom(page: Page, title: string, steps: number): Promise<void> {
  const tour = tourPage(page);
  await tour.start();
  await expect(tour.heading).toHaveText(title);
  await page.keyboard.press('Escape');
  await tour.walk(steps);
}

test('without data the pages have other tours, the test suites among them, and some have none', async ({
  app,
  client,
}) => {
  test.slow();
  await app.goto('/help');
  await expect(shell(app).heading('Help')).toBeVisible();
  await expect(tourPage(app).button).toHaveCount(0);
  await app.goto('/api-testing/workspace');
  await tourPage(app).walk(2);
  const projectId = await newProject(client, 'Empty');
  const suiteId = await newSuite(client, await newProject(client, 'Other'), 'Nothing');
  const [other] = (await client.call(workspaceRoutes.listProjects, { query: { searchTerm: 'Other' } })).content;
  // Projects are opened by address, their pages by the links in the sidebar.
  await app.goto(`/api-testing/api-test-suite/${suiteId}?project=${other?.projectId}`);
  await walkFrom(app, 'The suite is empty', 2);
  await app.goto(`/api-testing/api-test-suite?project=${projectId}`);
  await walkFrom(app, 'No suites yet', 3);
  for (const [link, heading, title] of [
    ['Certificates', 'Certificates', 'Servers that require a certificate'],
    ['Scheduled Tests', 'Scheduled Tests', 'Scheduled tests'],
    ['Report Dashboard', 'Report Dashboard', 'Nothing has run yet'],
    ['Report Insights', 'Report Insights', 'No finished runs'],
    ['Performance Reports', 'Performance Reports', 'No run yet'],
  ] as const)
    await test.step(link, async () => {
      await shell(app).area.getByRole('link', { name: link }).click();
      await expect(shell(app).heading(heading)).toBeVisible();
      await walkFrom(app, title, 1);
    });
  for (const [path, title] of [
    ['performance-report-insights', 'No run chosen'],
    ['report-compare', 'Two runs are needed'],
  ] as const)
    await test.step(path, async () => {
      await app.goto(`/api-testing/${path}`);
      await walkFrom(app, title, 1);
    });
});

test('a tour goes on by Next, Back, keys and a click of its target, over two screens [guided-tours-2] [guided-tours-4]', async ({
  app,
  client,
  projectId,
}) => {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, { scriptName: 'List', url: 'http://x.test/' });
  await app.goto(`/api-testing/api-test-suite?project=${projectId}`);
  const tour = tourPage(app);
  await expect(app.getByRole('link', { name: 'Orders', exact: true })).toBeVisible();
  await expect(tour.card).toHaveCount(0);
  await tour.start();
  await tour.isAt(1, 7);
  await expect(tour.next).toBeFocused();
  await expect(tour.back).toHaveCount(0);
  // What a step only shows can't be clicked by mistake.
  await app.keyboard.press('ArrowRight');
  await tour.isAt(2, 7);
  await tour.back.click();
  await tour.isAt(1, 7);
  for (let number = 2; number <= 6; number += 1) {
    await app.keyboard.press('Enter');
    await tour.isAt(number, 7);
  }
  await expect(tour.heading).toHaveText('Open a suite');
  await app.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(shell(app).heading('Orders')).toBeVisible();
  await tour.isAt(7, 7);
  await tour.back.click();
  await tour.isAt(6, 7);
  await expect(shell(app).heading('Test Suites')).toBeVisible();
  await tour.next.click();
  await tour.isAt(7, 7);
  await tour.done.click();
  await expect(tour.card).toHaveCount(0);
  await expect(tour.button).toBeFocused();
  await app.keyboard.press('Enter');
  await tour.isAt(1, 8);
  await app.keyboard.press('Escape');
  await expect(tour.card).toHaveCount(0);

  await tour.button.hover();
  await expect(app.getByRole('tooltip', { name: 'Take the tour of this page' })).toBeVisible();
  const [login, ids] = await app.evaluate(
    () => Object.entries(JSON.parse(localStorage.getItem('touchstone.tours') ?? '{}'))[0] ?? [],
  );
  expect(ids).toEqual(['api-test-suite-with-data']);
  expect(login).toContain('@');
});

test('a tour is accessible and fits windows of every width, light and dark', async ({ app }) => {
  const tour = tourPage(app);
  await app.goto('/dashboard');
  for (const [colorScheme, width] of [
    ['light', 320],
    ['dark', 390],
    ['dark', 2560],
  ] as const)
    await test.step(`${colorScheme}, ${width} pixels`, async () => {
      await app.setViewportSize({ width, height: 700 });
      await app.emulateMedia({ colorScheme });
      await tour.start();
      await tour.isAt(1, 8);
      expect(await violationsOf(app, { part: '[data-tour-card]' })).toEqual([]);
      for (let number = 2; number <= 8; number += 1) {
        await tour.next.click();
        await tour.isAt(number, 8);
      }
      await tour.done.click();
    });
});
