import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Client } from '@touchstone/contracts';
import { browserWindow } from './browser.ts';
import { signInPage } from './browser-session.ts';
import { control, type Person } from './control.ts';
import { startTargetServer, type TargetServer } from './target-server.ts';
import { clientOf, newProject } from './test-data.ts';

const origin = `http://localhost:${process.env.TOUCHSTONE_E2E_PORT}`;

/** A browser that goes on from test to test: it keeps the files of the page, and what it compiled of them. */
interface WarmBrowser {
  context: BrowserContext;
  /** Takes away what a test left behind, except for the files that every visitor gets alike. */
  forget(): Promise<void>;
  /** Closes the pages of the test. */
  tidy(): Promise<void>;
}

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
  /** Opens a page in one more browser, where nobody is signed in. */
  elsewhere: () => Promise<Page>;
}

interface WorkerFixtures {
  /** The first is that of `context`, the others are those of `elsewhere`. */
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
      // A call that a test answers itself may still be under way, and would hold the page.
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await Promise.all(pages.map((page) => page.close()));
    },
  };
}

/** test gives each test an organization of its own and a browser that remembers nobody. */
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
    // The browsers that a test made itself would go on asking the server.
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
