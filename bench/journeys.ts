/**
 * How much a newcomer has to do for a result: plays journeys in Chromium in a company that has just signed up, and
 * prints clicks, keys and seconds of each next to its limit. Exits with 1 if one exceeds it.
 * `npm run bench:journeys -- --json`, requires the page built by `npm run build:web`, and Chromium.
 */
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type Locator, type Page } from '@playwright/test';
import { apiTestingRoutes, scriptInputSchema } from '@touchstone/contracts/api-testing';
import { finalRunStatuses } from '@touchstone/contracts/runs';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, startTestPostgres, testPassword } from '@touchstone/testing';
import { findChromium } from '../tools/browsers/chromium.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium found. Install one, or set TOUCHSTONE_CHROMIUM to its path.');

/** A user's actions: each click, key and paste counts once. */
interface Hand {
  page: Page;
  click(target: Locator): Promise<void>;
  press(key: string): Promise<void>;
  paste(text: string): Promise<void>;
}
interface Journey {
  name: string;
  maxClicks: number;
  /** Creates what the journey starts with. */
  prepare?(): Promise<void>;
  play(hand: Hand): Promise<void>;
}

const postgres = await startTestPostgres();
const server = await createTestServer({ postgresUrl: postgres.url, seed: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const isPassed = (page: Page) =>
  page
    .getByText(/\b[1-9]\d* passed/i)
    .first()
    .waitFor();

/** Runs a suite whose only script expects a response it doesn't get, and resolves when the run has ended. */
async function runWrongScript(): Promise<void> {
  const { client } = server.admin;
  const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Shop' } });
  const { suiteId } = await client.call(apiTestingRoutes.createSuite, { body: { projectId, suiteName: 'Prices' } });
  const body = scriptInputSchema.parse({
    scriptName: 'Wrong',
    method: 'GET',
    url: `${server.url}/sample/petstore/pets`,
    assertions: [{ kind: 'jsonPath', path: '$[0].name', operator: 'equals', expected: 'Nobody', enabled: true }],
  });
  await client.call(apiTestingRoutes.saveScript, { query: { suiteId: [suiteId] }, body });
  const { runId } = await client.call(apiTestingRoutes.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  const isOver = async () =>
    finalRunStatuses.includes((await client.call(apiTestingRoutes.getExecution, { query: { runId } })).status);
  while (!(await isOver())) await setTimeout(100);
}

const journeys: Journey[] = [
  {
    name: 'first response',
    maxClicks: 1,
    async play({ page, press, paste }) {
      await press('n');
      await page
        .getByRole('textbox', { name: /address|url/i })
        .first()
        .waitFor();
      await paste(`${server.url}/sample/petstore/pets`);
      await press('Enter');
      await page.getByRole('region', { name: 'Response' }).getByText('200 OK').waitFor();
    },
  },
  {
    name: 'sample suite to its report',
    maxClicks: 1,
    async play({ page, click }) {
      await click(button(page, 'Run sample suite'));
      await page.waitForURL(/\/report\//);
      await isPassed(page);
    },
  },
  {
    name: 'OpenAPI document to a green report',
    maxClicks: 5,
    async play({ page, click, press, paste }) {
      await click(page.getByRole('link', { name: 'Import your API' }));
      await click(page.getByText('URL', { exact: true }).first());
      await page.getByRole('textbox', { name: 'URL', exact: true }).focus();
      await paste(`${server.url}/sample/petstore/openapi.json`);
      await press('Enter');
      await click(button(page, /^Import \d+ requests/));
      await click(button(page, 'Run suite'));
      await page.waitForURL(/\/report\//);
      await isPassed(page);
    },
  },
  {
    name: 'why a test failed',
    maxClicks: 1,
    prepare: runWrongScript,
    async play({ page, click }) {
      await click(page.getByRole('list', { name: 'Recent tests' }).getByRole('link', { name: /^Prices/ }));
      const proof = page.getByRole('region', { name: 'Step Wrong' }).getByRole('figure');
      await proof.locator('mark').first().waitFor();
    },
  },
  {
    name: 'curl command to a scheduled, mailed test',
    maxClicks: 8,
    async play({ page, click, press, paste }) {
      await press('n');
      await page.getByRole('textbox', { name: 'Address' }).waitFor();
      await paste(`curl '${server.url}/sample/petstore/pets' -H 'accept: application/json'`);
      await press('Enter');
      const response = page.getByRole('region', { name: 'Response' });
      await response.getByText('200 OK').waitFor();
      await click(response.getByRole('button', { name: 'Suggest assertions' }));
      await press('Control+s');
      await click(page.getByRole('dialog', { name: 'Save request' }).getByRole('button', { name: 'Save request' }));
      await page.waitForURL(/api-test-suite\//);
      await click(page.getByRole('link', { name: 'Test Suites' }).first());
      await click(page.getByRole('button', { name: 'Actions for Pets', exact: true }));
      await click(page.getByRole('menuitem', { name: 'Schedule…' }));
      const dialog = page.getByRole('dialog', { name: 'Schedule Pets' });
      await click(dialog.getByRole('combobox', { name: 'Notify' }));
      await click(page.getByRole('option', { name: 'When a run fails' }));
      await click(dialog.getByRole('button', { name: 'Schedule test' }));
      await page.getByText('Pets is scheduled').waitFor();
    },
  },
  {
    name: 'invitation',
    maxClicks: 3,
    async play({ page, click, paste }) {
      await click(page.getByRole('link', { name: 'Invite people' }));
      await click(button(page, 'Invite users'));
      await page.getByLabel('E-mail addresses').focus();
      await paste('new@example.test');
      await click(button(page, 'Send invitations'));
      await page.getByRole('dialog', { name: 'Invitation link' }).waitFor();
    },
  },
];

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`${server.url}/login`);
await page.getByLabel('E-mail').fill(server.admin.email);
await page.getByLabel(/^Password/).fill(testPassword);
await page.getByRole('button', { name: 'Sign in' }).click();
// The test server's own client has a session too.
const terminate = page.getByRole('button', { name: 'Terminate Remote Session' });
const frame = page.getByRole('heading', { name: 'Dashboard' });
await terminate.or(frame).waitFor();
if (await terminate.isVisible()) await terminate.click();
await frame.waitFor();

const figures = [];
for (const { name, maxClicks, prepare, play } of journeys) {
  await prepare?.();
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('region', { name: 'First steps' }).waitFor();
  const counts = { clicks: 0, keys: 0, pastes: 0 };
  const startedAt = performance.now();
  await play({
    page,
    click: async (target) => {
      counts.clicks += 1;
      await target.click();
    },
    press: async (key) => {
      counts.keys += 1;
      await page.keyboard.press(key);
    },
    paste: async (text) => {
      counts.pastes += 1;
      // As in the browser: a listener of the event may handle the text differently.
      const isTaken = await page.evaluate((given) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', given);
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        return !document.activeElement?.dispatchEvent(event);
      }, text);
      if (!isTaken) await page.keyboard.insertText(text);
    },
  });
  figures.push({ name, ...counts, maxClicks, seconds: Math.round(performance.now() - startedAt) / 1000 });
}
if (values.json) process.stdout.write(`${JSON.stringify(figures)}\n`);
else
  for (const { name, clicks, maxClicks, keys, pastes, seconds } of figures)
    process.stdout.write(
      `${name.padEnd(36)} ${clicks} of ${maxClicks} clicks  ${keys} keys  ${pastes} pastes  ${seconds} s\n`,
    );
await browser.close();
await server.close();
await postgres.stop();
process.exit(figures.some(({ clicks, maxClicks }) => clicks > maxClicks) ? 1 : 0);
