import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { runRoutes } from '@touchstone/contracts/runs';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newProject, newScript, newSuite, runToEnd } from '../../api-testing/testing/builders.ts';
import { startTargetServer, type TargetServer } from '../../api-testing/testing/target-server.ts';
import { chain, newFlow, runFlowToEnd, start } from '../../flows/testing/flow-builders.ts';
import { changeMock, type MockPlace, newAsset, newMock } from '../testing/mock-builders.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let target: TargetServer;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  [server, target] = await Promise.all([createTestServer({ postgresUrl: inject('postgresUrl') }), startTargetServer()]);
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(async () => {
  await target.close();
  await server.close();
});

const stub = { request: { method: 'GET', urlPath: '/orders' }, response: { jsonBody: [] } };
const journalOf = async ({ projectId }: MockPlace, query: object = {}) =>
  (await client.call(calls.listJournal, { params: { id: projectId }, query })).content;
const tracesOf = async (runId: string, stepId: string, address?: string, by = client) =>
  (
    await by.call(runRoutes.listStepTraces, {
      params: { runId, stepId },
      query: address === undefined ? {} : { address },
    })
  ).traces;
const stepsOf = async (runId: string) =>
  (await client.call(runRoutes.listRunSteps, { params: { runId }, query: {} })).content;

/** A run of requests to these addresses. */
async function runOf(urls: string[], by = client): Promise<string> {
  const projectId = await newProject(by);
  const suiteId = await newSuite(by, projectId, 'Orders');
  for (const [index, url] of urls.entries()) await newScript(by, suiteId, { scriptName: `Request ${index}`, url });
  return runToEnd(by, { projectId, suiteIds: [suiteId] });
}

test('a mock call names the step that sent it, and the step its calls, even after the run', async () => {
  const place = await newMock(client);
  await newAsset(client, place, stub, { name: 'List orders' });
  const runId = await runOf([`${place.address}/orders?open=true`, `${place.address}/orderz`]);
  await fetch(`${place.address}/orders`);
  const [matched, missed] = await stepsOf(runId);
  const entries = await journalOf(place);
  expect(entries.map(({ url, cause }) => [url, cause]).toReversed()).toEqual([
    ['/orders?open=true', { runId, stepId: matched?.stepId }],
    ['/orderz', { runId, stepId: missed?.stepId }],
    ['/orders', null],
  ]);
  const shown = await client.call(calls.getJournalEntry, { params: { id: entries[1]?.entryId ?? '' } });
  expect(shown.causedBy).toEqual({
    runTitle: expect.stringMatching(/ #1$/),
    stepTitle: 'Request 1',
    link: `/api-testing/report/${runId}?step=${missed?.stepId}`,
  });
  expect(shown.request.headers.map(({ name }) => name.toLowerCase())).not.toContain('touchstone-step');

  const link = `/service-virtualization/journal?project=${place.projectId}&run=${runId}&step=${missed?.stepId}`;
  expect(await tracesOf(runId, missed?.stepId ?? '')).toEqual([
    {
      title: 'Mock calls',
      place: expect.stringMatching(/^Mock \d+$/),
      lines: [
        {
          entryId: entries[1]?.entryId,
          badge: 'GET',
          title: '/orderz',
          note: 'Unmatched, near miss · 404',
          isProblem: true,
          link: `${link}&entry=${entries[1]?.entryId}`,
        },
      ],
      total: 1,
      link,
      note: null,
    },
  ]);
  const [trace] = await tracesOf(runId, matched?.stepId ?? '');
  expect(trace?.lines.map(({ note, isProblem }) => [note, isProblem])).toEqual([['List orders · 200', false]]);
  expect(await journalOf(place, { runId, stepId: missed?.stepId })).toHaveLength(1);
});

test('requests of scripts and after redirects belong to their step; other users see nothing', async () => {
  const place = await newMock(client);
  await newAsset(client, place, stub);
  const away = {
    request: { urlPath: '/away' },
    response: { status: 302, headers: { Location: `${target.url}/echo` } },
  };
  await newAsset(client, place, away);
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const preRequestScript = `pm.sendRequest('${place.address}/orders', () => {});`;
  await newScript(client, suiteId, { url: `${target.url}/echo`, preRequestScript });
  await newScript(client, suiteId, { url: `${place.address}/away` });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId] });
  const steps = await stepsOf(runId);
  expect((await journalOf(place)).map(({ url, cause }) => [url, cause?.stepId]).toReversed()).toEqual([
    ['/orders', steps[0]?.stepId],
    ['/away', steps[1]?.stepId],
  ]);
  for (const { stepId } of steps) {
    const detail = await client.call(apiTestingRoutes.getExecutionStep, { query: { runId, stepId } });
    const echoed = detail.exchange?.response?.body.text ?? '';
    expect(echoed).toMatch(/touchstone-engine/i);
    expect(echoed).not.toMatch(/touchstone-step/i);
  }
});

