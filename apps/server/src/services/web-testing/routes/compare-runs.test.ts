import type { Client } from '@touchstone/contracts';
import { runRoutes } from '@touchstone/contracts/runs';
import type { RepositoryStepInput } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, followRun } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, note, openUrl } from '../../test-repository/testing/builders.ts';

let server: TestServer;
let shop: Shop;
let client: Client;
let moduleUUID: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
  shop = await openShop();
  ({ moduleUUID } = await newModule(client));
}, 120_000);
afterAll(async () => {
  await shop.close();
  await server.close();
});

const found = (expected: string): RepositoryStepInput => ({
  id: 'found',
  keyword: 'verifyText',
  target: { name: 'Found', locators: [{ by: 'css', value: '#found' }] },
  args: { operator: 'contains', expected },
  timeoutMs: 1000,
});
const loop = (values: string): RepositoryStepInput => ({
  id: 'loop',
  keyword: 'forEach',
  args: { values, variable: 'item' },
  steps: [note('say', '{{item}}')],
});
const save = async (scriptUUID: string, steps: RepositoryStepInput[]) => {
  const { revision } = await client.call(calls.getSteps, { query: { scriptUUID } });
  await client.call(calls.saveSteps, { body: { scriptUUID, revision, steps } });
};
const run = async (scriptUUIDs: string[], more: object = {}): Promise<string> => {
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs, ...more } });
  await followRun(client, runId);
  return runId;
};
const compare = (runId: string, query: object = {}) =>
  client.call(runRoutes.compareRuns, { params: { runId }, query: { size: 100, ...query } });
const earlierOf = async (runId: string) =>
  (await client.call(runRoutes.listEarlierRuns, { params: { runId } })).runs.map((one) => one.runId);

test('a failed run is compared with the last one that passed: what broke, with values and pictures, what was added and removed', async () => {
  const { uuid } = await newScript(client, moduleUUID, { name: 'Search' });
  const good = [
    openUrl('open', shop.url),
    note('gone'),
    { ...found('products'), evidence: 'always' as const },
    loop('a\nb'),
  ];
  await save(uuid, good);
  const first = await run([uuid]);
  const passed = await run([uuid]);
  await save(uuid, [openUrl('open', shop.url), found('Nonsense'), loop('a\nb\nc'), note('new')]);
  const failed = await run([uuid]);
  const comparison = await compare(failed);
  expect([comparison.before.runId, comparison.after.runId]).toEqual([passed, failed]);
  expect(comparison.steps.map(({ change, before, after }) => [change, before?.title, after?.title])).toEqual([
    ['removed', expect.stringContaining('gone'), undefined],
    ['broken', expect.stringContaining('products'), expect.stringContaining('Nonsense')],
    ['changed', 'For Each', 'For Each'],
    ['changed', expect.any(String), expect.any(String)],
    ['removed', expect.any(String), undefined],
    ['added', undefined, expect.stringContaining('new')],
  ]);
  expect(comparison.totals).toMatchObject({ broken: 1, fixed: 0, same: 1, added: 1, removed: 2, changed: 2 });
  const broken = comparison.steps[1];
  expect(broken?.before).toMatchObject({
    status: 'passed',
    path: ['Search'],
    values: expect.arrayContaining([{ label: 'Expected', text: expect.stringContaining('products') }]),
    pictures: [{ attachmentId: expect.any(String) }],
  });
  expect(broken?.after).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('Nonsense'),
    values: expect.arrayContaining([{ label: 'Expected', text: expect.stringContaining('Nonsense') }]),
    pictures: [{ attachmentId: expect.any(String) }],
  });
  expect(await earlierOf(failed)).toEqual([passed, first]);
  const page = await compare(failed, { steps: 'all', page: 1, size: 2 });
  expect(page).toMatchObject({ totalElements: 7, page: 1 });
  expect(page.steps.map(({ change }) => change)).toEqual(['broken', 'changed']);
});

test('earlier runs are those of the same scripts, also after a script was renamed; one with the same browser and environment is preferred', async () => {
  const { uuid } = await newScript(client, moduleUUID, { name: 'Before', steps: [note('a')] });
  const { uuid: other } = await newScript(client, moduleUUID, { name: 'Other', steps: [note('b')] });
  const full = await run([uuid]);
  await run([other]);
  await run([uuid, other]);
  const { runId: dry } = await client.call(calls.executeModuleTest, { body: { scriptUUID: uuid } });
  await followRun(client, dry);
  await client.call(calls.updateScript, { query: { moduleUUID }, body: { uuid, testScriptName: 'After' } });
  const last = await run([uuid]);
  expect(await earlierOf(last)).toEqual([dry, full]);
  const comparison = await compare(last);
  expect(comparison.before.runId).toBe(full);
  expect(comparison.steps).toEqual([]);
  expect((await compare(last, { with: dry, steps: 'all' })).steps.map(({ change }) => change)).toEqual(['same']);
});

test('without an earlier run that passed the page says so; runs of others can’t be compared', async () => {
  const { uuid } = await newScript(client, moduleUUID, { steps: [found('x')] });
  const only = await run([uuid]);
  expect(await failureOf(compare(only))).toMatchObject({ status: 404, code: 'RUNS_NO_EARLIER_RUN' });
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  const foreign = stranger.client.call(runRoutes.compareRuns, { params: { runId: only }, query: { with: only } });
  expect(await failureOf(foreign)).toMatchObject({ status: 404 });
});
