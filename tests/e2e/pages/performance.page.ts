import type { Page } from '@playwright/test';
import { choose } from './choose.ts';

/** The performance area: configuring a run, and watching it. */
export const performancePage = (page: Page) => ({
  startButton: page.getByRole('button', { name: 'Start run' }),
  stopButton: page.getByRole('button', { name: 'Stop run…' }),
  requests: page.getByRole('table', { name: 'Requests' }),
  async open(projectId: string): Promise<void> {
    await page.goto(`/api-testing/performance?project=${projectId}`);
    await page.getByRole('heading', { level: 1, name: 'Performance' }).waitFor();
  },
  /** Chooses a suite and closes the list of suites. */
  async chooseSuite(name: string): Promise<void> {
    await choose(page, 'Test suites', name);
    await page.keyboard.press('Escape');
  },
  /** A load of a constant number of users. */
  async constantUsers(users: number, duration: string): Promise<void> {
    await choose(page, 'Workload', 'Constant users');
    await page.getByRole('textbox', { name: 'Virtual users', exact: true }).fill(String(users));
    await page.getByLabel('Duration').fill(duration);
  },
  /** A figure at the top of a run, by its name. */
  figure: (name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')
      .first(),
});
