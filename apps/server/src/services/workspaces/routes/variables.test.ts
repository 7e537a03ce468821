import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { workspaceRoutes as calls, type Variable } from '@touchstone/contracts/workspaces';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import type { Actor } from '../app/actor.ts';
import { openScopes, type WorkspacesDoor, workspacesService } from '../index.ts';
import { actorFor, auditOf, refusalOf } from '../testing/use-cases.ts';

const dayMs = 86_400_000;
let server: TestServer;
let clock: FakeClock;
let door: WorkspacesDoor;
let owner: TestUser;
let viewer: TestUser;
let stranger: TestUser;
let actor: Actor;
let projectId: string;
let otherId: string;
beforeAll(async () => {
  clock = new FakeClock(new Date());
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, queue: true, clock });
  door = server.app.door(workspacesService);
  owner = server.admin;
  actor = actorFor(owner);
  viewer = await server.createUser(owner, { role: 'ROLE_GUEST' });
  stranger = await server.createOrganization();
});
afterAll(() => server.close());
let counter = 0;
const project = async (user = owner): Promise<string> => {
  counter += 1;
  return (await user.client.call(calls.createProject, { body: { projectName: `Workspace ${counter}` } })).projectId;
};
beforeEach(async () => {
  [projectId, otherId] = [await project(), await project()];
});

interface Input {
  name: string;
  value: string;
  isSecret: boolean;
  enabled?: boolean;
  description?: string;
}
const text = (name: string, value = '1', given: Partial<Input> = {}): Input => ({
  name,
  value,
  isSecret: false,
  ...given,
});
const secret = (name: string, value = 'hidden'): Input => ({ name, value, isSecret: true });
const environment = (environmentName: string, variables: Input[] = [], project = projectId) =>
  owner.client.call(calls.createEnvironment, { body: { projectId: project, environmentName, variables } });
const add = async (environmentId: string, variables: Input[]) =>
  (await owner.client.call(calls.createVariables, { body: { environmentId, variables } })).variables;
const addGlobals = async (variables: Input[], user = owner) =>
  (await user.client.call(calls.createGlobals, { body: { projectId, variables } })).variables;
const list = async (environmentId?: string) =>
  environmentId
    ? (await owner.client.call(calls.listEnvironmentVariables, { query: { environmentId } })).variables
    : (await owner.client.call(calls.listVariables, { query: { projectId } })).variables;
const environments = async () =>
  (await owner.client.call(calls.listEnvironments, { query: { projectId } })).environments;
const change = (variableId: string, given: object) =>
  owner.client.call(calls.updateVariable, { body: { variableId, ...given } });
const values = async (environmentId?: string) => {
  const { scopes } = await door.variables.plan(actor, projectId, environmentId);
  return openScopes(server.platform, scopes).scopes.slice(0, 2);
};
const deleted = (query: object = {}) =>
  owner.client.call(deletedRoutes.listDeletedVariables, { query: { projectId, ...query } });
const restore = async (body: { itemIds?: string[]; trashId?: string }, user = owner) =>
  (await user.client.call(deletedRoutes.restoreDeletedVariables, { body: { projectId, ...body } })).restored;
const setPlan = (workspacePlan: 'FREE' | 'PRO') =>
  server.platform.database.pool.query('update workspaces.project set workspace_plan = $1 where id = $2', [
    workspacePlan,
    projectId,
  ]);
const first = ([one]: Variable[]): string => one?.variableId ?? '';

