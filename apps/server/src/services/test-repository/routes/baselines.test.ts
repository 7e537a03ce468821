import type { Client } from '@touchstone/contracts';
import { runRoutes } from '@touchstone/contracts/runs';
import { maxBaselineVersions, type RepositoryStepInput } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, followRun } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, openUrl } from '../testing/builders.ts';

let server: TestServer;
let shop: Shop;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  shop = await openShop();
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(async () => {
  await shop.close();
  await server.close();
});

const look = (args: Record<string, string> = {}): RepositoryStepInput => ({
  id: 'look',
  keyword: 'verifyScreenshot',
  target: { name: 'Heading', locators: [{ by: 'css', value: 'h1' }] },
  args: { name: 'Heading', ...args },
  timeoutMs: 5000,
});
const colour = (value: string): RepositoryStepInput => ({
  id: 'colour',
  keyword: 'runJavaScript',
  args: { code: `document.querySelector('h1').style.color = '${value}'` },
});
const stepsOf = (value: string, args?: Record<string, string>) => [
  openUrl('open', `${shop.url}/`),
  colour(value),
  look(args),
];

async function run(scriptUUID: string, steps: RepositoryStepInput[]) {
  const { runId } = await client.call(calls.executeModuleTest, { body: { scriptUUID, steps } });
  await followRun(client, runId);
  const { steps: results } = await client.call(calls.getTestReport, { query: { runId, size: 50 } });
  return { runId, result: results.at(-1)! };
}
const newLook = async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const { uuid } = await newScript(client, moduleUUID, { name: 'Look', steps: stepsOf('black') });
  return { projectUUID, moduleUUID, scriptUUID: uuid };
};
const listOf = async (projectUUID: string, query: object = {}) =>
  (await client.call(calls.listBaselines, { query: { projectUUID, size: 20, ...query } })).content;
const accept = (runId: string, stepId: string, currentVersion: number | null, by = client) =>
  by.call(calls.acceptBaseline, { body: { runId, stepId, currentVersion } });

test('the first picture becomes the baseline and waits for a review; a changed one fails and is accepted', async () => {
  const { projectUUID, scriptUUID } = await newLook();
  const first = await run(scriptUUID, stepsOf('black'));
  expect(first.result).toMatchObject({
    status: 'passed',
    picture: { name: 'Heading', target: 'Chromium · 1280 × 720', verdict: 'new', version: 1, expected: null },
  });
  const [made] = await listOf(projectUUID, { show: 'unreviewed' });
  expect(made).toMatchObject({
    testScriptName: 'Look',
    name: 'Heading',
    versionCount: 1,
    current: { version: 1, isReviewed: false, runId: first.runId, acceptedBy: expect.stringMatching(/./) },
  });

  const changed = await run(scriptUUID, stepsOf('red'));
  const { picture, attachments, stepId } = changed.result;
  expect(changed.result).toMatchObject({ status: 'failed', picture: { verdict: 'different', version: 1 } });
  const named = [picture?.expected, picture?.actual, picture?.difference];
  expect(named.map((id) => attachments.find((one) => one.attachmentId === id)?.name)).toEqual([
    'Heading expected.png',
    'Heading actual.png',
    'Heading difference.png',
  ]);
  const html = await (
    await client.raw(runRoutes.downloadRunReport, { params: { runId: changed.runId }, query: { format: 'html' } })
  ).text();
  expect(html).toContain('Heading difference.png');

  expect(await client.call(calls.findStepBaseline, { query: { runId: changed.runId, stepId } })).toMatchObject({
    baseline: { uuid: made!.uuid, current: { version: 1 } },
    isCurrent: false,
  });
  const accepted = await accept(changed.runId, stepId, 1);
  expect(accepted).toMatchObject({ uuid: made!.uuid, versionCount: 2, current: { version: 2, isReviewed: true } });
  expect(await client.call(calls.findStepBaseline, { query: { runId: changed.runId, stepId } })).toMatchObject({
    isCurrent: true,
  });
  expect((await run(scriptUUID, stepsOf('red'))).result).toMatchObject({
    status: 'passed',
    picture: { verdict: 'same', version: 2 },
  });
  expect(await listOf(projectUUID, { show: 'unreviewed' })).toEqual([]);
  const { rows } = await server.platform.database.pool.query(
    "select action, detail from platform.audit where target = $1 and action like 'baseline.%'",
    [made!.uuid],
  );
  expect(rows).toEqual([{ action: 'baseline.accepted', detail: { name: 'Heading', version: 2 } }]);
});

