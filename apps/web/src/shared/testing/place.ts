import type { Page } from '@playwright/test';
import type { Role } from '@touchstone/contracts';

/** What places name. */
export interface PlaceIds {
  projectId: string;
  suiteId: string;
  runId: string;
  performanceRunId: string;
  invoiceId: string;
  /** A project of test orchestration, as addresses name it. */
  folderKey: string;
  workflowId: string;
  /** A project of monitoring with something of everything. */
  monitoringProjectId: string;
  monitorId: string;
  incidentId: string;
  statusPageId: string;
  /** A project of service virtualization with something of everything. */
  mockProjectId: string;
  mockAssetId: string;
  /** A project of web testing with something of everything. */
  webProjectId: string;
  webModuleId: string;
  webScriptId: string;
  /** A dry run of the script, which has failed. */
  webRunId: string;
}

/** Who looks at a place: somebody who is not signed in, one with a project and its runs, one with an account, one for all organizations. */
export const visitors = ['nobody', 'tester', 'administrator', 'superAdministrator'] as const;
export type Visitor = (typeof visitors)[number];

/** Place is something to look at: a page, or what opens on it. */
export interface Place {
  name: string;
  visitor: Visitor;
  /** Who may open the page, kept by hand: what the routes declare is compared with it. Absent: no sign-in is needed. */
  openTo?: 'everybody' | readonly Role[];
  path: (ids: PlaceIds) => string;
  /** Patterns of further addresses of the same page. */
  alsoAt?: readonly string[];
  /** Resolves when the screen shows what it is about. */
  ready: (page: Page) => Promise<unknown>;
}

/** headingOf waits for the page of a title. */
export const headingOf = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** dialogOf opens the dialog of a button, whose own button has the same name. */
export async function dialogOf(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: button }).waitFor();
}
