import { mkdir, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, startTestPostgres, testPassword } from '@touchstone/testing';
import { browserLaunch } from './browser.ts';
import { signInPage } from './browser-session.ts';
import { freePort } from './ports.ts';
import { runToEnd } from './test-data.ts';

/** Writes the pictures in docs/images from the sample workspace: `npm run docs:screenshots`. */
const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const largestBytes = 200_000;
const calls = apiTestingRoutes;

const port = await freePort();
const postgres = await startTestPostgres();
const server = await createTestServer({
  postgresUrl: postgres.url,
  seed: true,
  env: { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, TOUCHSTONE_ADMIN_EMAIL: 'admin@touchstone.local' },
});
const { client, email } = server.admin;
const { content: projects } = await client.call(workspaceRoutes.listProjects, { query: {} });
const projectId = projects[0]?.projectId ?? '';
const { content: suites } = await client.call(calls.listSuites, { query: { projectId } });
const { environments } = await client.call(workspaceRoutes.listEnvironments, { query: { projectId } });
const run = (suiteIds: string[]) =>
  runToEnd(client, { projectId, suiteIds, environmentId: environments[0]?.environmentId ?? '' });
const allSuites = suites.map(({ suiteId }) => suiteId);
const earlierId = await run(allSuites);
const runId = await run(allSuites);
// The list of suites shows each one's newest run: its own.
for (const { suiteId } of suites) await run([suiteId]);
const pets = suites.find(({ suiteName }) => suiteName === 'Pets')?.suiteId ?? '';

const pictures: Record<string, { isSignedIn: boolean; path: string; ready: (page: Page) => Promise<unknown> }> = {
  login: { isSignedIn: false, path: '/login', ready: (page) => page.getByLabel('E-mail').waitFor() },
  dashboard: {
    isSignedIn: true,
    path: '/dashboard',
    ready: (page) => page.getByRole('region', { name: 'Recent tests' }).getByRole('link').first().waitFor(),
  },
  workspace: {
    isSignedIn: true,
    path: `/api-testing/workspace?project=${projectId}`,
    ready: (page) => page.getByRole('region', { name: 'Most failed APIs' }).getByText('The price is wrong').waitFor(),
  },
  suites: {
    isSignedIn: true,
    path: `/api-testing/api-test-suite?project=${projectId}`,
    ready: (page) => page.getByRole('link', { name: 'Pets', exact: true }).waitFor(),
  },
  editor: {
    isSignedIn: true,
    path: `/api-testing/api-test-suite/${pets}?project=${projectId}`,
    async ready(page) {
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('textbox', { name: 'Response body' }).getByText('Rex').waitFor();
      await page
        .getByRole('tab', { name: /^Assertions/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1 }).hover();
    },
  },
  report: {
    isSignedIn: true,
    path: `/api-testing/report/${runId}`,
    async ready(page) {
      await page.getByRole('region', { name: 'Step The price is wrong' }).getByText('402').first().waitFor();
      await page.getByText('12 steps', { exact: true }).waitFor();
    },
  },
  compare: {
    isSignedIn: true,
    path: `/api-testing/report-compare?base=${earlierId}&current=${runId}`,
    async ready(page) {
      await page.getByRole('row', { name: /Create a pet/ }).click();
      await page.getByRole('region', { name: 'Response bodies of Create a pet' }).waitFor();
    },
  },
  insights: {
    isSignedIn: true,
    path: `/api-testing/functional-report-insights?project=${projectId}`,
    ready: (page) => page.getByRole('region', { name: 'Scripts' }).getByText('The price is wrong').first().waitFor(),
  },
  performance: {
    isSignedIn: true,
    path: `/api-testing/performance?project=${projectId}`,
    ready: (page) => page.getByText('Planned virtual users').first().waitFor(),
  },
  licences: {
    isSignedIn: true,
    path: '/account/subscriptions/list',
    ready: (page) =>
      page
        .getByRole('region', { name: 'API Testing' })
        .getByText(/of \d+ used/)
        .waitFor(),
  },
};

await mkdir(folder, { recursive: true });
const browser = await chromium.launch(browserLaunch());
for (const colorScheme of ['light', 'dark'] as const) {
  const settings = { colorScheme, viewport: { width: 1440, height: 900 }, locale: 'en-GB', baseURL: server.url };
  const context = await browser.newContext({ ...settings, reducedMotion: 'reduce' });
  const stranger = await browser.newContext({ ...settings, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signInPage(page, { email, password: testPassword }, server.url);
  for (const [name, { isSignedIn, path, ready }] of Object.entries(pictures)) {
    const tab = isSignedIn ? page : await stranger.newPage();
    await tab.goto(path);
    await ready(tab);
    await tab.evaluate(() => document.fonts.ready);
    const file = `${folder}${name}-${colorScheme}.png`;
    await tab.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
    const { size } = await stat(file);
    if (size > largestBytes) throw new Error(`${file} has ${size} bytes, more than ${largestBytes}.`);
    process.stdout.write(`${file} ${Math.round(size / 1000)} kB\n`);
  }
}
await browser.close();
await server.close();
await postgres.stop();
process.exit(0);