const shown = { variableId: expect.any(String), updatedAt: expect.any(String), suiteId: null };
const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
const noEnvironment = ['API_TESTING_ENVIRONMENT_NOT_FOUND', 'No such environment. It may have been deleted.'];
const noVariable = ['API_TESTING_VARIABLE_NOT_FOUND', 'No such variable. It may have been deleted.'];
const noWorkspace = ['API_TESTING_PROJECT_NOT_FOUND', 'No such workspace, or you have no access to it.'];
const nameTaken = [
  'API_TESTING_ENVIRONMENT_NAME_TAKEN',
  'An environment with this name exists in this workspace already. Choose another name.',
];
const variableTaken = (name: string) => [
  'API_TESTING_VARIABLE_NAME_TAKEN',
  `A variable with this name exists here already: ${name}. Change that one instead.`,
];
const nothingHere = [
  'API_TESTING_NOTHING_DELETED_HERE',
  'Nothing to restore. It was restored or deleted for good already.',
];
const inFreeWorkspace = [
  'API_TESTING_GLOBALS_NOT_IN_FREE_WORKSPACE',
  'Global variables are not allowed in Workspace Free Plan',
];
const failure = async (call: Promise<unknown>) => {
  const { code, message } = await failureOf(call);
  return [code, message];
};
const refusal = async (work: Promise<unknown>) => {
  const { code, message } = await refusalOf(work);
  return [code, message];
};

test('environments are created, renamed, copied under free names and deleted, each with its own variables', async () => {
  const made = await environment('Staging', [text('a'), secret('key')]);
  const { environmentId } = made;
  const answer = { environmentId, projectId, environmentName: 'Staging', variableCount: 2, ...times };
  expect(made).toEqual(answer);
  const renamed = await owner.client.call(calls.renameEnvironment, {
    body: { environmentId, environmentName: 'Stage' },
  });
  expect(renamed).toEqual({ ...answer, environmentName: 'Stage' });
  const clone = (given: { environmentName?: string } = {}) =>
    owner.client.call(calls.cloneEnvironment, { query: { environmentId, ...given } });
  const copies = [await clone(), await clone(), await clone({ environmentName: 'Named' })];
  expect(copies.map((one) => one.environmentName)).toEqual(['Stage copy', 'Stage copy (2)', 'Named']);
  for (const copy of copies) expect(await values(copy.environmentId)).toEqual([{ a: '1', key: 'hidden' }, {}]);
  expect(await environments()).toEqual([renamed, ...copies]);
  expect(await failure(clone({ environmentName: 'stage' }))).toEqual(nameTaken);
  expect(await failure(environment('STAGE'))).toEqual(nameTaken);
  const rename = owner.client.call(calls.renameEnvironment, { body: { environmentId, environmentName: 'named' } });
  expect(await failure(rename)).toEqual(nameTaken);
  expect(await failure(environment('Twice', [text('same'), text('same')]))).toEqual(variableTaken('same'));
  await owner.client.call(calls.deleteEnvironment, { query: { environmentId } });
  expect(await environments()).toEqual(copies);
  expect(await auditOf(server, environmentId)).toEqual([
    { action: 'environment.deleted', userId: owner.userId, detail: { name: 'Stage' } },
  ]);
});

test('added variables are returned as stored, sorted by name, secrets without values', async () => {
  const { environmentId } = await environment('Staging', [text('z')]);
  const added = await add(environmentId, [
    text('b', '2', { enabled: false, description: 'About b' }),
    secret('a'),
    text('c', ''),
  ]);
  const of = { ...shown, environmentId };
  expect(added).toEqual([
    { name: 'a', value: '', isSecret: true, enabled: true, description: '', ...of },
    { name: 'b', value: '2', isSecret: false, enabled: false, description: 'About b', ...of },
    { name: 'c', value: '', isSecret: false, enabled: true, description: '', ...of },
  ]);
  const globals = await addGlobals([text('g', 'global')]);
  expect(globals).toEqual([
    { name: 'g', value: 'global', isSecret: false, enabled: true, description: '', ...shown, environmentId: null },
  ]);
  const z = { name: 'z', value: '1', isSecret: false, enabled: true, description: '', ...of };
  expect(await list(environmentId)).toEqual([...added, z]);
  expect(await list()).toEqual([...added, ...globals, z]);
  expect(await failure(add(environmentId, [text('fresh'), text('z')]))).toEqual(variableTaken('z'));
  expect(await failure(addGlobals([text('g')]))).toEqual(variableTaken('g'));
  expect(await list(environmentId)).toHaveLength(4);
});

