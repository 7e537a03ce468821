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
