/**
 * Web testing with large content: how quickly lists of a module of 500 scripts of 30 steps respond, and how quickly the
 * editor of a script of 1,000 steps opens and responds to input (the time from a key to the next frame, as measured by
 * Chromium's Event Timing). Exits with 1 if a list takes more than 150 ms at the 95th percentile, or an interaction
 * more than 100 ms at the 98th.
 * `npm run bench:web-scripts -- --json`, requires the page built by `npm run build:web`, and Chromium.
 */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { webTestingRoutes as calls, type RepositoryStep } from '@touchstone/contracts/web-testing';
import { newStep } from '@touchstone/engine-keyword/core';
import { createTestServer, startTestPostgres, testPassword } from '@touchstone/testing';
import { signInPage } from '../../tests/e2e/browser-session.ts';
import { findChromium } from '../../tools/browsers/chromium.ts';
import { figureOf, measure } from '../workspace/interactions.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
const scripts = 500;
const maxListMs = 150;
const maxInteractionMs = 100;
const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium found. Install one, or set TOUCHSTONE_CHROMIUM to its path.');

const stepsOf = (count: number): RepositoryStep[] =>
  Array.from({ length: count }, (_, at) =>
    newStep(`s${at}`, at % 3 === 0 ? 'verifyText' : 'setText', {
      target: { name: `Field ${at}`, locators: [{ by: 'label', value: `Field ${at}` }], frame: [] },
      args: at % 3 === 0 ? { expected: `Value ${at}` } : { value: `Value ${at}` },
    }),
  ) as RepositoryStep[];

const postgres = await startTestPostgres();
const server = await createTestServer({ postgresUrl: postgres.url });
const { client } = server.admin;
const { projectId } = await client.call(calls.createProject, { body: { projectName: 'Large' } });
const { uuid: moduleUUID } = await client.call(calls.createModule, {
  query: { projectId },
  body: { moduleName: 'Checkout' },
});
async function newScript(testScriptName: string, steps: RepositoryStep[]): Promise<string> {
  const { uuid } = await client.call(calls.createScript, { query: { moduleUUID }, body: { testScriptName } });
  await client.call(calls.addSteps, { query: { scriptUUID: uuid }, body: { steps } });
  return uuid;
}
const short = stepsOf(30);
for (let count = 1; count < scripts; count += 1) await newScript(`Script ${count}`, short);
const longId = await newScript('Long', stepsOf(1000));

/** How long a call takes, 100 times. */
async function timesOf(call: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < 100; index += 1) {
    const startedMs = performance.now();
    await call(index);
    times.push(performance.now() - startedMs);
  }
  return times.toSorted((a, b) => a - b);
}
const lists = {
  'scripts of a module': await timesOf((index) =>
    client.call(calls.listScripts, { query: { moduleUUID, page: index % 25, size: 20 } }),
  ),
  'search in a project': await timesOf((index) =>
    client.call(calls.listProjectScripts, { query: { projectUUID: projectId, searchTerm: `${index}`, size: 20 } }),
  ),
  'every script of a module': await timesOf(() => client.call(calls.listModuleScripts, { query: { moduleUUID } })),
};

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: server.url });
await signInPage(page, { email: server.admin.email, password: testPassword }, server.url);
const startedMs = performance.now();
await page.goto(`/web-testing/script-steps?script=${longId}`);
await page.getByText('Field 5', { exact: true }).waitFor();
const openMs = Math.round(performance.now() - startedMs);
const list = page.getByRole('list', { name: 'Steps' });
await page.getByText('Field 5', { exact: true }).click();
const moving = figureOf(await measure(page, 60, () => page.keyboard.press('ArrowDown')));
const value = list.getByRole('textbox').last();
await value.focus();
const typing = figureOf(await measure(page, 60, (at) => page.keyboard.press('abcdefghij'[at % 10] ?? 'a')));

const p95 = (times: number[]) => Math.round((times[94] ?? 0) * 10) / 10;
const interactions = { 'to another step': moving, 'typing a value': typing };
if (values.json)
  process.stdout.write(
    `${JSON.stringify({ scripts, openMs, lists: Object.fromEntries(Object.entries(lists).map(([name, times]) => [name, p95(times)])), interactions })}\n`,
  );
else {
  for (const [name, times] of Object.entries(lists)) process.stdout.write(`${name.padEnd(26)} p95 ${p95(times)} ms\n`);
  process.stdout.write(`${'editor of 1,000 steps'.padEnd(26)} open in ${openMs} ms\n`);
  for (const [name, { p98Ms, medianMs }] of Object.entries(interactions))
    process.stdout.write(`${name.padEnd(26)} p98 ${p98Ms} ms  median ${medianMs} ms\n`);
}
await browser.close();
await server.close();
await postgres.stop();
const isSlow =
  Object.values(lists).some((times) => p95(times) > maxListMs) ||
  Object.values(interactions).some(({ p98Ms }) => p98Ms > maxInteractionMs);
process.exit(isSlow ? 1 : 0);
