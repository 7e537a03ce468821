import type { Client } from '@touchstone/contracts';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { newStep } from '@touchstone/engine-keyword/core';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { createElementPrints } from '../app/healing/element-prints.ts';
import { newModule, newScript, note } from '../testing/builders.ts';
import { buy, clickPay, failedRun, pay } from '../testing/healing.ts';

let server: TestServer;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(() => server.close());

type Failed = { runId: string; stepId: string };
const info = (failed: Failed, by = client) => by.call(calls.getFailedStep, { query: failed });
const accept = (failed: Failed, given: object = { suspect: 0 }, by = client) =>
  by.call(calls.updateFailedStep, { body: { ...failed, ...given } });
const undo = (failed: Failed, by = client) => by.call(calls.undoFailedStepUpdate, { query: failed });
const stepsOf = async (scriptUUID: string) => client.call(calls.getSteps, { query: { scriptUUID } });
const scriptWith = async (
  ...steps: Parameters<typeof newScript>[2] extends { steps?: infer S } | undefined ? NonNullable<S> : never
) => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const { uuid } = await newScript(client, moduleUUID, { name: 'Checkout', steps });
  return { projectUUID, moduleUUID, scriptUUID: uuid };
};
const change = async (scriptUUID: string, value: string) => {
  const { steps, revision } = await stepsOf(scriptUUID);
  const locators = [{ by: 'css' as const, value }];
  const next = steps.map((step) => (step.id === 'pay' ? { ...step, target: { ...pay, locators } } : step));
  return client.call(calls.saveSteps, { body: { scriptUUID, revision, steps: next } });
};

test('a failed step shows what it looked for, and an element is accepted for it and others, and reverted [web-execution-5]', async () => {
  const twice = {
    ...newStep('if', 'if', { args: { left: '1', operator: 'equals', right: '1' } }),
    steps: [clickPay('again')],
  };
  const { scriptUUID } = await scriptWith(note('start'), clickPay('pay'), twice);
  const failed = await failedRun(server, client, scriptUUID);
  expect(await info(failed)).toMatchObject({
    verdict: 'unsure',
    wanted: { name: 'Pay', locators: pay.locators },
    known: [
      { trait: 'text', value: 'Pay' },
      { trait: 'role', value: 'button' },
      { trait: 'tag', value: 'button' },
    ],
    suspects: [{ target: { name: 'Pay now' }, probability: 0.9 }, { target: { name: 'Secret' } }],
    script: { uuid: scriptUUID, name: 'Checkout' },
    testFunction: null,
    sourceStepId: 'pay',
    state: 'open',
    accepted: null,
    chosen: null,
    others: 1,
    mayChange: true,
    lockedBy: null,
  });
  expect(await accept(failed, { suspect: 0, everywhere: true })).toMatchObject({
    state: 'accepted',
    chosen: 0,
    accepted: { by: expect.stringMatching(/./), steps: 2 },
  });
  const healed = { name: 'Pay', locators: [buy], frame: [], fingerprint: { tag: 'button', text: 'Pay now' } };
  const { steps } = await stepsOf(scriptUUID);
  expect([steps[1]?.target, steps[2]?.steps?.[0]?.target]).toEqual([healed, healed]);
  const { content: versions } = await client.call(calls.listVersions, { query: { scriptUUID, size: 10 } });
  expect(versions.map(({ versionName }) => versionName)).toEqual(['Before healing “Pay”']);
  expect((await failureOf(accept(failed))).code).toBe('TEST_REPOSITORY_HEALING_ACCEPTED');

  expect(await undo(failed)).toMatchObject({ state: 'open', accepted: null, others: 1 });
  expect((await stepsOf(scriptUUID)).steps[1]?.target).toEqual(pay);
  expect((await failureOf(undo(failed))).code).toBe('TEST_REPOSITORY_NOTHING_ACCEPTED');
  const { rows } = await server.platform.database.pool.query(
    'select action, detail from platform.audit where target = $1 and action like $2 order by at',
    [scriptUUID, 'step.%'],
  );
  const detail = { runId: failed.runId, element: 'Pay', steps: 2 };
  expect(rows).toEqual([
    { action: 'step.healed', detail },
    { action: 'step.healing-undone', detail },
  ]);
});

