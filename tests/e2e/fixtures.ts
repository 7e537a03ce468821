import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Client } from '@touchstone/contracts';
import { browserWindow } from './browser.ts';
import { signInPage } from './browser-session.ts';
import { control, type Person } from './control.ts';
import { startTargetServer, type TargetServer } from './target-server.ts';
import { clientOf, newProject } from './test-data.ts';

const origin = `http://localhost:${process.env.TOUCHSTONE_E2E_PORT}`;

interface Fixtures {
  /** Administrator of an organization that only this test knows. */
  admin: Person;
  /** The typed client of the administrator, for test data. */
  client: Client;
  /** Id of a workspace named "Shop". */
  projectId: string;
  /** An API to test. */
  target: TargetServer;
  /** A page in whose browser the administrator is signed in. */
  app: Page;
}

interface WorkerFixtures {
  /** What a worker keeps from test to test: the files of the page, and what the browser compiled of them. */
  warmContext: BrowserContext;
}

/** Takes away what a test left in the browser, except for the files that every visitor gets alike. */
async function forget(context: BrowserContext, origin: string): Promise<void> {
  await context.setOffline(false);
  await context.clearPermissions();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await context.clearCookies();
  await page.close();
}

/** test gives each test an organization of its own and a browser that remembers nobody. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  warmContext: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ ...browserWindow, baseURL: origin });
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  // A new context would load and compile a hundred scripts again, which takes longer than most tests.
  context: async ({ warmContext, browser }, use) => {
    await forget(warmContext, origin);
    await use(warmContext);
    await warmContext.unrouteAll({ behavior: 'ignoreErrors' });
    await Promise.all(warmContext.pages().map((page) => page.close()));
    // The browsers of other people in the test would go on asking the server.
    await Promise.all(browser.contexts().map((other) => other !== warmContext && other.close()));
  },
  // No page asks a machine of somebody else for anything, and none breaks its own content security policy.
  page: async ({ page, viewport, colorScheme }, use) => {
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const offences: string[] = [];
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      const isOurs = !protocol.startsWith('http') || ['127.0.0.1', 'localhost'].includes(hostname);
      if (!isOurs) offences.push(request.url());
    });
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) offences.push(message.text());
    });
    await use(page);
    expect(offences).toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from this pattern
  admin: async ({}, use) => use(await control('organization', {})),
  client: async ({ admin, baseURL }, use) => use(clientOf(baseURL ?? '', admin.token)),
  projectId: async ({ client }, use) => use(await newProject(client, 'Shop')),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from this pattern
  target: async ({}, use) => {
    const target = await startTargetServer();
    await use(target);
    await target.close();
  },
  app: async ({ page, admin, baseURL }, use) => {
    await signInPage(page, admin, baseURL ?? '');
    await use(page);
  },
});
export { expect };
