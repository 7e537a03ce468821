import type { Client } from '@touchstone/contracts';
import { apiPreviewRoutes, apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import { commentRoutes } from '@touchstone/contracts/comments';
import { flowRoutes } from '@touchstone/contracts/flows';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { draft, followRun, newProject, newScript, newSuite, runToEnd } from '../../testing/builders.ts';
import { type ServedDocuments, serve } from '../../testing/served-documents.ts';
import { startTargetServer, type TargetServer } from '../../testing/target-server.ts';
import { exportedFile, workspaceForm } from '../../testing/workspace-files.ts';

// Each test starts its own server, so that the wiring at startup is tested too.
let target: TargetServer;
let served: ServedDocuments;
beforeAll(async () => {
  const document = (operationId: string) => ({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://shop.test' }],
    paths: { '/orders': { get: { operationId, responses: {} } } },
  });
  [target, served] = await Promise.all([
    startTargetServer(),
    serve({ '/api.json': JSON.stringify(document('list')), '/next.json': JSON.stringify(document('read')) }),
  ]);
});
afterAll(async () => {
  await Promise.all([target.close(), served.close()]);
});

async function freshServer(start: boolean): Promise<TestServer> {
  const server = await createTestServer({ postgresUrl: inject('postgresUrl'), start });
  onTestFinished(() => server.close());
  return server;
}
/** Imports a document by URL, watches and checks it, and merges a newer version into its suite. */
async function importAndWatch(client: Client, projectId: string): Promise<string> {
  const read = (path: string) =>
    client.call(calls.importSwaggerUrl, { query: { projectId, url: `${served.url}${path}` } });
  const { importId } = await read('/api.json');
  const { suites } = await client.call(calls.importSelectedApis, { body: { projectId, importId } });
  const suiteId = suites[0]?.suiteId ?? '';
  const sources = await client.call(calls.listImportSources, { query: { suiteId } });
  const sourceId = sources.content[0]?.sourceId ?? '';
  await client.call(calls.watchImportSource, { body: { sourceId, everyMinutes: 60 } });
  const checked = await client.call(calls.checkImportSource, { body: { sourceId } });
  expect(checked.watch).toMatchObject({ everyMinutes: 60, isFollowed: true, changes: null, problem: null });
  const linked = await client.call(calls.listLinkedSpecifications, { query: { projectId } });
  expect(linked.content).toMatchObject([{ sourceId, suiteName: 'Shop' }]);
  const refreshed = await client.call(calls.refreshImportSource, { body: { sourceId } });
  expect(refreshed.requests.map(({ name }) => name)).toEqual(['list']);
  const next = await read('/next.json');
  const ids = { importId: next.importId, sourceId };
  const review = await client.call(calls.reviewImport, { body: ids });
  const body = { ...ids, reviewed: review.reviewed, takeDocument: [], keepRemoved: [], leaveOut: [] };
  expect(await client.call(calls.mergeImport, { body })).toMatchObject({ suiteId });
  return suiteId;
}

test('a fresh server imports documents, creates workflows from them, and exports them', async () => {
  const { client } = (await freshServer(false)).admin;
  const projectId = await newProject(client);
  const suiteId = await importAndWatch(client, projectId);
  const proposed = await client.call(calls.proposeLinks, { body: { projectId, suiteId } });
  expect(proposed.requests).toHaveLength(1);
  const made = await client.call(calls.makeWorkflow, { body: { projectId, suiteId, workflowName: 'Flow', links: [] } });
  expect(made.scriptCount).toBe(1);
  const { flow } = (await client.call(flowRoutes.getFlow, { params: { flowId: made.processFlowId } })).document;
  expect(flow.nodes).toHaveLength(2);
  const answer = await client.raw(calls.exportProject, { body: { projectId, format: 'postman' } });
  expect(await answer.text()).toContain('{{baseUrl}}/orders');
});

test('a fresh server stores suites, folders, scripts, variables, prerequisites, trash and workspaces', async () => {
  const { client } = (await freshServer(false)).admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId, 'Orders');
  const { scriptId } = await newScript(client, suiteId, { url: 'https://shop.test/{{key}}', scriptName: 'One' });
  await client.call(calls.createSuiteVariables, { body: { suiteId, variables: [{ name: 'key', value: '1' }] } });
  const detected = await client.call(calls.detectVariables, { body: { projectId, suiteId } });
  expect(detected.variables).toEqual([{ name: 'key', defined: true }]);
  await client.call(calls.createFolder, { body: { suiteId, name: 'Open' } });
  await client.call(calls.moveScripts, { body: { suiteId, scriptIds: [scriptId], folder: 'Open' } });
  const copy = await client.call(calls.cloneScript, { body: { scriptId } });
  await client.call(calls.reorderScripts, { body: { suiteId, scriptIds: [copy.scriptId, scriptId] } });
  const cloned = await client.call(calls.cloneSuite, { body: { suiteId } });
  await client.call(calls.importScriptsList, { query: { fromSuiteId: suiteId, toSuiteId: cloned.suiteId } });
  expect((await client.call(calls.getScriptCount, { query: { suiteId: cloned.suiteId } })).count).toBe(4);
  const saved = await client.call(calls.saveScript, { query: {}, body: draft({ url: 'https://a.test', scriptId }) });
  expect(saved.url).toBe('https://a.test');
  const fields = [{ key: 'a', value: 'b', enabled: true }];
  expect((await client.call(calls.addFormData, { body: { scriptId, fields } })).body.type).toBe('form');
  const action = { kind: 'script' as const, scriptId, dataHandlers: [{ name: 'token', path: '$.a' }] };
  const made = await client.call(calls.createPrerequisite, { body: { projectId, name: 'Token', action } });
  const { prerequisiteId } = made;
  await client.call(calls.updatePrerequisite, { body: { prerequisiteId, name: 'Key' } });
  await client.call(calls.reorderPrerequisites, { body: { projectId, prerequisiteIds: [prerequisiteId] } });
  const { prerequisites } = await client.call(calls.listPrerequisites, { query: { projectId } });
  expect(prerequisites.map(({ name }) => name)).toEqual(['Key']);
  await workspaceAndTrash(client, projectId, suiteId);
  const found = await client.call(calls.findThings, { query: { text: 'orders' } });
  expect(found.content.map(({ name }) => name)).toContain('Orders copy');
  await client.call(calls.deletePrerequisite, { query: { prerequisiteId } });
  const names = await client.call(calls.getProjectDetails, { body: { projectId } });
  expect(names).toMatchObject({ projectId, suites: 2, scripts: 6, environments: 0, runs: 0 });
});