test('an HTTP request of a workflow is attributed to its block', async () => {
  const place = await newMock(client);
  await newAsset(client, place, stub);
  const projectId = await newProject(client);
  const http = { id: 'ask', kind: 'http', name: 'Ask for orders', settings: { url: `${place.address}/orders` } };
  const flowId = await newFlow(client, projectId, { nodes: [start, http], links: chain('start', 'ask') });
  const { runId, status } = await runFlowToEnd(client, flowId);
  expect(status).toBe('passed');
  const [entry] = await journalOf(place);
  const shown = await client.call(calls.getJournalEntry, { params: { id: entry?.entryId ?? '' } });
  expect(shown.causedBy).toMatchObject({
    stepTitle: 'Ask for orders',
    link: `/runs/${runId}?step=${entry?.cause?.stepId}`,
  });
  const [trace] = await tracesOf(runId, entry?.cause?.stepId ?? '');
  expect(trace?.lines).toHaveLength(1);
});

test("another organization's reference, or a forged one, is rejected", async () => {
  const place = await newMock(client);
  await newAsset(client, place, stub);
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  const foreign = await runOf([`${place.address}/orders`], stranger.client);
  const own = await runOf([`${place.address}/orders`]);
  const [step] = await stepsOf(own);
  const made = [`${own}.${step?.stepId}.${'A'.repeat(22)}`, 'nonsense', `${own}.${step?.stepId}.`];
  for (const value of made) await fetch(`${place.address}/orders`, { headers: { 'Touchstone-Step': value } });
  const causes = (await journalOf(place)).map(({ cause }) => cause);
  expect(causes).toEqual([null, null, null, { runId: own, stepId: step?.stepId }, null]);
  const steps = await stranger.client.call(runRoutes.listRunSteps, { params: { runId: foreign }, query: {} });
  expect(await tracesOf(foreign, steps.content[0]?.stepId ?? '', undefined, stranger.client)).toEqual([]);
});

test("if the journal no longer has a step's calls, or the mock was deleted, the step says so", async () => {
  const place = await newMock(client);
  const { projectId } = place;
  const address = `${place.address}/orders`;
  const runId = await runOf([address, `${target.url}/json`]);
  const [step, other] = await stepsOf(runId);
  const notes = async (of = address, stepId = step?.stepId) =>
    (await tracesOf(runId, stepId ?? '', of)).map(({ note }) => note);
  await client.call(calls.clearJournal, { params: { id: projectId } });
  expect(await notes()).toEqual([
    'The journal no longer has the calls of this step. It keeps the newest 1000 calls, and can be cleared.',
  ]);
  expect(await notes(`${target.url}/json`, other?.stepId)).toEqual([]);
  await changeMock(client, projectId, { journalLimit: 0 });
  expect(await notes()).toEqual(['The journal of this mock is switched off, so its calls were not kept.']);
  const projectName = (await client.call(calls.getVirtualizationProject, { params: { id: projectId } })).projectName;
  await client.call(calls.deleteVirtualizationProject, { params: { id: projectId }, body: { projectName } });
  expect(await notes()).toEqual([expect.stringMatching(/^No mock answers at \/mock\/.+ any more\./)]);
});

test('users who can see the run but not the mock see the number of calls, and no details', async () => {
  const place = await newMock(client);
  await newAsset(client, place, stub);
  await client.call(calls.updateVirtualizationProject, {
    body: { projectId: place.projectId, workspaceType: 'PRIVATE' },
  });
  const runId = await runOf([`${place.address}/orders`]);
  const [step] = await stepsOf(runId);
  const colleague = await server.createUser(owner, { role: 'ROLE_USER' });
  const [trace] = await tracesOf(runId, step?.stepId ?? '', `${place.address}/orders`, colleague.client);
  expect(trace).toMatchObject({ place: null, lines: [], total: 1, link: null });
  expect(trace?.note).toBe('1 call to a mock of a project that you have no access to.');
});

test('a call whose run was deleted keeps its other data and names no run', async () => {
  const place = await newMock(client);
  await newAsset(client, place, stub);
  const runId = await runOf([`${place.address}/orders`]);
  await client.call(runRoutes.deleteRuns, { query: { runIds: runId } });
  const [entry] = await journalOf(place);
  expect(entry?.cause?.runId).toBe(runId);
  const shown = await client.call(calls.getJournalEntry, { params: { id: entry?.entryId ?? '' } });
  expect(shown.causedBy).toBeNull();
});
