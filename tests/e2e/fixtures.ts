import { test as base, expect, type Page } from '@playwright/test';
import type { Client } from '@touchstone/contracts';
import { signInPage } from './browser-session.ts';
import { control, type Person } from './control.ts';
import { startTargetServer, type TargetServer } from './target-server.ts';
import { clientOf, newProject } from './test-data.ts';

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

/** test gives each test an organization of its own. */
export const test = base.extend<Fixtures>({
  // No page asks a machine of somebody else for anything, and none breaks its own content security policy.
  page: async ({ page }, use) => {
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
