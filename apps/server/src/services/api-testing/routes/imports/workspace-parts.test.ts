import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes, keptSecret } from '@touchstone/contracts/api-testing';
import { flowRoutes } from '@touchstone/contracts/flows';
import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { makeCertificate } from '@touchstone/engine-http/testing';
import { readFolder, writeFolder } from '@touchstone/engine-import/workspace';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { documentOf, start } from '../../../flows/testing/flow-builders.ts';
import { daily, newJob } from '../../../scheduler/testing/builders.ts';
import { newMock } from '../../../service-virtualization/testing/mock-builders.ts';
import { failureOf, newProject, newScript, newSuite } from '../../testing/builders.ts';
import { type EditedFile, exportedFile, workspaceForm } from '../../testing/workspace-files.ts';

const calls = apiTestingRoutes;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  client = server.admin.client;
});
afterAll(() => server.close());

const exported = (projectId: string) => exportedFile(client, projectId);
const apply = (projectId: string, file: EditedFile, revision: string) =>
  client.call(calls.applyWorkspace, { query: { projectId, removes: 'true', revision }, body: workspaceForm(file) });
const importAs = (file: EditedFile) => client.call(calls.importWorkspace, { query: {}, body: workspaceForm(file) });
const jobsOf = async (projectId: string) =>
  (await client.call(schedulerRoutes.listUpcomingJobs, { query: { projectId } })).content;

/** A workspace with a certificate, a run configuration, a workflow and two schedules. */
async function newShop() {
  const projectId = await newProject(client);
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'Staging', variables: [] },
  });
  const suiteId = await newSuite(client, projectId, 'Orders');
  const { scriptId } = await newScript(client, suiteId, { scriptName: 'Pay', url: 'https://shop.example/pay' });
  const key = makeCertificate({ commonName: 'Shop' });
  const files = new FormData();
  files.append('file', new Blob([key.cert]), 'shop.pem');
  files.append('file', new Blob([key.key]), 'shop.key');
  const { uploadId } = await client.call(workspaceRoutes.uploadCertificate, { query: { projectId }, body: files });
  await client.call(workspaceRoutes.createCertificate, {
    body: { projectId, domainName: 'shop.example', uploadId },
  });
  const { configurationId } = await client.call(flowRoutes.createConfiguration, {
    body: { projectId, name: 'Nightly load', environmentId, variables: { users: 5 } },
  });
  const pay = {
    id: 'pay',
    kind: 'api-script',
    name: 'Pay',
    settings: { scriptId },
    environmentId,
    inputs: [
      { name: 'token', type: 'secret' as const, value: 'paws' },
      { name: 'amount', type: 'number' as const, value: 3 },
    ],
  };
  const link = { id: 'l', from: 'start', to: 'pay' };
  const { flowId } = await client.call(flowRoutes.createFlow, {
    body: { projectId, name: 'Checkout', document: documentOf({ nodes: [start, pay], links: [link] }) },
  });
  await newJob(client, projectId, {
    ...daily(suiteId, { title: 'Every night' }),
    target: {
      kind: 'api-suite',
      id: suiteId,
      environmentId,
      variables: [{ name: 'pin', value: 'claws', isSecret: true }],
    },
    notify: { when: 'FAILURE', emails: ['ana@shop.example'], webhookUrl: 'https://hooks.example/whiskers' },
  });
  await newJob(client, projectId, {
    ...daily(flowId, { title: 'Every morning' }),
    target: { kind: 'workflow', id: flowId, configurationId },
  });
  return { projectId, suiteId, scriptId, flowId, environmentId };
}