test('an earlier version becomes current again, and a deleted baseline starts anew', async () => {
  const { projectUUID, scriptUUID } = await newLook();
  await run(scriptUUID, stepsOf('black'));
  const red = await run(scriptUUID, stepsOf('red'));
  const { uuid: id } = await accept(red.runId, red.result.stepId, 1);
  const back = { params: { id }, body: { version: 1, currentVersion: 2 } };
  expect(await client.call(calls.chooseBaselineVersion, back)).toMatchObject({
    current: { version: 1, isReviewed: true },
    versionCount: 2,
  });
  expect(await failureOf(client.call(calls.chooseBaselineVersion, back))).toMatchObject({
    status: 409,
    code: 'TEST_REPOSITORY_BASELINE_CHANGED',
  });
  const none = { params: { id }, body: { version: 9, currentVersion: 1 } };
  expect(await failureOf(client.call(calls.chooseBaselineVersion, none))).toMatchObject({
    code: 'TEST_REPOSITORY_BASELINE_VERSION_NOT_FOUND',
  });
  const again = await accept(red.runId, red.result.stepId, 1);
  expect(again.current.version).toBe(3);
  const { versions } = await client.call(calls.getBaseline, { params: { id } });
  expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
  const answer = await client.raw(calls.downloadBaseline, { params: { id }, query: { version: 3 } });
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG');
  await client.call(calls.deleteBaseline, { params: { id } });
  expect(await listOf(projectUUID)).toEqual([]);
  expect(await failureOf(client.call(calls.getBaseline, { params: { id } }))).toMatchObject({ status: 404 });
  const { rows } = await server.platform.database.pool.query(
    'select count(*)::int as count from platform.file where owner = $1',
    [`project:${projectUUID}`],
  );
  expect(rows[0]).toEqual({ count: 0 });
  const audited = await server.platform.database.pool.query(
    "select action, detail from platform.audit where target = $1 and action <> 'baseline.accepted' order by at",
    [id],
  );
  expect(audited.rows).toEqual([
    { action: 'baseline.chosen', detail: { name: 'Heading', version: 1 } },
    { action: 'baseline.deleted', detail: { name: 'Heading' } },
  ]);
  expect((await run(scriptUUID, stepsOf('red'))).result.picture).toMatchObject({ verdict: 'new', version: 1 });
});

test('of two pictures accepted at once one becomes current, and the other is rejected with the reason', async () => {
  const { projectUUID, scriptUUID } = await newLook();
  const [red, blue] = await Promise.all(
    ['red', 'blue'].map((value) => run(scriptUUID, stepsOf(value, { ifNew: 'fail' }))),
  );
  expect([red!.result.picture?.version, blue!.result.picture?.version]).toEqual([null, null]);
  for (const currentVersion of [null, 1]) {
    const ends = await Promise.all(
      [red!, blue!].map(({ runId, result }) =>
        accept(runId, result.stepId, currentVersion).then(
          () => 'accepted',
          (error) => error.code,
        ),
      ),
    );
    expect(ends.toSorted()).toEqual(['TEST_REPOSITORY_BASELINE_CHANGED', 'accepted']);
  }
  const [one, ...others] = await listOf(projectUUID);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ versionCount: 2, current: { version: 2 } });
  const { rows } = await server.platform.database.pool.query(
    'select count(*)::int as count from platform.file where owner = $1',
    [`project:${projectUUID}`],
  );
  expect(rows[0]).toEqual({ count: 2 });
});

test('two concurrent runs without a baseline store only one', async () => {
  const { projectUUID, scriptUUID } = await newLook();
  const both = await Promise.all([run(scriptUUID, stepsOf('black')), run(scriptUUID, stepsOf('black'))]);
  expect(both.map(({ result }) => result.status)).toEqual(['passed', 'passed']);
  expect(await listOf(projectUUID)).toHaveLength(1);
});