test.each<[string, object, object, string]>([
  ['its name', { name: 'renamed' }, { name: 'renamed' }, 'old'],
  ['its value', { value: 'new' }, { value: 'new' }, 'new'],
  ['its description', { description: 'After' }, { description: 'After' }, 'old'],
  ['its secrecy', { isSecret: true }, { isSecret: true, value: '' }, 'old'],
  ['its secrecy and value', { isSecret: true, value: 'new' }, { isSecret: true, value: '' }, 'new'],
  ['nothing', {}, {}, 'old'],
])('a change of a variable sets %s and leaves the rest', async (_name, given, changed, value) => {
  const { environmentId } = await environment('Staging', [text('v', 'old', { description: 'Before' }), text('other')]);
  const before = (await list(environmentId)).find(({ name }) => name === 'v') as Variable;
  const after = await change(before.variableId, given);
  expect(after).toEqual({ ...before, ...changed, updatedAt: expect.any(String) });
  expect(await list(environmentId)).toContainEqual(after);
  expect(await values(environmentId)).toEqual([{ [after.name]: value, other: '1' }, {}]);
});

test('a secret keeps its value when changed, and becomes visible only with a new value', async () => {
  const { environmentId } = await environment('Staging', [secret('key', 'stored'), text('taken')]);
  const variableId = first(await list(environmentId));
  expect(await change(variableId, { name: 'key2', enabled: true })).toMatchObject({ name: 'key2', value: '' });
  expect(await values(environmentId)).toEqual([{ key2: 'stored', taken: '1' }, {}]);
  expect(await failure(change(variableId, { isSecret: false }))).toEqual([
    'API_TESTING_SECRET_NEEDS_VALUE',
    'A secret is never shown again. Enter its value anew to make it readable.',
  ]);
  expect(await failure(change(variableId, { name: 'taken' }))).toEqual(variableTaken('taken'));
  expect(await change(variableId, { isSecret: false, value: '' })).toMatchObject({ isSecret: false, value: '' });
  await change(variableId, { enabled: false });
  expect(await values(environmentId)).toEqual([{ taken: '1' }, {}]);
});

test('global variables can be changed only on plans that include them, others on any plan', async () => {
  const { environmentId } = await environment('Staging', [text('a')]);
  const [local] = await list(environmentId);
  const global = first(await addGlobals([text('g')]));
  const [ofSuite] = await door.suiteVariables.add(
    { organizationId: actor.organizationId, projectId, suiteId: newId() },
    [text('s')],
  );
  expect(await door.variables.hasGlobals(actor, projectId)).toBe(true);
  for (const plan of ['FREE', 'EXPIRED'] as const)
    expect(await door.variables.hasGlobals({ ...actor, plan }, projectId)).toBe(false);
  await setPlan('FREE');
  expect(await door.variables.hasGlobals(actor, projectId)).toBe(false);
  expect(await failure(change(global, { value: '2' }))).toEqual(inFreeWorkspace);
  const updateGlobal = owner.client.call(calls.updateGlobal, { body: { variableId: global, value: '2' } });
  expect(await failure(updateGlobal)).toEqual(inFreeWorkspace);
  expect(await change(local?.variableId ?? '', { value: '2' })).toMatchObject({ value: '2' });
  expect(await change(ofSuite?.variableId ?? '', { value: '2' })).toMatchObject({ value: '2' });
  await setPlan('PRO');
  expect(await owner.client.call(calls.updateGlobal, { body: { variableId: global, value: '2' } })).toEqual({
    name: 'g',
    value: '2',
    isSecret: false,
    enabled: true,
    description: '',
    ...shown,
    environmentId: null,
  });
});