test('workflows, schedules and certificates are in the file without their secrets, and survive a round trip through a folder', async () => {
  const { projectId, suiteId, scriptId, environmentId } = await newShop();
  const { file, text, revision, losses } = await exported(projectId);
  expect(text).not.toMatch(/paws|claws|whiskers|PRIVATE KEY/);
  expect(losses).toEqual([
    { what: 'Values of secret variables', count: 1 },
    { what: 'Secret inputs of workflows', count: 1 },
    { what: 'Addresses of webhooks', count: 1 },
    { what: 'Files of client certificates', count: 1 },
  ]);
  expect(file.certificates).toMatchObject([{ name: 'shop.example', type: 'PEM', subject: 'CN=Shop' }]);
  expect(file.configurations).toMatchObject([{ name: 'Nightly load', environmentId, variables: { users: 5 } }]);
  expect(file.workflows).toMatchObject([{ name: 'Checkout' }]);
  expect(file.workflows[0].document.flow.nodes[1]).toEqual({
    id: 'pay',
    kind: 'api-script',
    name: 'Pay',
    inputs: [
      { name: 'token', type: 'secret', value: keptSecret },
      { name: 'amount', type: 'number', value: 3 },
    ],
    settings: { scriptId },
    environmentId,
  });
  expect(file.schedules).toMatchObject([
    { name: 'Every morning' },
    {
      name: 'Every night',
      target: { kind: 'api-suite', id: suiteId, variables: [{ name: 'pin', value: null, isSecret: true }] },
      notify: { emails: ['ana@shop.example'], webhookUrl: keptSecret },
    },
  ]);
  const folder = writeFolder(file);
  expect([...folder.keys()]).toEqual(
    expect.arrayContaining([
      'certificates/shop.example.yaml',
      'configurations/nightly-load.yaml',
      'schedules/every-night.yaml',
      'workflows/checkout.yaml',
    ]),
  );
  const back = readFolder(folder);
  expect(back.problems).toEqual([]);
  expect(writeFolder(back.document)).toEqual(folder);
  const same = await apply(projectId, back.document, revision);
  expect(same).toMatchObject({ added: 0, changed: 0, removed: 0, fillIn: [], leftOut: [], revision });
  expect((await exported(projectId)).text).toBe(text);
});

test('edits are written with stored secrets kept, and what is missing in the file is deleted', async () => {
  const { projectId, flowId, suiteId } = await newShop();
  const { file, revision } = await exported(projectId);
  file.workflows[0].name = 'Buy';
  file.workflows[0].document.flow.nodes[1].inputs[1].value = 4;
  file.workflows.push({ name: 'Empty', document: { flow: { version: 1, nodes: [start] } } });
  file.schedules.shift();
  file.schedules[0].time = '04:00';
  file.configurations = [];
  file.certificates = [];
  const report = await apply(projectId, file, revision);
  expect(report.changes).toEqual([
    { kind: 'workflow', change: 'added', name: 'Empty' },
    { kind: 'workflow', change: 'changed', name: 'Buy' },
    { kind: 'schedule', change: 'changed', name: 'Every night' },
    { kind: 'certificate', change: 'removed', name: 'shop.example' },
    { kind: 'configuration', change: 'removed', name: 'Nightly load' },
    { kind: 'schedule', change: 'removed', name: 'Every morning' },
  ]);
  expect(report.fillIn).toEqual([]);
  const flow = await client.call(flowRoutes.getFlow, { params: { flowId } });
  expect(flow).toMatchObject({ name: 'Buy', revision: 2 });
  expect(flow.document.flow.nodes[1]?.inputs).toMatchObject([{ value: 'paws' }, { value: 4 }]);
  const [job, ...others] = await jobsOf(projectId);
  expect(others).toEqual([]);
  expect(job).toMatchObject({
    time: '04:00',
    target: { id: suiteId },
    notify: { webhookUrl: 'https://hooks.example/whiskers' },
  });
  const { certificates } = await client.call(workspaceRoutes.listCertificates, { query: { projectId } });
  expect(certificates).toEqual([]);
});

test('a new workspace of a file has its own workflows and paused schedules, and reports missing secrets', async () => {
  const { projectId } = await newShop();
  const before = await exported(projectId);
  const { project, report } = await importAs(before.file);
  expect(report).toMatchObject({ added: 8, leftOut: [] });
  expect(report.fillIn).toEqual([
    { kind: 'certificate', name: 'shop.example', what: 'files (shop.pem, shop.key)' },
    { kind: 'workflow', name: 'Checkout', what: 'Pay: token' },
    { kind: 'schedule', name: 'Every night', what: 'pin' },
    { kind: 'schedule', name: 'Every night', what: 'address of the webhook' },
  ]);
  const copy = (await exported(project.projectId)).file;
  const [suite] = copy.suites;
  const [node] = copy.workflows[0].document.flow.nodes.slice(1);
  expect(node).toMatchObject({ settings: { scriptId: suite.scripts[0].id }, environmentId: copy.environments[0].id });
  expect(node.inputs[0]).toEqual({ name: 'token', type: 'secret' });
  expect(copy.schedules.map((one: EditedFile) => [one.isPaused, one.target.id, one.target.configurationId])).toEqual([
    [true, copy.workflows[0].id, copy.configurations[0].id],
    [true, suite.id, undefined],
  ]);
  const query = { projectId: project.projectId };
  const { certificates } = await client.call(workspaceRoutes.listCertificates, { query });
  expect(certificates).toMatchObject([{ domainName: 'shop.example', hasFiles: false }]);
  expect((await exported(projectId)).text).toBe(before.text);
});