test('of two users who accept at once the slower one learns who was faster', async () => {
  const { scriptUUID } = await scriptWith(clickPay('pay'));
  const failed = await failedRun(server, client, scriptUUID);
  const colleague = await server.createUser(owner, { role: 'ROLE_USER' });
  const both = await Promise.allSettled([
    accept(failed),
    accept(failed, { locators: [{ by: 'css', value: '#b' }] }, colleague.client),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = both.find((one) => one.status === 'rejected')?.reason;
  expect(refused).toMatchObject({ status: 409, code: 'TEST_REPOSITORY_HEALING_ACCEPTED' });
  expect(refused.message).toContain((await info(failed)).accepted?.by);
});

test('custom locators and a complete target are accepted; an element without locators is not', async () => {
  const { scriptUUID } = await scriptWith(clickPay('pay'));
  const failed = await failedRun(server, client, scriptUUID);
  expect((await failureOf(accept(failed, { suspect: 1 }))).code).toBe('TEST_REPOSITORY_SUSPECT_UNUSABLE');
  expect((await failureOf(accept(failed, { suspect: 4 }))).code).toBe('TEST_REPOSITORY_SUSPECT_UNUSABLE');
  expect((await failureOf(accept(failed, {}))).status).toBe(400);
  const locators = [{ by: 'css' as const, value: '#own' }];
  expect(await accept(failed, { locators })).toMatchObject({ state: 'accepted', chosen: null });
  expect((await stepsOf(scriptUUID)).steps[0]?.target).toEqual({ ...pay, locators });
  await undo(failed);
  const frame = [{ by: 'css' as const, value: 'iframe' }];
  await accept(failed, { target: { name: 'Other', locators, frame } });
  expect((await stepsOf(scriptUUID)).steps[0]?.target).toEqual({ name: 'Pay', locators, frame });
});

test('a step that was changed or deleted since the run stays unchanged, and so does one of a run that found its element', async () => {
  const { scriptUUID } = await scriptWith(clickPay('pay'), note('end'));
  const failed = await failedRun(server, client, scriptUUID);
  await change(scriptUUID, '#else');
  expect(await info(failed)).toMatchObject({ state: 'changed', chosen: null, accepted: null });
  expect(await failureOf(accept(failed))).toMatchObject({ status: 409, code: 'TEST_REPOSITORY_HEALED_STEP_CHANGED' });
  await change(scriptUUID, '#pay');
  await accept(failed);
  await change(scriptUUID, '#else');
  expect(await info(failed)).toMatchObject({ state: 'changed', accepted: null });
  expect((await failureOf(undo(failed))).code).toBe('TEST_REPOSITORY_HEALED_STEP_CHANGED');
  // The accepted target was changed back by hand, so it can be accepted again.
  await change(scriptUUID, '#pay');
  expect(await accept(failed)).toMatchObject({ state: 'accepted' });
  await client.call(calls.deleteSteps, { body: { scriptUUID, stepIds: ['pay'] } });
  expect(await info(failed)).toMatchObject({ state: 'deleted', script: { name: 'Checkout' } });
  expect(await failureOf(accept(failed))).toMatchObject({ status: 409, code: 'TEST_REPOSITORY_HEALED_STEP_GONE' });
  const { steps } = await client.call(calls.getTestReport, { query: { runId: failed.runId, size: 50 } });
  const other = { runId: failed.runId, stepId: steps.find((step) => step.sourceStepId === 'end')?.stepId ?? '' };
  expect(await failureOf(info(other))).toMatchObject({ status: 404, code: 'TEST_REPOSITORY_STEP_NOT_HEALED' });
});

test('a locked script is changed by the user who locked it and by owners, and guests only view', async () => {
  const { moduleUUID, scriptUUID } = await scriptWith(clickPay('pay'));
  const failed = await failedRun(server, client, scriptUUID);
  await client.call(calls.updateScript, { query: { moduleUUID }, body: { uuid: scriptUUID, isLocked: true } });
  const colleague = await server.createUser(owner, { role: 'ROLE_USER' });
  const seen = await info(failed, colleague.client);
  expect(seen).toMatchObject({ state: 'open', mayChange: false, lockedBy: expect.stringMatching(/./) });
  expect((await failureOf(accept(failed, undefined, colleague.client))).code).toBe('TEST_REPOSITORY_SCRIPT_LOCKED');
  const { client: guest } = await server.createUser(owner, { role: 'ROLE_GUEST' });
  expect(await info(failed, guest)).toMatchObject({ mayChange: false, lockedBy: null });
  expect((await failureOf(accept(failed, undefined, guest))).status).toBe(403);
  expect(await accept(failed)).toMatchObject({ state: 'accepted' });
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  expect((await failureOf(info(failed, stranger.client))).status).toBe(404);
});

test('a step of a function is changed in the function', async () => {
  const { projectUUID, scriptUUID } = await scriptWith({
    ...newStep('call', 'callFunction'),
    args: { function: 'Check out' },
  });
  const { uuid: functionUUID } = await client.call(calls.createFunction, {
    body: { projectUUID, functionName: 'Check out', steps: [clickPay('pay')] },
  });
  const failed = await failedRun(server, client, scriptUUID, { functionUUID });
  expect(await info(failed)).toMatchObject({
    script: { uuid: scriptUUID },
    testFunction: { uuid: functionUUID, name: 'Check out' },
    state: 'open',
  });
  await accept(failed);
  const functionNow = async () =>
    (await client.call(calls.listFunctions, { query: { projectUUID } })).functions[0]?.steps[0]?.target;
  expect(await functionNow()).toMatchObject({ name: 'Pay', locators: [buy] });
  await undo(failed);
  expect(await functionNow()).toEqual(pay);
  await client.call(calls.deleteFunction, { query: { functionUUID, force: true } as never });
  expect(await info(failed)).toMatchObject({ state: 'deleted', testFunction: null, script: { uuid: scriptUUID } });
});

test('who accepted what is deleted with the run', async () => {
  const { scriptUUID } = await scriptWith(clickPay('pay'));
  const failed = await failedRun(server, client, scriptUUID);
  await accept(failed);
  const count = async () =>
    (
      await server.platform.database.pool.query('select 1 from test_repository.healed_step where run_id = $1', [
        failed.runId,
      ])
    ).rowCount;
  expect(await count()).toBe(1);
  await client.call(calls.removeReport, { query: { runIds: failed.runId } as never });
  expect(await count()).toBe(0);
});

test('what runs see of elements is provided to later runs, and deleted with the script', async () => {
  const { projectUUID: projectId, moduleUUID, scriptUUID: ownerId } = await scriptWith(clickPay('pay'));
  const prints = createElementPrints(server);
  const scope = { organizationId: owner.organizationId, projectId };
  const print = { tag: 'button', seenAt: '2026-11-27T10:00:00.000Z' };
  const seen = { ownerId, stepId: 'pay', target: pay, print };
  const known = async () => {
    const script = { scriptId: ownerId, name: '', moduleName: '', problems: [], table: null };
    const { steps } = await stepsOf(ownerId);
    const { scripts } = await prints.withKnown(owner.organizationId, {
      scripts: [{ ...script, steps }],
      functions: [],
    });
    return scripts[0]?.steps[0]?.target?.fingerprint;
  };
  const large = { ...seen, print: { text: 'x'.repeat(20_001) } };
  const gone = { ...seen, ownerId: projectId };
  await prints.keep(scope, [large, gone]);
  expect(await known()).toBeUndefined();
  await prints.keep(scope, [seen, gone]);
  expect(await known()).toEqual(print);
  await prints.keep(scope, [{ ...seen, print: { tag: 'a' } }]);
  expect(await known()).toMatchObject({ tag: 'a', seenAt: expect.stringMatching(/^20/) });
  await change(ownerId, '#else');
  expect(await known()).toBeUndefined();
  await change(ownerId, '#pay');
  await client.call(calls.deleteScripts, { body: { sourceModuleUUID: moduleUUID, scriptUUIDs: [ownerId] } });
  expect(
    (
      await server.platform.database.pool.query('select 1 from test_repository.element_print where owner_id = $1', [
        ownerId,
      ])
    ).rowCount,
  ).toBe(0);
});