test('viewers can read variables but not change them; strangers see none; missing ones are reported as such', async () => {
  const { environmentId } = await environment('Staging', [text('a')]);
  const variableId = first(await list(environmentId));
  const attempts = (user: TestUser, ids: { environmentId: string; variableId: string; projectId: string }) => [
    user.client.call(calls.renameEnvironment, { body: { environmentId: ids.environmentId, environmentName: 'X' } }),
    user.client.call(calls.deleteEnvironment, { query: { environmentId: ids.environmentId } }),
    user.client.call(calls.cloneEnvironment, { query: { environmentId: ids.environmentId } }),
    user.client.call(calls.createVariables, { body: { environmentId: ids.environmentId, variables: [text('b')] } }),
    user.client.call(calls.updateVariable, { body: { variableId: ids.variableId, value: '2' } }),
    user.client.call(calls.deleteVariables, { query: { projectId: ids.projectId, variableIds: [ids.variableId] } }),
    user.client.call(calls.createGlobals, { body: { projectId: ids.projectId, variables: [text('b')] } }),
    user.client.call(calls.createEnvironment, { body: { projectId: ids.projectId, environmentName: 'X' } }),
  ];
  const ids = { environmentId, variableId, projectId };
  const codes = async (user: TestUser, of = ids) =>
    Promise.all(attempts(user, of).map(async (call) => (await failureOf(call)).code.replace('API_TESTING_', '')));
  // Guests are refused before reaching the use cases; a workspace viewer reaches them.
  const member = await server.createUser(owner, { role: 'ROLE_USER', teamIds: [] });
  await server.platform.database.sql.transaction((tx) =>
    door.members.add(tx as never, {
      id: newId(),
      projectId,
      userId: member.userId,
      email: member.email,
      role: 'VIEWER',
    }),
  );
  expect(new Set(await codes(member))).toEqual(new Set(['VIEWER_MAY_NOT_EDIT']));
  const missing = { environmentId: newId(), variableId: newId(), projectId: newId() };
  const three = ['ENVIRONMENT_NOT_FOUND', 'ENVIRONMENT_NOT_FOUND', 'ENVIRONMENT_NOT_FOUND', 'ENVIRONMENT_NOT_FOUND'];
  const refused = [...three, 'VARIABLE_NOT_FOUND', 'PROJECT_NOT_FOUND', 'PROJECT_NOT_FOUND', 'PROJECT_NOT_FOUND'];
  expect(await codes(stranger)).toEqual(refused);
  expect(await codes(owner, missing)).toEqual(refused);
  for (const user of [member, viewer]) {
    const read = await user.client.call(calls.listEnvironmentVariables, { query: { environmentId } });
    expect(read).toEqual({ variables: await list(environmentId) });
    expect(await user.client.call(calls.listVariables, { query: { projectId } })).toEqual({ variables: await list() });
    expect(await user.client.call(calls.listEnvironments, { query: { projectId } })).toEqual({
      environments: await environments(),
    });
  }
  const { client } = stranger;
  expect(await failure(client.call(calls.listVariables, { query: { projectId } }))).toEqual(noWorkspace);
  expect(await failure(client.call(calls.listEnvironments, { query: { projectId } }))).toEqual(noWorkspace);
  expect(await failure(client.call(calls.listEnvironmentVariables, { query: { environmentId } }))).toEqual(
    noEnvironment,
  );
});

test('a run uses the enabled variables of its environment before global ones, with secrets encrypted until then', async () => {
  await addGlobals([text('g', 'global'), text('off', '', { enabled: false })]);
  const { environmentId } = await environment('Staging', [secret('key'), text('a'), text('x', '', { enabled: false })]);
  await environment('Other', [text('b')]);
  const foreign = await environment('Foreign', [text('f')], otherId);
  const planned = await door.variables.plan(actorFor(viewer, { role: 'ROLE_GUEST' }), projectId, environmentId);
  const key = { name: 'key', value: expect.stringMatching(/^v1:/), sealedAt: expect.any(String) };
  const globals = [{ name: 'g', value: 'global' }];
  expect(planned).toEqual({ environmentName: 'Staging', scopes: [[{ name: 'a', value: '1' }, key], globals] });
  expect(await door.variables.plan(actor, projectId, undefined)).toEqual({
    environmentName: null,
    scopes: [[], globals],
  });
  const plan = (by: Actor, id?: string) => refusal(door.variables.plan(by, projectId, id));
  expect(await plan(actor, newId())).toEqual(noEnvironment);
  expect(await plan(actor, foreign.environmentId)).toEqual(noEnvironment);
  expect(await plan(actorFor(stranger))).toEqual(noWorkspace);
});