test('what a workspace cannot have is dropped and reported, and a file of version 1 leaves the rest as it is', async () => {
  const { projectId } = await newShop();
  const { file, revision, text } = await exported(projectId);
  const given = structuredClone(file);
  const [morning] = given.schedules;
  given.schedules.push(
    { ...morning, id: undefined, name: 'Of nothing', target: { kind: 'workflow', id: projectId } },
    { ...morning, id: undefined, name: 'Of another kind', target: { ...morning.target, kind: 'moon' } },
    { ...morning, id: undefined, name: 'Never', scheduleType: 'CRON', time: undefined, cron: '61 * * * *' },
    { ...morning, id: undefined, name: 'Long ago', scheduleType: 'ONCE', startDate: '2020-01-01' },
  );
  const report = await apply(projectId, given, revision);
  expect(report.changes).toEqual([{ kind: 'schedule', change: 'added', name: 'Long ago' }]);
  expect(report.leftOut).toEqual([
    { kind: 'schedule', name: 'Of nothing', reason: 'The file does not have its test.' },
    { kind: 'schedule', name: 'Of another kind', reason: 'There is no kind of test named moon.' },
    { kind: 'schedule', name: 'Never', reason: expect.stringContaining('cron') },
  ]);
  expect((await jobsOf(projectId)).map(({ title }) => title).sort()).toEqual(['Every morning', 'Every night']);

  const { certificates: _c, configurations: _r, workflows: _w, schedules: _s, ...first } = file;
  const old = await exported(projectId);
  expect(await apply(projectId, { ...first, version: 1 }, old.revision)).toMatchObject({ added: 0, removed: 0 });
  const folder = writeFolder({ ...first, version: 1 });
  const { document } = readFolder(folder);
  expect(await apply(projectId, document, old.revision)).toMatchObject({ added: 0, changed: 0, removed: 0 });
  expect(await apply(projectId, file, old.revision)).toMatchObject({ removed: 1 });
  expect((await exported(projectId)).text).toBe(text);
});

test('a workflow that cannot be parsed rejects the file with its place', async () => {
  const { projectId } = await newShop();
  const { file, revision } = await exported(projectId);
  file.workflows[0].document.flow.nodes[1].timeoutMs = 'soon';
  const refused = await failureOf(apply(projectId, file, revision));
  expect(refused).toMatchObject({ status: 422, code: 'API_TESTING_WORKSPACE_FILE_FAULTS' });
  expect(refused.details[0]?.path).toBe('workflows “Checkout”.document.flow.nodes.1.timeoutMs');
});

test('workflows reference their mocks, and find them by name if the id differs', async () => {
  const mock = await newMock(client);
  const projectId = await newProject(client);
  const node = { id: 'off', kind: 'mock-switch', name: 'Off', settings: { mockId: mock.projectId, isOn: false } };
  await client.call(flowRoutes.createFlow, {
    body: { projectId, name: 'Outage', document: documentOf({ nodes: [start, node], links: [] }) },
  });
  const { file } = await exported(projectId);
  const [reference] = file.workflows[0].references;
  expect(reference).toMatchObject({ id: mock.projectId, names: [expect.any(String)] });
  const elsewhere = JSON.parse(JSON.stringify(file).replaceAll(mock.projectId, '0190a000-0000-7000-8000-000000000001'));
  const made = await importAs(elsewhere);
  expect(made.report.fillIn).toEqual([]);
  const [copied] = (await exported(made.project.projectId)).file.workflows;
  expect(copied.document.flow.nodes[1].settings.mockId).toBe(mock.projectId);
  elsewhere.workflows[0].references[0].names = ['No such mock'];
  const lost = await importAs(elsewhere);
  expect(lost.report.fillIn).toEqual([{ kind: 'workflow', name: 'Outage', what: 'No such mock' }]);
});
