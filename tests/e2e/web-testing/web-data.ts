import type { Client } from '@touchstone/contracts';
import { type RepositoryStep, type RunTarget, webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { newStep, type Step } from '@touchstone/engine-keyword/core';
import type { PlaceIds } from '../../../apps/web/src/shared/testing/place.ts';
import { expect } from '../fixtures.ts';

const button = (name: string) => ({ name, locators: [{ by: 'role' as const, value: 'button', name }], frame: [] });

/** Steps of every form: plain ones, a branch with an empty second half, and a loop. */
const stepsOf = (url: string): Step[] => [
  newStep('open', 'openUrl', { args: { url } }),
  newStep('if', 'if', {
    target: button('Accept'),
    args: { state: 'visible' },
    steps: [newStep('accept', 'click', { target: button('Accept') })],
    otherwise: [],
  }),
  newStep('each', 'forEach', {
    args: { values: 'Lamp\nChair' },
    steps: [newStep('say', 'comment', { args: { text: 'Look at {{item}}' } })],
  }),
  newStep('title', 'verifyTitle', { args: { expected: 'Another title' }, timeoutMs: 500 }),
];

/** A web testing project with content of every kind, and a failed dry run. */
export async function makeWebProject(client: Client, targetUrl: string): Promise<Partial<PlaceIds>> {
  const { projectId } = await client.call(routes.createProject, { body: { projectName: 'Web shop' } });
  const module = await client.call(routes.createModule, { query: { projectId }, body: { moduleName: 'Checkout' } });
  const { uuid: webScriptId } = await client.call(routes.createScript, {
    query: { moduleUUID: module.uuid },
    body: { testScriptName: 'Buy a lamp', tagName: ['smoke'] },
  });
  const steps = stepsOf(`${targetUrl}/json`) as RepositoryStep[];
  const { revision } = await client.call(routes.getSteps, { query: { scriptUUID: webScriptId } });
  await client.call(routes.saveSteps, { body: { scriptUUID: webScriptId, revision, steps } });
  await client.call(routes.createFunction, {
    body: { projectUUID: projectId, functionName: 'Sign in', inputs: [{ name: 'email' }], steps: steps.slice(0, 2) },
  });
  await client.call(routes.createDataTable, {
    body: { projectUUID: projectId, tableName: 'Customers', columns: ['email'], rows: [['ada@example.com']] },
  });
  const { uuid } = await client.call(routes.createSuite, {
    query: { uuid: projectId, isSprintUUID: 'false' },
    body: { testSuiteName: 'Smoke' },
  });
  await client.call(routes.importScripts, { body: { suiteUUID: uuid, scriptUUIDs: [webScriptId] } });
  const targets: RunTarget[] = [
    { browser: 'chromium', viewport: { width: 1280, height: 720 } },
    { browser: 'firefox', device: 'iPhone 15 Pro' },
  ];
  await client.call(routes.createRunConfiguration, { body: { projectUUID: projectId, name: 'Nightly', targets } });
  const settings = { tool: 'GITHUB' as const, address: 'https://github.com/acme/shop' };
  await client.call(routes.createManagementTool, { body: { projectUUID: projectId, name: 'Issues', settings } });
  await client.call(routes.createSprint, { query: { projectUUID: projectId }, body: { sprintName: 'Autumn' } });
  const { runId: webRunId } = await client.call(routes.executeModuleTest, { body: { scriptUUID: webScriptId } });
  const status = async () => (await client.call(routes.getTestReport, { query: { runId: webRunId } })).run.status;
  await expect.poll(status, { timeout: 60_000 }).toBe('failed');
  return { webProjectId: projectId, webModuleId: module.uuid, webScriptId, webRunId };
}