test('variables are copied into an environment with their secrets; existing and duplicate names are skipped', async () => {
  await addGlobals([text('g', 'global'), secret('key', 'global key'), text('twice', 'global')]);
  const one = await environment('One', [text('twice', 'one'), text('here', 'one'), text('not', 'chosen')]);
  const { environmentId } = await environment('Two', [text('here', 'two')]);
  const foreign = await environment('Foreign', [text('f')], otherId);
  const ids = (await list()).filter(({ name, environmentId: id }) => name !== 'not' && id !== environmentId);
  const copy = (variableIds: string[], into = environmentId, by = actor) =>
    door.variables.copy(by, projectId, variableIds, into);
  const chosen = ids.map(({ variableId }) => variableId);
  const { variables, skipped } = await copy([...chosen, chosen[0] ?? '']);
  expect(skipped.sort()).toEqual(['here', 'twice']);
  const plain = { isSecret: false, enabled: true, description: '', ...shown, environmentId };
  expect(variables).toEqual([
    { name: 'g', value: 'global', ...plain },
    { name: 'key', value: '', ...plain, isSecret: true },
    { name: 'twice', value: expect.stringMatching(/^(global|one)$/), ...plain },
  ]);
  expect((await values(environmentId))[0]).toMatchObject({ g: 'global', here: 'two', key: 'global key' });
  expect(await list(one.environmentId)).toHaveLength(3);
  expect(await copy(chosen.slice(0, 1), one.environmentId)).toMatchObject({ variables: expect.any(Array) });
  expect(await copy([])).toEqual({ variables: [], skipped: [] });
  const other = await owner.client.call(calls.listVariables, { query: { projectId: otherId } });
  expect(await refusal(copy([...chosen, first(other.variables)]))).toEqual(noVariable);
  expect(await refusal(copy([newId()]))).toEqual(noVariable);
  expect(await refusal(copy(chosen, foreign.environmentId))).toEqual(noEnvironment);
  expect(await refusal(copy(chosen, environmentId, actorFor(stranger)))).toEqual(noEnvironment);
  expect((await refusal(copy(chosen, environmentId, actorFor(viewer, { role: 'ROLE_GUEST' }))))[0]).toBe(
    'API_TESTING_VIEWER_MAY_NOT_EDIT',
  );
});

test('variables can be deleted only from their own workspace, and global ones only as global', async () => {
  const { environmentId } = await environment('Staging', [text('a')]);
  const local = first(await list(environmentId));
  const global = first(await addGlobals([text('g')]));
  const [ofSuite] = await door.suiteVariables.add(
    { organizationId: actor.organizationId, projectId, suiteId: newId() },
    [text('s')],
  );
  const remove = (variableIds: string[], route: 'deleteVariables' | 'deleteGlobals', of = projectId) =>
    owner.client.call(calls[route], { query: { projectId: of, variableIds } });
  expect(await failure(remove([local], 'deleteVariables', otherId))).toEqual(noVariable);
  expect(await failure(remove([newId()], 'deleteVariables'))).toEqual(noVariable);
  expect(await failure(remove([local, ofSuite?.variableId ?? ''], 'deleteGlobals'))).toEqual(noVariable);
  expect(await list()).toHaveLength(2);
  expect(await remove([local, global], 'deleteGlobals')).toEqual({ message: 'Variables deleted' });
  expect((await list()).map(({ name }) => name)).toEqual(['a']);
  await remove([local, newId()], 'deleteVariables');
  expect(await list()).toEqual([]);
});

