import type { Client } from '@touchstone/contracts';
import { type RunAnswer, runTitle } from '@touchstone/contracts/runs';
import { type BrowserName, browserNames, webTestingRoutes } from '@touchstone/contracts/web-testing';
import type { Outcome } from '../outcome.ts';
import type { PipelineOrigin } from '../pipeline-origin.ts';
import { type Progress, type Screen, screenOf } from '../progress.ts';
import { type RunToStart, runToEnd } from '../remote/follow-to-end.ts';
import { findEnvironmentId, findNamed } from '../remote/remote-lookup.ts';
import type { ServerAccess } from '../remote/server-options.ts';
import type { ReportFlags } from '../reporters.ts';
import { findWebTests, type WebTestChoice } from './find-web-tests.ts';

export interface WebRunOptions extends ServerAccess, ReportFlags, WebTestChoice {
  environment: string | undefined;
  browser: string;
  retries: number;
  origin: PipelineOrigin;
}

const failuresShown = 50;

/** runWebTests runs scripts in browsers on a server's machines, follows them live and downloads the reports. */
export const runWebTests = (options: WebRunOptions, screen: Screen = screenOf(process.stdout)): Promise<Outcome> =>
  runToEnd(options, screen, { find: (client) => find(client, options), reportFailures });

async function find(client: Client, options: WebRunOptions): Promise<RunToStart[]> {
  const { project, tests } = await findWebTests(client, options);
  const { environment, retries, origin } = options;
  const browser = findBrowser(options.browser);
  const environmentId = environment && (await findEnvironmentId(client, project.projectId, environment));
  const settings = { browser, retries, ...(environmentId && { environmentId }), ...origin };
  return tests.map((test) => ({
    name: test.name,
    async start(_client, progress) {
      const { runId, number } = await client.call(webTestingRoutes.executeTest, { body: { ...test, ...settings } });
      progress.note(`Run ${runId}: ${runTitle({ name: test.name, number })} in ${project.projectName}`);
      return runId;
    },
  }));
}

const findBrowser = (wanted: string): BrowserName =>
  findNamed([...browserNames], wanted, 'browser', (name) => ({ id: name, name }));

/** Prints each failed step with its script, and the expected and actual values. */
async function reportFailures(client: Client, { runId, counts }: RunAnswer, progress: Progress): Promise<boolean> {
  const total = counts.failed + counts.error;
  if (total === 0) return false;
  progress.note('\nFailures');
  let left = failuresShown;
  for (const status of ['failed', 'error'] as const) {
    if (left === 0) break;
    const { steps } = await client.call(webTestingRoutes.getTestReport, { query: { runId, status, size: left } });
    left -= steps.length;
    for (const { path, title, message, expected, actual } of steps) {
      progress.note(`\n✖ ${[...path, title].join(' › ')}`);
      if (message) progress.note(`  ${message}`);
      if (expected !== null) progress.note(`    expected: ${expected}`);
      if (actual !== null) progress.note(`    actual:   ${actual}`);
    }
  }
  if (total > failuresShown) progress.note(`\n… and ${total - failuresShown} more; see the report.`);
  return true;
}