/** Finds and replaces text, deletes and restores a suite and a folder, and applies and imports a workspace file. */
async function workspaceAndTrash(client: Client, projectId: string, suiteId: string): Promise<void> {
  const question = { projectId, find: 'https://a.test', replaceWith: 'https://b.test' };
  const { revision, matches } = await client.call(calls.findText, { body: question });
  const itemIds = matches.map(({ itemId }) => itemId);
  const replaced = await client.call(calls.replaceText, { body: { ...question, revision, itemIds } });
  expect(replaced).toEqual({ items: 1, count: 1 });
  await client.call(calls.deleteFolder, { query: { suiteId, path: 'Open' } });
  await client.call(calls.deleteSuite, { query: { suiteId: [suiteId] } });
  const { content } = await client.call(calls.listDeleted, { query: { projectId } });
  expect(content.map(({ kind }) => kind)).toEqual(['suite', 'folder']);
  const body = { projectId, itemIds: content.map(({ itemId }) => itemId) };
  expect((await client.call(calls.restoreDeleted, { body })).restored).toHaveLength(2);
  const { file, revision: now } = await exportedFile(client, projectId);
  const query = { projectId, removes: 'true' as const };
  expect(await client.call(calls.planWorkspace, { query, body: workspaceForm(file) })).toMatchObject({ changed: 0 });
  file.suites[0].scripts[0].method = 'PUT';
  const written = { query: { ...query, revision: now }, body: workspaceForm(file) };
  expect(await client.call(calls.applyWorkspace, written)).toMatchObject({ changed: 1 });
  const given = await client.call(calls.importWorkspace, { query: {}, body: workspaceForm(file) });
  expect(given.report.added).toBeGreaterThan(5);
}

