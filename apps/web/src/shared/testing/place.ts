import type { Page } from '@playwright/test';
import type { Role } from '@touchstone/contracts';

/** Ids in the paths of places. */
export interface PlaceIds {
  projectId: string;
  suiteId: string;
  runId: string;
  performanceRunId: string;
  invoiceId: string;
  /** Key of a test orchestration folder, as used in addresses. */
  folderKey: string;
  workflowId: string;
  /** A monitoring project with data on every page. */
  monitoringProjectId: string;
  monitorId: string;
  incidentId: string;
  statusPageId: string;
  /** A service virtualization project with data on every page. */
  mockProjectId: string;
  mockAssetId: string;
  /** A web testing project with data on every page. */
  webProjectId: string;
  webModuleId: string;
  webScriptId: string;
  /** A failed dry run of the script. */
  webRunId: string;
}

/**
 * Who visits a place: a signed-out visitor, a user with a project and runs, an account administrator, an administrator
 * of all organizations.
 */
export const visitors = ['nobody', 'tester', 'administrator', 'superAdministrator'] as const;
export type Visitor = (typeof visitors)[number];

/** Place is something to visit: a page, or what opens on it. */
export interface Place {
  name: string;
  visitor: Visitor;
  /**
   * Who may open the page, maintained by hand and compared with the routes' declarations. Absent: no sign-in is needed.
   */
  openTo?: 'everybody' | readonly Role[];
  path: (ids: PlaceIds) => string;
  /** Patterns of further addresses of the same page. */
  alsoAt?: readonly string[];
  /** Resolves once the screen shows its content. */
  ready: (page: Page) => Promise<unknown>;
}

/** headingOf waits for the page with a title. */
export const headingOf = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** dialogOf opens a button's dialog, which has a button of the same name. */
export async function dialogOf(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: button }).waitFor();
}
