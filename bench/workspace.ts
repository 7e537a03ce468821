/**
 * A large workspace: 5,000 scripts in 300 suites, viewed in Chromium and by 200 users with open pages at the same time.
 * Measures how long the list of suites and a suite's tree take to open, the search, the page's memory, every list of
 * the users and the delay until they see a change. Exits with 1 if a limit is exceeded.
 * `npm run bench:workspace -- --people 200 --seconds 60 --json`, requires the page built by `npm run build:web`, and
 * Chromium.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { chromium, type Page } from '@playwright/test';
import { apiTestingRoutes, scriptInputSchema } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, startTestPostgres, testPassword } from '@touchstone/testing';
import { findChromium } from '../tools/browsers/chromium.ts';
import type { PeopleFound, PeopleGiven } from './workspace/people.ts';

const { values } = parseArgs({
  options: {
    suites: { type: 'string', default: '300' },
    scripts: { type: 'string', default: '5000' },
    people: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    json: { type: 'boolean' },
  },
});
const [suites, scripts, people, seconds] = [values.suites, values.scripts, values.people, values.seconds].map(
  Number,
) as [number, number, number, number];
const limits = { openMs: 300, searchMs: 50, memoryMb: 150, listP95Ms: 150, liveMs: 1000 };
const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium found. Install one, or set TOUCHSTONE_CHROMIUM to its path.');

const postgres = await startTestPostgres();
const server = await createTestServer({ postgresUrl: postgres.url });
const { client, email } = server.admin;
const { pool } = server.platform.database;
const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Large' } });

/** The product creates one suite and one script, the others are copies of their rows. */
async function fill(): Promise<string[]> {
  const { suiteId } = await client.call(apiTestingRoutes.createSuite, { body: { projectId, suiteName: 'Suite 1' } });
  const script = { scriptName: 'Script 0', method: 'GET', url: 'https://shop.test/orders/{{id}}?page=1' };
  await client.call(apiTestingRoutes.saveScript, {
    query: { suiteId: [suiteId] },
    body: scriptInputSchema.parse(script),
  });
  await copyRows('suite', ['id', 'name'], `gen_random_uuid(), 'Suite ' || n + 1`, suites - 1);
  const { rows } = await pool.query<{ id: string }>('select id from api_testing.suite order by created_at, name');
  const ids = rows.map(({ id }) => id);
  await copyRows(
    'script',
    ['id', 'name', 'position', 'suite_id'],
    `gen_random_uuid(), 'Script ' || n, n, ($2::uuid[])[1 + n % ${suites}]`,
    scripts - 1,
    [ids],
  );
  await pool.query('analyze');
  return [suiteId, ...ids.filter((id) => id !== suiteId)];
}