test('a fresh server runs suites and shows their results', async () => {
  const server = await freshServer(true);
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId, 'Orders');
  const assertions = [{ kind: 'status' as const, operator: 'equals' as const, expected: 200, enabled: true }];
  const given = { url: `${target.url}/json`, assertions };
  const { scriptId } = await newScript(client, suiteId, { ...given, scriptName: 'Good' });
  await newScript(client, suiteId, { url: `${target.url}/status/500`, assertions, scriptName: 'Bad' });
  const preview = await client.call(apiPreviewRoutes.preview, { body: { projectId, suiteId, script: draft(given) } });
  expect(preview.status).toBe('passed');
  const baseRunId = await runToEnd(client, { projectId, suiteIds: [suiteId] });
  const runId = await runToEnd(client, { projectId, scriptIds: [scriptId] });
  const compared = await client.call(calls.compareResults, { body: { baseRunId, runId } });
  expect(compared.totals).toEqual({ same: 1, changed: 0, fixed: 0, broken: 0, added: 0, removed: 1 });
  const steps = await client.call(calls.listExecutionSteps, { query: { runId } });
  expect(steps.content.map(({ name }) => name)).toEqual(['Good']);
  const reports = await client.call(calls.listReports, { body: { projectId } });
  expect(reports.content.map((run) => run.runId)).toEqual([runId, baseRunId]);
  const latest = await client.call(calls.getLatestScriptExecution, { body: { scriptId } });
  expect(latest).toMatchObject({ runId, step: { status: 'passed' } });
  const dashboard = await client.call(calls.getDashboardMetrics, { query: { projectId } });
  expect(dashboard).toMatchObject({ runs: 2, passed: 1, failed: 1 });
  const day = new Date().toISOString().slice(0, 10);
  const scope = { projectId, startDate: day, endDate: day };
  await expect
    .poll(async () => (await client.call(calls.getInsights, { query: scope })).totals, { timeout: 10_000 })
    .toMatchObject({ runs: 2, passed: 1, failed: 1 });
  expect((await client.call(calls.listFailureClusters, { query: scope })).content).toHaveLength(1);
  const outcomes = await client.call(calls.listOutcomes, {
    query: { projectId, of: 'script', subjectIds: [scriptId] },
  });
  expect(outcomes.content[0]?.outcomes).toHaveLength(2);
  const extracted = await client.call(calls.extractJson, { body: { body: '{"a":1}', path: '$.a' } });
  expect(extracted.matches).toEqual([{ path: "$['a']", value: 1 }]);
  const again = await client.call(calls.retryTest, { body: { runId: baseRunId, onlyFailed: true } });
  expect(again.message).toBe('Run initiated');
  await followRun(client, again.runId);
  const first = await client.call(calls.getFirstSteps, {});
  expect(first.hasSent).toBe(true);
  await commentsLead(server, { projectId, suiteId, scriptId, runId, stepId: steps.content[0]?.stepId ?? '' });
});

/** Notifications of mentions in comments link to the script and to the step. */
async function commentsLead(
  server: TestServer,
  {
    projectId,
    suiteId,
    scriptId,
    runId,
    stepId,
  }: Record<'projectId' | 'suiteId' | 'scriptId' | 'runId' | 'stepId', string>,
): Promise<void> {
  const { admin } = server;
  const colleague = await server.createUser(admin, { role: 'ROLE_USER', firstName: 'Uwe', lastName: 'Reader' });
  for (const [kind, subjectId] of [
    ['api-script', scriptId],
    ['api-step', `${runId}:${stepId}`],
  ] as const)
    await admin.client.call(commentRoutes.createComment, {
      body: { kind, subjectId, text: `@${colleague.email} Why?` },
    });
  const links = async () =>
    (await colleague.client.call(notificationRoutes.listNotifications, { query: {} })).content.map(({ link }) => link);
  await expect
    .poll(async () => (await links()).toSorted(), { timeout: 10_000 })
    .toEqual([
      expect.stringContaining(
        `/api-testing/api-test-suite/${suiteId}?project=${projectId}&script=${scriptId}&comments=open`,
      ),
      expect.stringContaining(`/api-testing/report/${runId}?step=${stepId}&comments=open`),
    ]);
}
