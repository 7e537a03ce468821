import type { Client } from '@touchstone/contracts';
import { runRoutes } from '@touchstone/contracts/runs';
import { webTestingRoutes as calls, type HealingMode } from '@touchstone/contracts/web-testing';
import { openChangingPage } from '@touchstone/engine-browser/testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { followRun } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, openUrl } from '../../test-repository/testing/builders.ts';

let server: TestServer;
let site: Awaited<ReturnType<typeof openChangingPage>>;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  site = await openChangingPage();
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(async () => {
  await site.close();
  await server.close();
});
beforeEach(() => site.show('first'));

const pay = { name: 'Pay', locators: [{ by: 'css' as const, value: '#pay' }] };
const steps = () => [
  openUrl('open', site.url),
  { id: 'pay', keyword: 'click', target: pay, timeoutMs: 2000 },
  { id: 'title', keyword: 'verifyTitle', args: { expected: 'Paid' }, timeoutMs: 2000 },
];
const newPayScript = async () =>
  (await newScript(client, (await newModule(client)).moduleUUID, { steps: steps() })).uuid;

async function run(scriptUUID: string, healing?: HealingMode) {
  const { runId } = await client.call(calls.executeTest, {
    body: { scriptUUIDs: [scriptUUID], ...(healing && { healing }) },
  });
  await followRun(client, runId);
  const report = await client.call(calls.getTestReport, { query: { runId, size: 50 } });
  return { runId, status: report.run.status, pay: report.steps.find((step) => step.sourceStepId === 'pay')! };
}
const reportOf = async (runId: string) =>
  (await client.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format: 'html' } })).text();

test('a button that changed its id and class is healed, and the report says so [web-execution-5]', async () => {
  const scriptUUID = await newPayScript();
  expect(await run(scriptUUID)).toMatchObject({ status: 'passed', pay: { healing: null } });
  site.show('changed');
  const healed = await run(scriptUUID, 'heal');
  expect(healed).toMatchObject({
    status: 'passed',
    pay: {
      badges: ['Healed'],
      functionUUID: null,
      healing: {
        verdict: 'same',
        isUsed: true,
        wanted: { locators: pay.locators },
        suspects: [{ target: { name: 'Pay now' } }],
      },
    },
  });
  const report = await reportOf(healed.runId);
  expect(report).toContain('1 step was healed. Look at it before you trust this run.');
  expect(report).toContain('Found instead');
});

test('a failed step names the button, which is accepted, and the script passes again [web-execution-5]', async () => {
  const scriptUUID = await newPayScript();
  await run(scriptUUID);
  site.show('changed');
  const failed = await run(scriptUUID);
  expect(failed).toMatchObject({ status: 'failed', pay: { healing: { verdict: 'same', isUsed: false } } });
  const { runId, pay: step } = failed;
  expect(step.healing?.suspects[0]?.target).not.toHaveProperty('fingerprint');
  expect(await reportOf(runId)).not.toContain('were healed');
  const place = { runId, stepId: step.stepId };
  expect(await client.call(calls.getFailedStep, { query: place })).toMatchObject({
    state: 'open',
    known: expect.arrayContaining([{ trait: 'text', value: 'Pay now' }]),
  });
  await client.call(calls.updateFailedStep, { body: { ...place, suspect: 0 } });
  const { steps: now } = await client.call(calls.getSteps, { query: { scriptUUID } });
  expect(now[1]?.target).toMatchObject({ name: 'Pay', fingerprint: { tag: 'button' } });
  expect(now[1]?.target?.locators).not.toContainEqual(pay.locators[0]);
  expect(await run(scriptUUID)).toMatchObject({ status: 'passed', pay: { healing: null } });
});

test('healing that is off does nothing, and no other button is pressed instead of a removed one', async () => {
  const scriptUUID = await newPayScript();
  await run(scriptUUID);
  site.show('changed');
  expect(await run(scriptUUID, 'off')).toMatchObject({ status: 'failed', pay: { healing: null } });
  site.show('without');
  const gone = await run(scriptUUID, 'heal');
  expect(gone).toMatchObject({ status: 'failed', pay: { healing: { isUsed: false } } });
});

test('a run configuration says whether its runs heal', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const { uuid } = await newScript(client, moduleUUID, { steps: steps() });
  await run(uuid);
  const made = await client.call(calls.createRunConfiguration, {
    body: { projectUUID, name: 'Heals', healing: 'heal' },
  });
  expect(made.healing).toBe('heal');
  site.show('changed');
  const { runId } = await client.call(calls.executeTest, {
    body: { scriptUUIDs: [uuid], configurationUUID: made.uuid },
  });
  await followRun(client, runId);
  const { run: ended } = await client.call(calls.getTestReport, { query: { runId } });
  expect(ended.status).toBe('passed');
});
