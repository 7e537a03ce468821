import type { Page } from '@playwright/test';
import { tourPage } from '../pages/tour.page.ts';

/** How many steps the tour of a place's page has: maintained by hand, so that a lost step is found. */
export const tourSteps: Readonly<Record<string, number>> = {
  // API testing
  workspace: 6,
  suites: 7,
  import: 2,
  editor: 8,
  playground: 3,
  environments: 3,
  certificates: 2,
  'pre-request variables': 3,
  'people of a workspace': 4,
  report: 6,
  'report dashboard': 6,
  'report insights': 6,
  'comparison of runs': 3,
  'scheduled tests': 4,
  performance: 6,
  'performance reports': 4,
  'performance report': 5,
  'API workflows': 1,
  reconciliations: 1,
  // the other services
  'orchestration projects': 2,
  'new orchestration workflow': 1,
  'orchestration workflow': 6,
  'orchestration reports': 4,
  'monitored APIs': 5,
  'details of a monitored API': 4,
  'mock assets': 5,
  'editor of a mock asset': 3,
  'mock journal': 1,
  'mock recordings': 1,
  'mock drift checks': 1,
  'web projects': 2,
  'overview of a web project': 3,
  'web modules': 2,
  'scripts of a web module': 3,
  'steps of a web script': 3,
  'object spy': 1,
  'browser farm': 3,
  'web baselines': 1,
  'saved web sessions': 1,
  'web databases': 1,
  'report of a web run': 3,
  // the pages around them
  dashboard: 8,
  'user metrics': 4,
  'service store': 2,
  profile: 3,
  users: 5,
  teams: 2,
  licences: 4,
  renewal: 3,
  security: 3,
  'billing summary': 3,
  'billing history': 2,
  organizations: 4,
  limits: 3,
  'feature flags': 2,
};

/** Places whose page changes once it is ready. */
const changedBySight = ['import'];
export const beginsWithTour = (name: string): boolean => changedBySight.includes(name);

/** walkTour walks the tour of a place, if its page has one, in a window of the usual size. */
export async function walkTour(page: Page, name: string): Promise<void> {
  const steps = tourSteps[name];
  if (steps === undefined) return;
  // Some places open a dialog over their page.
  if (await page.locator('[role=dialog]').first().isVisible()) await page.keyboard.press('Escape');
  await tourPage(page).walk(steps);
}