test('deleted items are listed page by page with who deleted them and the restore deadline', async () => {
  const { environmentId } = await environment('Staging', [text('a'), text('b')]);
  const suiteId = newId();
  const place = { organizationId: actor.organizationId, projectId, suiteId };
  const ofSuite = first(await door.suiteVariables.add(place, [text('s')]));
  const global = first(await addGlobals([text('g')]));
  const steps = [first(await list(environmentId)), ofSuite, global];
  const items: object[] = [];
  const item = (kind: string, scope: string, name: string, environmentName: string | null = null) => ({
    itemId: expect.any(String),
    kind,
    scope,
    name,
    environmentName,
    variableCount: 1,
    deletedByName: 'Ada Admin',
    deletedAt: clock.now().toISOString(),
    expiresAt: new Date(clock.now().getTime() + 30 * dayMs).toISOString(),
  });
  const kinds = [
    ['variable', 'environment', 'a', 'Staging'],
    ['variable', 'suite', 's'],
    ['variable', 'global', 'g'],
  ] as const;
  for (const [at, variableId] of steps.entries()) {
    clock.advance(1000);
    await owner.client.call(calls.deleteVariables, { query: { projectId, variableIds: [variableId] } });
    const [kind, scope, name, environmentName] = kinds[at] ?? kinds[0];
    items.unshift(item(kind, scope, name, environmentName));
  }
  clock.advance(1000);
  await owner.client.call(calls.deleteEnvironment, { query: { environmentId } });
  items.unshift(item('environment', 'environment', 'Staging'));
  expect(await deleted({ size: 10 })).toEqual({ content: items, totalElements: 4, page: 0, size: 10 });
  expect(await deleted({ page: 1, size: 3 })).toEqual({
    content: items.slice(3),
    totalElements: 4,
    page: 1,
    size: 3,
  });
  expect(await deleted({ searchTerm: 'STAG', size: 10 })).toEqual({
    content: items.slice(0, 1),
    totalElements: 1,
    page: 0,
    size: 10,
  });
  clock.advance(30 * dayMs - 1001);
  expect((await deleted()).totalElements).toBe(2);
  clock.advance(1000);
  expect((await deleted()).totalElements).toBe(1);
  clock.advance(1);
  expect((await deleted()).totalElements).toBe(0);
});

test('restored items are audited with at most 20 of their names, and restored all or none', async () => {
  const names = Array.from({ length: 21 }, (_, n) => `v${String(n).padStart(2, '0')}`);
  const { environmentId } = await environment(
    'Staging',
    names.map((name) => text(name)),
  );
  const variableIds = (await list(environmentId)).map(({ variableId }) => variableId);
  const before = await list(environmentId);
  await owner.client.call(calls.deleteVariables, { query: { projectId, variableIds, trashId: newId() } });
  const itemIds = (await deleted({ size: 50 })).content.map(({ itemId }) => itemId);
  expect(itemIds).toHaveLength(21);
  expect(await failure(restore({ itemIds: [...itemIds, newId()] }))).toEqual(nothingHere);
  expect(await failure(restore({ trashId: newId() }))).toEqual(nothingHere);
  expect(await list(environmentId)).toEqual([]);
  const restored = await restore({ itemIds: [...itemIds, ...itemIds] });
  expect(restored.map(({ kind }) => kind)).toEqual(names.map(() => 'variable'));
  expect(restored.map(({ name }) => name).sort()).toEqual(names);
  expect(restored.map(({ itemId }) => itemId).sort()).toEqual([...itemIds].sort());
  expect(await list(environmentId)).toEqual(before);
  expect(await auditOf(server, projectId)).toEqual([
    { action: 'project.created', userId: owner.userId, detail: null },
    {
      action: 'variables.restored',
      userId: owner.userId,
      detail: { count: 21, names: restored.slice(0, 20).map(({ name }) => name) },
    },
  ]);
});

