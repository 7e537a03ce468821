import { type Client, keptSecret } from '@touchstone/contracts';
import { type FlowInFile, flowInFileSchema, flowRoutes } from '@touchstone/contracts/flows';
import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import { environmentRoutes } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { daily, newJob } from '../../scheduler/testing/builders.ts';
import type { FilePlace } from '../../workspaces/index.ts';
import { actorFor, refusalOf } from '../../workspaces/testing/use-cases.ts';
import { type FlowsDoor, flowsService } from '../index.ts';
import { documentOf, newFlow, start } from '../testing/flow-builders.ts';

let server: TestServer;
let client: Client;
let door: FlowsDoor;
let place: FilePlace;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
  door = server.app.door(flowsService);
}, 120_000);
afterAll(() => server.close());
beforeEach(async () => {
  const { organizationId } = server.admin;
  place = { actor: actorFor(server.admin), organizationId, projectId: await newProject(client) };
});

const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
const sql = () => server.platform.database.sql;
const inTransaction = <T>(work: (tx: ReturnType<typeof sql>) => Promise<T>) =>
  server.platform.database.transaction((tx) => work(tx));
const secretNode = (id: string, value?: string) => ({
  id,
  kind: 'javascript',
  name: `Task ${id}`,
  settings: { code: 'return 1' },
  inputs: [{ name: 'key', type: 'secret' as const, ...(value !== undefined && { value }) }],
});
const flowItem = (name: string, ...nodes: object[]): FlowInFile & { id: string } => ({
  ...flowInFileSchema.parse({
    id: newId(),
    name,
    description: 'From a file',
    document: documentOf({ nodes: [start, ...nodes] as never }),
  }),
  id: newId(),
});
const get = (flowId: string) => client.call(flowRoutes.getFlow, { params: { flowId } });
const secretOf = async (flowId: string) => {
  const [, node] = (await get(flowId)).document.flow.nodes as unknown as { inputs: { value?: string }[] }[];
  return node?.inputs[0]?.value;
};

test('workflows of a workspace are read by name, with marks in place of secrets', async () => {
  const { projectId } = place;
  const flowId = await newFlow(client, projectId, { nodes: [start, secretNode('a', 'rosebud')] });
  await client.call(flowRoutes.renameFlow, { params: { flowId }, body: { name: 'beta', description: 'Pays' } });
  await client.call(flowRoutes.createFlow, { body: { projectId, name: 'Alpha' } });
  await newFlow(client, await newProject(client), { nodes: [start] });
  const found = await door.flowPart.read(sql(), place, {});
  expect(found.map(({ name }) => name)).toEqual(['Alpha', 'beta']);
  expect(found[1]).toMatchObject({ id: flowId, description: 'Pays', references: [] });
  expect(JSON.stringify(found)).not.toContain('rosebud');
  expect(found[1]?.document.flow.nodes[1]).toMatchObject({ inputs: [{ name: 'key', value: keptSecret }] });
});

test('a workflow from a file is created, changed, and keeps its secrets where the file has marks', async () => {
  const item = flowItem('Pay', secretNode('a', 'rosebud'));
  expect(await door.flowPart.put(sql(), place, item, true)).toEqual([]);
  expect(await get(item.id)).toMatchObject({
    projectId: place.projectId,
    name: 'Pay',
    description: 'From a file',
    revision: 1,
    nodeCount: 2,
    createdByName: place.actor.name,
    updatedByName: place.actor.name,
  });
  const changed = flowItem('Refund', secretNode('a', keptSecret), secretNode('b', keptSecret));
  expect(await door.flowPart.put(sql(), place, { ...changed, id: item.id }, false)).toEqual(['Task b: key']);
  expect(await get(item.id)).toMatchObject({ name: 'Refund', revision: 2, nodeCount: 3 });
  expect(await secretOf(item.id)).toBe('rosebud');
  const taken = flowItem('REFUND');
  expect(await codeOf(inTransaction((tx) => door.flowPart.put(tx, place, taken, true)))).toBe('FLOWS_NAME_TAKEN');
  expect(await door.flowPart.put(sql(), place, flowItem('New', secretNode('a', keptSecret)), true)).toEqual([
    'Task a: key',
  ]);
});

test('a document is stored in one form; an invalid one is refused with its place', () => {
  const item = flowItem('Pay');
  const normal = door.flowPart.normal?.(item);
  expect(normal).toEqual({ item: { ...item, document: expect.any(Object) } });
  const invalid = flowItem('Broken');
  invalid.document.flow.nodes = [{ id: 'a', kind: 'start', name: '' }] as never;
  expect(door.flowPart.normal?.(invalid)).toMatchObject({ faults: [{ path: 'document.flow.nodes.0.name' }] });
});