test('only the newest versions are kept', async () => {
  const { scriptUUID } = await newLook();
  await run(scriptUUID, stepsOf('black'));
  const red = await run(scriptUUID, stepsOf('red'));
  let id = '';
  for (let version = 1; version <= maxBaselineVersions; version += 1)
    ({ uuid: id } = await accept(red.runId, red.result.stepId, version));
  const { versions } = await client.call(calls.getBaseline, { params: { id } });
  expect(versions).toHaveLength(maxBaselineVersions);
  expect(versions.at(-1)?.version).toBe(2);
});

test('nothing is accepted of another organization, of a viewer, of a deleted script or of steps without pictures', async () => {
  const { projectUUID, scriptUUID, moduleUUID } = await newLook();
  const red = await run(scriptUUID, stepsOf('red'));
  const [made] = await listOf(projectUUID);
  const { client: stranger } = await server.createOrganization({ plan: 'ENTERPRISE' });
  const params = { id: made!.uuid };
  for (const call of [
    () => stranger.call(calls.listBaselines, { query: { projectUUID } }),
    () => stranger.call(calls.getBaseline, { params }),
    () => stranger.raw(calls.downloadBaseline, { params, query: { version: 1 } }),
    () => stranger.call(calls.deleteBaseline, { params }),
    () => stranger.call(calls.chooseBaselineVersion, { params, body: { version: 1, currentVersion: 1 } }),
    () => stranger.call(calls.findStepBaseline, { query: { runId: red.runId, stepId: red.result.stepId } }),
    () => accept(red.runId, red.result.stepId, 1, stranger),
  ])
    expect((await failureOf(call())).status).toBe(404);

  const { client: guest } = await server.createUser(owner, { role: 'ROLE_GUEST' });
  expect((await guest.call(calls.listBaselines, { query: { projectUUID, size: 20 } })).content).toHaveLength(1);
  expect((await guest.raw(calls.downloadBaseline, { params, query: { version: 1 } })).status).toBe(200);
  for (const call of [
    () => guest.call(calls.deleteBaseline, { params }),
    () => guest.call(calls.chooseBaselineVersion, { params, body: { version: 1, currentVersion: 1 } }),
    () => accept(red.runId, red.result.stepId, 1, guest),
  ])
    expect((await failureOf(call())).status).toBe(403);

  const { steps } = await client.call(calls.getTestReport, { query: { runId: red.runId, size: 50 } });
  expect(await failureOf(accept(red.runId, steps[0]!.stepId, 1))).toMatchObject({
    code: 'TEST_REPOSITORY_STEP_WITHOUT_PICTURE',
  });
  await client.call(calls.deleteScripts, { body: { sourceModuleUUID: moduleUUID, scriptUUIDs: [scriptUUID] } });
  expect(await failureOf(accept(red.runId, red.result.stepId, 1))).toMatchObject({
    status: 409,
    code: 'TEST_REPOSITORY_BASELINE_SCRIPT_GONE',
  });
});

test('the baselines and pictures of a script are deleted with it, alone or with its module', async () => {
  const { projectUUID, moduleUUID, scriptUUID } = await newLook();
  const { uuid: other } = await newScript(client, moduleUUID, { name: 'Other', steps: stepsOf('black') });
  const { uuid: second } = await client.call(calls.createModule, {
    query: { projectId: projectUUID },
    body: { moduleName: 'Second' },
  });
  const { uuid: there } = await newScript(client, second, { name: 'There', steps: stepsOf('black') });
  for (const id of [scriptUUID, other, there]) await run(id, stepsOf('black'));
  const left = async () => {
    const { rows } = await server.platform.database.pool.query(
      'select count(*)::int as count from platform.file where owner = $1',
      [`project:${projectUUID}`],
    );
    return [(await listOf(projectUUID)).map(({ testScriptName }) => testScriptName), rows[0].count];
  };
  expect(await left()).toEqual([['Look', 'Other', 'There'], 3]);
  await client.call(calls.deleteScripts, { body: { sourceModuleUUID: moduleUUID, scriptUUIDs: [scriptUUID] } });
  expect(await left()).toEqual([['Other', 'There'], 2]);
  await client.call(calls.deleteModule, { params: { id: moduleUUID } });
  expect(await left()).toEqual([['There'], 1]);
});