async function copyRows(table: string, own: string[], made: string, count: number, more: unknown[] = []) {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'api_testing' and table_name = $1 and column_name <> all($2) and is_generated = 'NEVER'`,
    [table, own],
  );
  const others = rows.map(({ name }) => `"${name}"`).join(', ');
  await pool.query(
    `insert into api_testing.${table} (${own.join(', ')}, ${others})
     select ${made}, ${others} from api_testing.${table}, generate_series(1, $1::int) n`,
    [count, ...more],
  );
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel(/^Password/).fill(testPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const terminate = page.getByRole('button', { name: 'Terminate Remote Session' });
  const frame = page.getByRole('heading', { name: 'Dashboard' });
  await terminate.or(frame).waitFor();
  if (await terminate.isVisible()) await terminate.click();
  await frame.waitFor();
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0;
const median = (times: readonly number[]) => at(times, 0.5);

async function timesOf(count: number, act: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    await act(index);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Milliseconds from an event in the page to the frame that shows a text in an element, by the page's clock. */
async function paintedAfter(
  page: Page,
  event: 'click' | 'popstate',
  wanted: { selector: string; text: string },
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(
    ({ name, selector, text }) => {
      const shown = new Promise<number>((resolve) => {
        addEventListener(
          name,
          () => {
            const startedAt = performance.now();
            const observer = new MutationObserver(() => {
              if (!document.querySelector(selector)?.textContent?.includes(text)) return;
              observer.disconnect();
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
            });
            observer.observe(document.body, { childList: true, subtree: true, characterData: true });
          },
          { once: true, capture: true },
        );
      });
      Object.assign(window, { shown });
    },
    { name: event, ...wanted },
  );
  await act();
  return page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown);
}

/** From the click to the list, the tree of a suite, and the page's memory after all of it was opened. */
async function measurePages() {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--js-flags=--expose-gc'] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page);
  const list: number[] = [];
  const tree: number[] = [];
  await page.goto(`${server.url}/api-testing/api-test-suite?project=${projectId}`);
  const table = page.getByRole('table', { name: 'Test suites' });
  await table
    .getByText(/^Suite /)
    .first()
    .waitFor();
  const suiteRow = { selector: 'table[aria-label="Test suites"] tbody', text: 'Suite ' };
  const scriptRow = { selector: 'ul[aria-label="Scripts"]', text: 'Script ' };
  for (let round = 0; round < 9; round += 1) {
    const link = table.getByRole('link', { name: /^Suite \d/ }).nth(round);
    tree.push(await paintedAfter(page, 'click', scriptRow, () => link.click()));
    list.push(await paintedAfter(page, 'popstate', suiteRow, () => page.goBack()));
  }
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await browser.close();
  return { listMs: median(list), treeMs: median(tree), memoryMb: usedSize / 1e6 };
}

async function useTogether(suiteIds: string[]): Promise<PeopleFound> {
  const tokens: string[] = [];
  while (tokens.length < people) tokens.push((await server.createUser(server.admin, { role: 'ROLE_USER' })).token);
  // Each has the same as the administrator.
  await pool.query(
    `insert into subscription.licence (id, organization_id, service_id, plan, starts_at, ends_at, user_id)
     select gen_random_uuid(), l.organization_id, l.service_id, l.plan, l.starts_at, l.ends_at, u.id
     from subscription.licence l join user_management."user" u on u.organization_id = l.organization_id and u.id <> l.user_id
     where l.user_id = $1`,
    [server.admin.userId],
  );
  const { rows } = await pool.query<{ revision: string }>(
    `select coalesce(max(revision), 0) as revision from collaboration.change where project_id = $1 and service = 'api-testing'`,
    [projectId],
  );
  const firstRevision = Number(rows[0]?.revision) + 1;
  const given: PeopleGiven = {
    url: server.url,
    projectId,
    suiteIds,
    tokens,
    seconds,
    changeEveryMs: 4000,
    firstRevision,
  };
  const worker = new Worker(new URL('./workspace/people.ts', import.meta.url), { workerData: given });
  return await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

const suiteIds = await fill();
const search = median(
  await timesOf(15, (n) => client.call(apiTestingRoutes.findThings, { query: { text: `script ${n * 311}` } })),
);
const pages = await measurePages();
const found = await useTogether(suiteIds);
const lists = Object.fromEntries(
  Object.entries(found.lists).map(([name, times]) => [
    name,
    { calls: times.length, p50Ms: median(times), p95Ms: at(times, 0.95) },
  ]),
);
const live = {
  told: found.liveMs.length,
  expected: found.liveExpected,
  p95Ms: at(found.liveMs, 0.95),
  maxMs: at(found.liveMs, 1),
};
const crossed = [
  pages.listMs > limits.openMs && 'list of suites',
  pages.treeMs > limits.openMs && 'tree of a suite',
  search > limits.searchMs && 'search',
  pages.memoryMb > limits.memoryMb && 'memory',
  ...Object.entries(lists).map(([name, { p95Ms }]) => p95Ms > limits.listP95Ms && name),
  (live.maxMs > limits.liveMs || live.told < live.expected) && 'live updates',
].filter(Boolean);

if (values.json)
  process.stdout.write(`${JSON.stringify({ suites, scripts, people, search, pages, lists, live, crossed })}\n`);
else {
  const line = (name: string, text: string) => process.stdout.write(`${name.padEnd(24)} ${text}\n`);
  line('cores, load', `${cpus().length}, ${loadavg()[0]?.toFixed(1)}`);
  line('list of suites', `${pages.listMs.toFixed(0)} ms`);
  line('tree of a suite', `${pages.treeMs.toFixed(0)} ms`);
  line('search', `${search.toFixed(0)} ms`);
  line('memory of the page', `${pages.memoryMb.toFixed(0)} MB`);
  for (const [name, { calls, p50Ms, p95Ms }] of Object.entries(lists))
    line(name, `p50 ${p50Ms.toFixed(0)} ms  p95 ${p95Ms.toFixed(0)} ms  of ${calls}`);
  line(
    'told of a change',
    `p95 ${live.p95Ms.toFixed(0)} ms  max ${live.maxMs.toFixed(0)} ms  ${live.told} of ${live.expected}`,
  );
  line('limits crossed', crossed.length > 0 ? crossed.join(', ') : 'none');
}
await server.close();
await postgres.stop();
process.exit(crossed.length > 0 ? 1 : 0);