test('a refused restore gives the reason: an environment already restored, one to restore first, or the plan', async () => {
  const { environmentId } = await environment('Staging', [text('a')]);
  const variableId = first(await list(environmentId));
  const [ofVariable, ofEnvironment, ofGlobal] = [newId(), newId(), newId()];
  await owner.client.call(calls.deleteVariables, {
    query: { projectId, variableIds: [variableId], trashId: ofVariable },
  });
  await owner.client.call(calls.deleteEnvironment, { query: { environmentId, trashId: ofEnvironment } });
  expect(await failure(restore({ trashId: ofVariable }))).toEqual([
    'API_TESTING_ENVIRONMENT_DELETED_FIRST',
    'The environment of a was deleted. Restore the environment first, then the variable.',
  ]);
  const by = { actor, trashId: newId() };
  const back = { id: environmentId, isNew: true, name: 'Anew', variables: [] };
  const scope = { organizationId: actor.organizationId, projectId };
  await server.platform.database.transaction((tx) => door.sharedItems.putEnvironment(tx, scope, by, back));
  expect(await failure(restore({ trashId: ofEnvironment }))).toEqual([
    'API_TESTING_ENVIRONMENT_EXISTS',
    'The environment Staging is back already.',
  ]);
  const globalIds = [first(await addGlobals([text('g')]))];
  await owner.client.call(calls.deleteGlobals, { query: { projectId, variableIds: globalIds, trashId: ofGlobal } });
  await setPlan('FREE');
  expect(await failure(restore({ trashId: ofGlobal }))).toEqual(inFreeWorkspace);
  expect(await restore({ trashId: ofVariable })).toMatchObject([{ kind: 'variable', name: 'a' }]);
  expect((await deleted()).totalElements).toBe(2);
});

test('items are permanently deleted on demand, an environment together with its deleted variables', async () => {
  const { environmentId } = await environment('Staging', [text('a'), text('b')]);
  const ids = [...(await addGlobals([text('g'), text('h'), text('i')])), ...(await list(environmentId)).slice(0, 1)];
  const variableIds = ids.map(({ variableId }) => variableId);
  await owner.client.call(calls.deleteVariables, { query: { projectId, variableIds } });
  await owner.client.call(calls.deleteEnvironment, { query: { environmentId } });
  const itemOf = async (name: string) => (await deleted()).content.find((one) => one.name === name)?.itemId ?? '';
  const forGood = (itemIds: string[], of = projectId) =>
    owner.client.call(deletedRoutes.deleteVariablesForGood, { query: { projectId: of, itemIds } });
  const [g, h, staging] = [await itemOf('g'), await itemOf('h'), await itemOf('Staging')];
  expect(await failure(forGood([g], otherId))).toEqual(nothingHere);
  expect(await forGood([g, h, newId()])).toEqual({ message: '2 deleted for good' });
  expect(await failure(forGood([g, h]))).toEqual(nothingHere);
  expect(await forGood([staging])).toEqual({ message: 'Deleted for good' });
  expect((await deleted()).content).toMatchObject([{ name: 'i' }]);
  expect((await auditOf(server, projectId)).slice(1)).toEqual([
    { action: 'variables.deletedForGood', userId: owner.userId, detail: { count: 2 } },
    { action: 'variables.deletedForGood', userId: owner.userId, detail: { count: 1 } },
  ]);
  const strangers = stranger.client.call(deletedRoutes.deleteVariablesForGood, { query: { projectId, itemIds: [g] } });
  expect(await failure(strangers)).toEqual(noWorkspace);
});

test('the nightly job permanently deletes items after 30 days, not earlier', async () => {
  const count = async () =>
    (
      await server.platform.database.pool.query('select name from workspaces.deleted_item where project_id = $1', [
        projectId,
      ])
    ).rows;
  const [older, newer] = [await environment('Older'), await environment('Newer')];
  await owner.client.call(calls.deleteEnvironment, { query: { environmentId: older.environmentId } });
  clock.advance(1);
  await owner.client.call(calls.deleteEnvironment, { query: { environmentId: newer.environmentId } });
  clock.advance(30 * dayMs - 1);
  await server.platform.jobs.send('workspaces.deleted', {});
  await vi.waitFor(async () => expect(await count()).toEqual([{ name: 'Newer' }]), 20_000);
});
