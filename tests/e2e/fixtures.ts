import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Client } from '@touchstone/contracts';
import { browserWindow } from './browser.ts';
import { signInPage } from './browser-session.ts';
import { control, type Person } from './control.ts';
import { startTargetServer, type TargetServer } from './target-server.ts';
import { clientOf, newProject } from './test-data.ts';

const origin = `http://localhost:${process.env.TOUCHSTONE_E2E_PORT}`;

/** A browser that is reused from test to test: it keeps the page's files, and their compiled code. */
interface WarmBrowser {
  context: BrowserContext;
  /** Removes what a test left behind, except for files that are the same for every visitor. */
  forget(): Promise<void>;
  /** Closes the test's pages. */
  tidy(): Promise<void>;
}

interface Fixtures {
  /** Administrator of an organization that only this test uses. */
  admin: Person;
  /** The administrator's typed client, for test data. */
  client: Client;
  /** Id of a workspace named "Shop". */
  projectId: string;
  /** An API to test. */
  target: TargetServer;
  /** A page in whose browser the administrator is signed in. */
  app: Page;
  /** Opens a page in another browser, without a session. */
  elsewhere: () => Promise<Page>;
}

interface WorkerFixtures {
  /** The first one provides `context`, the others the pages of `elsewhere`. */
  warmBrowsers: WarmBrowser[];
}

async function openWarmBrowser(browser: Browser): Promise<WarmBrowser> {
  const context = await browser.newContext({ ...browserWindow, baseURL: origin });
  // While one page of the product is open, the next one starts in its process.
  const keeper = await context.newPage();
  await keeper.goto('/favicon.svg');
  const session = await context.newCDPSession(keeper);
  return {
    context,
    async forget() {
      await context.setOffline(false);
      await context.clearPermissions();
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await context.clearCookies();
    },
    async tidy() {
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      const pages = context.pages().filter((page) => page !== keeper);
      // A call that a test answers itself may still be pending, and would block the page.
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await Promise.all(pages.map((page) => page.close()));
    },
  };
}

/** test gives each test its own organization and a browser without a session. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  warmBrowsers: [
    async ({ browser }, use) => {
      const warm = [await openWarmBrowser(browser)];
      await use(warm);
      await Promise.all(warm.map(({ context }) => context.close()));
    },
    { scope: 'worker' },
  ],
  // A new context would load and compile a hundred scripts again, which takes longer than most tests.
  context: async ({ warmBrowsers, browser }, use) => {
    const [first] = warmBrowsers as [WarmBrowser];
    await first.forget();
    await use(first.context);
    await Promise.all(warmBrowsers.map(({ tidy }) => tidy()));
    // Browsers that a test opened itself would keep calling the server.
    const kept = warmBrowsers.map(({ context }) => context);
    await Promise.all(browser.contexts().map((context) => !kept.includes(context) && context.close()));
  },
  elsewhere: async ({ warmBrowsers, browser, context: _first }, use) => {
    let opened = 0;
    await use(async () => {
      opened += 1;
      const warm = warmBrowsers[opened] ?? (await openWarmBrowser(browser));
      warmBrowsers[opened] = warm;
      await warm.forget();
      return warm.context.newPage();
    });
  },
  // No page sends requests to third parties, and none violates its own content security policy.
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