test('deleting a workflow by a file ends its jobs', async () => {
  const id = await newFlow(client, place.projectId, { nodes: [start] });
  const { jobId } = await newJob(client, place.projectId, daily(id, { target: { kind: 'workflow', id } }));
  expect(await door.flowPart.taken(sql(), [id, newId()])).toEqual([id]);
  await inTransaction((tx) => door.flowPart.delete(tx, place, [id]));
  expect(await door.flowPart.taken(sql(), [id])).toEqual([]);
  const job = await client.call(schedulerRoutes.getJob, { query: { jobId } });
  expect(job).toMatchObject({ nextDueAt: null, problem: 'The test was deleted.' });
});

test('run configurations are read, created, changed and deleted by a file', async () => {
  const { projectId } = place;
  const part = door.configurationPart;
  const item = { id: newId(), name: 'Nightly', environmentId: null, variables: { size: 3 }, parallel: 2 };
  expect(await part.put(sql(), place, item, true)).toEqual([]);
  expect(await part.read(sql(), place, {})).toEqual([item]);
  const { environmentId } = await client.call(environmentRoutes.createEnvironment, {
    body: { projectId, environmentName: 'Staging' },
  });
  const changed = { ...item, name: 'Weekly', environmentId, variables: {}, parallel: null };
  await part.put(sql(), place, changed, false);
  await part.put(sql(), place, { ...item, id: newId(), name: 'Daily' }, true);
  expect((await part.read(sql(), place, {})).map(({ name }) => name)).toEqual(['Daily', 'Weekly']);
  expect((await part.read(sql(), place, {}))[1]).toEqual(changed);
  const { content } = await client.call(flowRoutes.listConfigurations, { query: { projectId } });
  expect(content[1]).toMatchObject({ name: 'Weekly', updatedByName: place.actor.name });
  const taken = { ...item, id: newId(), name: 'DAILY' };
  expect(await codeOf(inTransaction((tx) => part.put(tx, place, taken, true)))).toBe('FLOWS_CONFIGURATION_TAKEN');
  expect(await part.taken(sql(), [item.id, newId()])).toEqual([item.id]);
  await part.delete(sql(), place, [item.id]);
  expect((await part.read(sql(), place, {})).map(({ name }) => name)).toEqual(['Daily']);
});

test('references of a file are followed by id, then by name; what the user may not open is missing', async () => {
  const { projectId } = place;
  const suiteId = await newSuite(client, projectId, 'Checkout');
  const { scriptId } = await newScript(client, suiteId, { scriptName: 'Pay', url: 'http://127.0.0.1:9/' });
  const flow = await client.call(flowRoutes.createFlow, { body: { projectId, name: 'Inner' } });
  const gone = newId();
  const references = [
    { kind: 'api-script', id: scriptId, names: ['Elsewhere', 'Else', 'Other name'] },
    { kind: 'api-suite', id: gone, names: ['Elsewhere', 'Checkout'] },
    { kind: 'sub-workflow', id: newId(), names: ['inner'] },
    { kind: 'api-script', id: newId(), names: ['Elsewhere', 'Checkout', 'Missing'] },
    { kind: 'teleport', id: newId(), names: ['Nowhere'] },
  ];
  const { ids, missing } = await door.files.follow(place.actor, projectId, references);
  expect(ids).toEqual(
    new Map([
      [scriptId, scriptId],
      [gone, suiteId],
      [references[2]?.id, flow.flowId],
    ]),
  );
  expect(missing).toEqual(references.slice(3));
  const stranger = actorFor(await server.createOrganization());
  const unseen = await door.files.follow(stranger, projectId, references);
  expect([unseen.ids.size, unseen.missing]).toEqual([0, references]);

  const nodes: Parameters<typeof documentOf>[0]['nodes'] = [
    start,
    { id: 'sub', kind: 'sub-workflow', name: 'sub', settings: { workflowId: flow.flowId } },
    { id: 'pay', kind: 'api-script', name: 'pay', settings: { scriptId } },
  ];
  const named = await door.files.referencesOf(place.actor, projectId, documentOf({ nodes }));
  expect(named.map(({ kind, id, names }) => [kind, id, names.at(-1)]).toSorted()).toEqual([
    ['api-script', scriptId, 'Pay'],
    ['sub-workflow', flow.flowId, 'Inner'],
  ]);
  const none = await door.files.referencesOf(stranger, projectId, documentOf({ nodes: nodes.slice(0, 2) }));
  expect(none).toEqual([]);
});
