import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import { subscriptionRoutes } from '@touchstone/contracts/subscription';
import type { PlaceIds } from '../../../apps/web/src/shared/testing/place.ts';
import { makeMonitoring } from '../api-monitoring/monitoring-data.ts';
import { newOrchestrationProject, newWorkflow, runWorkflow } from '../orchestration/orchestration-data.ts';
import { makeMock } from '../service-virtualization/mock-data.ts';
import {
  expectJson,
  expectStatus,
  newCertificate,
  newEnvironment,
  newProject,
  newScript,
  newSuite,
  runToEnd,
} from '../test-data.ts';
import { makeWebProject } from '../web-testing/web-data.ts';

export const noIds: PlaceIds = {
  projectId: '',
  suiteId: '',
  runId: '',
  performanceRunId: '',
  invoiceId: '',
  folderKey: '',
  workflowId: '',
  monitoringProjectId: '',
  monitorId: '',
  incidentId: '',
  statusPageId: '',
  mockProjectId: '',
  mockAssetId: '',
  webProjectId: '',
  webModuleId: '',
  webScriptId: '',
  webRunId: '',
};

/** A test orchestration project with a folder, and a workflow that has run. */
async function makeOrchestration(
  client: Client,
  projectId: string,
  suiteId: string,
): Promise<Pick<PlaceIds, 'folderKey' | 'workflowId'>> {
  const { folderKey, folderUuid } = await newOrchestrationProject(client, 'Order to cash', 'OTC');
  await client.call(orchestrationRoutes.createFolder, { body: { name: 'Checkout', parentUuid: folderUuid } });
  const { content } = await client.call(apiTestingRoutes.listScripts, { query: { suiteId } });
  const right = content.find(({ scriptName }) => scriptName === 'Right')!;
  const { scriptId } = right;
  const settings = { scriptId, suiteId, projectId, path: `GET ${right.url}` };
  const workflowId = await newWorkflow(client, folderUuid, 'Nightly', [
    { id: 'right', kind: 'api-script', name: 'Right', settings },
  ]);
  await runWorkflow(client, workflowId);
  return { folderKey, workflowId };
}

/** A workspace with one passing and one failing script, runs of both kinds, an environment and a certificate. */
export async function makeWorkspace(client: Client, projectId: string, targetUrl: string): Promise<Partial<PlaceIds>> {
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, {
    scriptName: 'Right',
    url: `${targetUrl}/json`,
    assertions: [expectStatus(200)],
  });
  await newScript(client, suiteId, {
    scriptName: 'Wrong',
    url: `${targetUrl}/price`,
    assertions: [expectJson('$.price', 42.5)],
  });
  await newEnvironment(client, projectId, 'Staging', { base: targetUrl });
  await newCertificate(client, projectId, 'api.example.test', 'Audit');
  await client.call(schedulerRoutes.createJob, {
    query: { projectId },
    body: {
      title: 'Nightly orders',
      target: { kind: 'api-suite', id: suiteId },
      scheduleType: 'DAILY',
      timezone: 'Europe/Berlin',
      startDate: '2026-01-01',
      time: '03:00',
    },
  });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId] });
  const load = { type: 'shared-iterations' as const, vus: 1, iterations: 2 };
  const { runId: performanceRunId } = await client.call(apiTestingRoutes.executeTest, {
    body: { type: 'performance', projectId, suiteIds: [suiteId], name: 'Load of orders', performance: { load } },
  });
  const others = {
    ...(await makeOrchestration(client, projectId, suiteId)),
    ...(await makeMonitoring(client, targetUrl)),
    ...(await makeMock(client, targetUrl)),
    ...(await makeWebProject(client, targetUrl)),
  };
  return { projectId, suiteId, runId, performanceRunId, ...others };
}

/** A name of maximum length, without a place to break it. */
export const longName = (start: string, length = 255) => start.padEnd(length, 'Wim');

/** A workspace in which everything has the longest name, with ended runs of both kinds. */
export async function makeLongNames(client: Client, targetUrl: string) {
  const names = {
    suite: longName('Suite'),
    script: longName('Wrong', 60),
    folder: longName('Folder', 200),
    environment: longName('Environment'),
  };
  const projectId = await newProject(client, longName('Project'));
  const suiteId = await newSuite(client, projectId, names.suite);
  const draft = { scriptName: names.script, url: `${targetUrl}/${longName('path')}` };
  await newScript(client, suiteId, { ...draft, assertions: [expectStatus(418)] });
  await newScript(client, suiteId, { ...draft, scriptName: longName('In', 60), folder: names.folder });
  const environmentId = await newEnvironment(client, projectId, names.environment, {
    [longName('base')]: longName('value'),
  });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId], environmentId });
  const load = { type: 'shared-iterations' as const, vus: 1, iterations: 1 };
  const { runId: performanceRunId } = await client.call(apiTestingRoutes.executeTest, {
    body: { type: 'performance', projectId, suiteIds: [suiteId], name: longName('Load'), performance: { load } },
  });
  return { names, projectId, suiteId, runId, performanceRunId };
}

/** Billing information and an open order. */
export async function order(client: Client): Promise<string> {
  await client.call(subscriptionRoutes.saveBillingInformation, {
    query: {},
    body: {
      companyName: 'Navy Ltd',
      email: 'billing@navy.test',
      addressLine1: 'Main Street 1',
      city: 'Arlington',
      country: 'United States',
    },
  });
  const body = { planType: 'PRO' as const, months: 1, seats: 1 };
  return (await client.call(subscriptionRoutes.renewLicences, { body })).invoiceId;
}
