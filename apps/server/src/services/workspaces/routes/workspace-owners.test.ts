import { canWrite } from '@touchstone/contracts';
import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { workspaceRoutes as calls } from '@touchstone/contracts/workspaces';
import { AppError, FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import type { Actor } from '../app/actor.ts';
import { workspaceErrors } from '../errors.ts';
import { isNameTaken, readWorkspaceNames, type WorkspacesDoor, workspacesService } from '../index.ts';
import { actorFor, auditOf, refusalOf } from '../testing/use-cases.ts';

const dayMs = 86_400_000;
let server: TestServer;
let clock: FakeClock;
let door: WorkspacesDoor;
let owner: TestUser;
let stranger: TestUser;
let member: TestUser;
let outsider: TestUser;
let actor: Actor;
beforeAll(async () => {
  clock = new FakeClock(new Date());
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, queue: true, clock });
  door = server.app.door(workspacesService);
  stranger = await server.createOrganization();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createOrganization();
  member = await server.createUser(owner, { role: 'ROLE_USER', firstName: 'Mia' });
  outsider = await server.createUser(owner, { role: 'ROLE_USER', firstName: 'Otto', teamIds: [] });
  actor = actorFor(owner);
});

type Sql = Parameters<WorkspacesDoor['members']['remove']>[0];
const write = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
  server.platform.database.transaction((sql) => work(sql));
const asUser = (user: TestUser, given: Partial<Actor> = {}) => actorFor(user, { role: 'ROLE_USER', ...given });
const make = (given: object = {}, options: Parameters<WorkspacesDoor['workspaces']['create']>[2] = {}, by = actor) =>
  door.workspaces.create(by, { projectName: 'Shop', ...given }, options);
const addMember = async (projectId: string, user: TestUser, role: 'OWNER' | 'EDITOR' | 'VIEWER') => {
  const id = newId();
  await write((sql) => door.members.add(sql, { id, projectId, userId: user.userId, email: user.email, role }));
  return id;
};
const failure = async (call: Promise<unknown>) => {
  const { code, message } = await failureOf(call);
  return [code, message];
};
const refusal = async (work: Promise<unknown>) => {
  const { code, message } = await refusalOf(work);
  return [code, message];
};
const noWorkspace = ['API_TESTING_PROJECT_NOT_FOUND', 'No such workspace, or you have no access to it.'];
const nameTaken = [
  'API_TESTING_PROJECT_NAME_TAKEN',
  'A workspace with this name exists in the team already. Choose another name.',
];
const mismatch = [
  'API_TESTING_PROJECT_NAME_MISMATCH',
  'The name does not match the workspace. Type it exactly to delete it.',
];
const ownerOnly = ['API_TESTING_OWNER_ONLY', 'Only an owner of this workspace may do this.'];
const lastOwner = ['API_TESTING_LAST_OWNER', 'A workspace needs an owner. Make someone else an owner first.'];
const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
const shopOf = (user: TestUser) => ({
  projectId: expect.any(String),
  projectName: 'Shop',
  projectDescription: '',
  workspaceType: 'SHARED',
  workspacePlan: 'PRO',
  teamId: user.teamId,
  role: 'OWNER',
  suiteCount: 0,
  scriptCount: 0,
  collaborations: [{ email: user.email, role: 'OWNER' }],
  ...times,
});

test('a workspace is created for the caller’s team with the given fields, and audited', async () => {
  const { client } = owner;
  const plain = await client.call(calls.createProject, { body: { projectName: 'Shop' } });
  expect(plain).toEqual(shopOf(owner));
  const body = { projectName: 'Own', projectDescription: 'About it', workspaceType: 'PRIVATE' as const };
  const own = await client.call(calls.createProject, { body: { ...body, teamId: owner.teamId } });
  expect(own).toEqual({ ...shopOf(owner), ...body });
  expect(await client.call(calls.getProject, { query: { projectId: own.projectId } })).toEqual(own);
  expect(await auditOf(server, own.projectId)).toEqual([
    { action: 'project.created', userId: owner.userId, detail: null },
  ]);
});

test.each([
  ['FREE', 'FREE'],
  ['EXPIRED', 'FREE'],
  ['PRO', 'PRO'],
  ['ENTERPRISE', 'PRO'],
] as const)('on the plan %s, a new workspace is %s', async (plan, workspacePlan) => {
  expect(await make({}, {}, { ...actor, plan })).toMatchObject({ workspacePlan });
});

test('a workspace needs a team of the caller, and a name unique within team and service', async () => {
  const none = { teamId: undefined, teamIds: [] };
  expect(await refusal(make({}, {}, { ...actor, ...none }))).toEqual([
    'API_TESTING_NO_TEAM',
    'You belong to no team. Create a team in account settings first.',
  ]);
  expect(await refusal(make({ teamId: newId() }))).toEqual(noWorkspace);
  await make();
  expect(await refusal(make({ projectName: 'SHOP' }))).toEqual(nameTaken);
  const another = newId();
  await make({ teamId: another }, {}, { ...actor, teamIds: [owner.teamId, another] });
  await make({}, { service: 'elsewhere' });
  const other = await make({ projectName: 'Other' });
  const rename = door.workspaces.update(actor, { projectId: other.projectId, projectName: 'shop' });
  expect(await refusal(rename)).toEqual(nameTaken);
});

test.each<[string, unknown, boolean]>([
  ['a taken name', new AppError(workspaceErrors.projectNameTaken), true],
  ['another refusal', new AppError(workspaceErrors.noTeam), false],
  ['an error with the same code', Object.assign(new Error('x'), { code: nameTaken[0] }), false],
  ['nothing', undefined, false],
])('a refusal for a taken name is recognized: %s', (_name, error, expected) => {
  expect(isNameTaken(error)).toBe(expected);
});

test('a service’s own writes are committed or rolled back with its workspace', async () => {
  const id = newId();
  const seen: string[] = [];
  const also = async (sql: Sql, projectId: string) => {
    await door.workspaces.hold(sql, projectId);
    seen.push(projectId);
  };
  expect(await make({}, { service: 'elsewhere', id, also })).toEqual({ ...shopOf(owner), projectId: id });
  const place = { organizationId: owner.organizationId, projectId: id };
  expect(await door.workspaces.findService(place)).toBe('elsewhere');
  expect(await door.workspaces.findService({ ...place, organizationId: newId() })).toBeUndefined();
  const failing = () => Promise.reject(new Error('full'));
  const another = newId();
  await expect(make({ projectName: 'B' }, { id: another, also: failing })).rejects.toThrow('full');
  expect(await door.workspaces.findService({ ...place, projectId: another })).toBeUndefined();
  await expect(door.workspaces.delete(actor, id, { also: failing })).rejects.toThrow('full');
  expect(await door.workspaces.findService(place)).toBe('elsewhere');
  await door.workspaces.delete(actor, id, { also: async (_sql, projectId) => void seen.push(projectId) });
  expect([seen, await door.workspaces.findService(place)]).toEqual([[id, id], undefined]);
  expect(await auditOf(server, id)).toEqual([
    { action: 'project.created', userId: owner.userId, detail: null },
    { action: 'project.deleted', userId: owner.userId, detail: { projectName: 'Shop' } },
  ]);
});

test('lists contain the workspaces the caller may open, newest first, by name, team and service, page by page', async () => {
  const another = newId();
  const both = { ...actor, teamIds: [owner.teamId, another] };
  const shop = await make();
  const own = await make({ projectName: 'Own shop', workspaceType: 'PRIVATE' });
  const shared = await make({ projectName: 'Shared' });
  const far = await make({ projectName: 'Far', teamId: another, projectDescription: 'Away' }, {}, both);
  const elsewhere = await make({ projectName: 'Elsewhere' }, { service: 'elsewhere' });
  await addMember(own.projectId, outsider, 'VIEWER');
  const page = { page: 0, size: 10 };
  const list = async (by: Actor, filter: object = {}) => {
    const { content, totalElements } = await door.workspaces.list(by, filter, page);
    expect(totalElements).toBe(content.length);
    return content.map((one) => [one.projectName, one.role]);
  };
  const named = (names: string[], role: string) => names.map((name) => [name, role]);
  expect(await list(actor)).toEqual(named(['Far', 'Shared', 'Own shop', 'Shop'], 'OWNER'));
  expect(await list(asUser(member))).toEqual(named(['Shared', 'Shop'], 'EDITOR'));
  expect(await list(asUser(outsider, { teamIds: [], teamId: undefined }))).toEqual([['Own shop', 'VIEWER']]);
  expect(await list(asUser(member, { role: 'ROLE_GUEST' }))).toEqual(named(['Shared', 'Shop'], 'VIEWER'));
  expect(await list(actorFor(stranger))).toEqual([]);
  expect(await list(actor, { searchTerm: 'SHOP' })).toEqual(named(['Own shop', 'Shop'], 'OWNER'));
  expect(await list(actor, { teamId: another })).toEqual([['Far', 'OWNER']]);
  expect(await list(actor, { service: 'elsewhere' })).toEqual([['Elsewhere', 'OWNER']]);
  expect(await door.workspaces.list(actor, {}, { page: 1, size: 3 })).toEqual({
    content: [shop],
    totalElements: 4,
    page: 1,
    size: 3,
  });
  const { content } = await door.workspaces.list(actor, { searchTerm: 'Own' }, page);
  expect(content[0]?.collaborations).toEqual(
    expect.arrayContaining([...own.collaborations, { email: outsider.email, role: 'VIEWER' }]),
  );
  const visible = (given: { projectId: string; projectName: string; projectDescription: string }) => ({
    projectId: given.projectId,
    projectName: given.projectName,
    projectDescription: given.projectDescription,
  });
  expect(await door.workspaces.listVisible(actor, another)).toEqual([visible(far)]);
  expect(await door.workspaces.listVisible(actor, undefined, 'elsewhere')).toEqual([visible(elsewhere)]);
  const ofMember = await door.workspaces.listVisible(asUser(member));
  expect(ofMember.sort((a, b) => a.projectName.localeCompare(b.projectName))).toEqual([visible(shared), visible(shop)]);
  const { workspaces } = door;
  expect((await write((sql) => workspaces.namesIn(sql, owner.teamId, 'api-testing'))).sort()).toEqual([
    'Own shop',
    'Shared',
    'Shop',
  ]);
  const { organizationId, teamId } = owner;
  expect(await workspaces.countOfTeam(organizationId, teamId)).toBe(4);
  expect(await workspaces.countOfTeam(stranger.organizationId, teamId)).toBe(0);
});

test('an owner can change each field of a workspace, but the plan only within the organization’s', async () => {
  const shop = await make({ projectDescription: 'Before' });
  const { projectId } = shop;
  const update = (given: object, by = actor) => door.workspaces.update(by, { projectId, ...given });
  expect(await update({ projectName: 'Store' })).toEqual({ ...shop, ...times, projectName: 'Store' });
  const changed = { projectDescription: 'After', workspaceType: 'PRIVATE', workspacePlan: 'FREE' } as const;
  expect(await update(changed)).toEqual({ ...shop, ...times, projectName: 'Store', ...changed });
  const free = { ...actor, plan: 'FREE' as const };
  expect(await refusal(update({ workspacePlan: 'PRO', projectName: 'Lost' }, free))).toEqual([
    'API_TESTING_PLAN_NEEDS_PRO',
    'Only an organization with a PRO plan can upgrade a workspace. Upgrade to PRO first.',
  ]);
  expect(await update({ workspacePlan: 'FREE' }, free)).toMatchObject({ workspacePlan: 'FREE', projectName: 'Store' });
  expect(await update({ workspacePlan: 'PRO' }, { ...actor, plan: 'ENTERPRISE' })).toMatchObject({
    workspacePlan: 'PRO',
  });
  expect(await update({ workspacePlan: 'PRO' }, free)).toMatchObject({ workspacePlan: 'PRO' });
  await update({ workspaceType: 'SHARED' });
  expect(await refusal(update({ projectName: 'X' }, asUser(member)))).toEqual(ownerOnly);
  expect(await refusal(update({ projectName: 'X' }, actorFor(stranger)))).toEqual(noWorkspace);
});

test('a workspace with more people than the free plan allows cannot be downgraded', async () => {
  const { projectId } = await make();
  for (let n = 0; n < 4; n += 1)
    await addMember(projectId, { ...member, userId: newId(), email: `m${n}@a.test` }, 'EDITOR');
  const body = { projectId, workspacePlan: 'FREE' as const, projectName: 'Lost' };
  expect((await failureOf(owner.client.call(calls.updateProject, { body }))).code).toBe(
    'COLLABORATION_DOWNGRADE_WITH_EXTRAS',
  );
  expect(await door.workspaces.view(actor, projectId)).toMatchObject({ projectName: 'Shop', workspacePlan: 'PRO' });
});

test('only its owner can delete a workspace, confirmed with its exact name', async () => {
  const { projectId } = await make();
  const remove = (user: TestUser, projectName: string) =>
    user.client.call(calls.deleteProject, { query: { projectId, projectName } });
  expect(await failure(remove(owner, 'shop'))).toEqual(mismatch);
  expect(await failure(remove(member, 'Shop'))).toEqual(ownerOnly);
  expect(await failure(remove(stranger, 'Shop'))).toEqual(noWorkspace);
  expect(await remove(owner, 'Shop')).toEqual({ message: 'Workspace deleted' });
  expect(await failure(remove(owner, 'Shop'))).toEqual(noWorkspace);
  expect(await refusal(write((sql) => door.workspaces.hold(sql, projectId)))).toEqual(noWorkspace);
});

test('calls record the workspaces they open for changes, and follow the rules of their service', async () => {
  const { projectId } = await make();
  const opened = new Set<string>();
  const by = { ...actor, openedForChange: opened };
  await door.workspaces.open(by, projectId, 'view');
  expect([...opened]).toEqual([]);
  await door.workspaces.open(by, projectId, 'edit');
  expect([...opened]).toEqual([projectId]);
  opened.clear();
  await door.workspaces.open(by, projectId, 'own');
  expect([...opened]).toEqual([projectId]);
  const guest = asUser(member, { role: 'ROLE_GUEST' });
  await door.workspaces.open(guest, projectId, 'view');
  const asked = door.workspaces.open({ ...guest, workspaceAccess: canWrite }, projectId, 'view');
  expect((await refusalOf(asked)).code).toBe('PLATFORM_FORBIDDEN');
  await door.workspaces.open({ ...actor, workspaceAccess: canWrite }, projectId, 'view');
});

test('members gain, change and lose roles, but a workspace always keeps an owner', async () => {
  const { projectId } = await make();
  const { members } = door;
  const { organizationId } = owner;
  const [first] = await members.list(projectId);
  if (!first) throw new Error('The workspace has no member.');
  expect(first).toMatchObject({ projectId, userId: owner.userId, email: owner.email, role: 'OWNER' });
  const find = (id: string, of = organizationId) => members.find(of, id);
  const change = (id: string, role: 'OWNER' | 'EDITOR') =>
    write(async (sql) => members.setRole(sql, (await find(id)) ?? first, role));
  const remove = (id: string) => write(async (sql) => members.remove(sql, (await find(id)) ?? first));
  const id = await addMember(projectId, member, 'VIEWER');
  expect(await find(id)).toEqual({
    id,
    projectId,
    userId: member.userId,
    email: member.email,
    role: 'VIEWER',
    addedAt: expect.any(Date),
  });
  expect([await find(id, stranger.organizationId), await find(newId())]).toEqual([undefined, undefined]);
  expect((await write((sql) => members.list(projectId, sql))).map((one) => one.id)).toEqual([first.id, id]);
  expect(await write((sql) => members.count(sql, projectId))).toBe(2);
  expect(await refusal(change(first.id, 'EDITOR'))).toEqual(lastOwner);
  expect(await refusal(remove(first.id))).toEqual(lastOwner);
  await change(first.id, 'OWNER');
  await change(id, 'EDITOR');
  expect((await find(id))?.role).toBe('EDITOR');
  await change(id, 'OWNER');
  await change(first.id, 'EDITOR');
  expect((await members.list(projectId)).map((one) => one.role)).toEqual(['EDITOR', 'OWNER']);
  expect(await refusal(remove(id))).toEqual(lastOwner);
  await remove(first.id);
  expect((await members.list(projectId)).map((one) => one.id)).toEqual([id]);
});

test('a workspace can be locked for member changes, and named, within its organization until it is deleted', async () => {
  const { projectId, projectName, workspaceType, workspacePlan, teamId } = await make({ workspaceType: 'PRIVATE' });
  const { organizationId } = owner;
  const { members } = door;
  const lock = (of = organizationId, id = projectId) => write((sql) => members.lock(sql, of, id));
  expect(await lock()).toEqual({ projectId, organizationId, projectName, workspaceType, workspacePlan, teamId });
  expect(await refusal(lock(stranger.organizationId))).toEqual(noWorkspace);
  expect(await refusal(lock(organizationId, newId()))).toEqual(noWorkspace);
  expect(await members.namesOf(organizationId, [projectId, newId()])).toEqual(new Map([[projectId, 'Shop']]));
  expect(await members.namesOf(organizationId, [])).toEqual(new Map());
  expect(await members.namesOf(stranger.organizationId, [projectId])).toEqual(new Map());
  const [first] = await members.list(projectId);
  await door.moveToTrash(actor, projectId);
  expect(await refusal(lock())).toEqual(noWorkspace);
  expect(await members.find(organizationId, first?.id ?? '')).toBeUndefined();
});

test('the people of a workspace are its administrators, members and, if it is shared, its team', async () => {
  const { projectId } = await make();
  const own = await make({ projectName: 'Own', workspaceType: 'PRIVATE' });
  await addMember(own.projectId, outsider, 'VIEWER');
  const person = (user: TestUser, name: string) => ({ userId: user.userId, name, email: user.email });
  const [ada, mia, otto] = [person(owner, 'Ada Admin'), person(member, 'Mia User'), person(outsider, 'Otto User')];
  const { organizationId } = owner;
  const list = (id: string, filter: object = {}, of = organizationId) =>
    door.workspacePeople.list({ organizationId: of, projectId: id }, { most: 10, ...filter });
  expect(await list(projectId)).toEqual([ada, mia]);
  expect(await list(own.projectId)).toEqual([ada, otto]);
  expect(await list(projectId, { most: 1 })).toEqual([ada]);
  expect(await list(projectId, { searchTerms: ['mia', 'nobody'] })).toEqual([mia]);
  expect(await list(projectId, { among: [owner.userId, outsider.userId] })).toEqual([ada]);
  expect(await list(projectId, { among: [] })).toEqual([]);
  expect([await list(newId()), await list(projectId, {}, stranger.organizationId)]).toEqual([[], []]);
});

test('files refer to workspaces visible to the caller by name: their own first, then others of that name', async () => {
  const another = newId();
  const shop = await make();
  const away = await make({ teamId: another }, {}, { ...actor, teamIds: [owner.teamId, another] });
  const other = await make({ projectName: 'Other' });
  const elsewhere = await make({}, { service: 'elsewhere' });
  const names = await readWorkspaceNames(door.workspaces, actor);
  expect([names.of(shop.projectId), names.of(other.projectId), names.of(newId())]).toEqual([
    'Shop',
    'Other',
    undefined,
  ]);
  expect(names.searched(shop.projectId, 'Shop')).toEqual([shop.projectId, away.projectId]);
  expect(names.searched(other.projectId, 'Other')).toEqual([other.projectId]);
  expect(names.searched(other.projectId, undefined)).toEqual([other.projectId]);
  expect(names.searched(newId(), 'Other')).toEqual([other.projectId]);
  expect(names.searched(newId(), undefined)).toEqual([]);
  const ofService = await readWorkspaceNames(door.workspaces, actor, 'elsewhere');
  expect([ofService.of(elsewhere.projectId), ofService.of(shop.projectId)]).toEqual(['Shop', undefined]);
  const seen = await readWorkspaceNames(door.workspaces, asUser(member));
  expect(seen.searched(other.projectId, 'Shop')).toEqual([other.projectId, shop.projectId]);
});

test('the trash lists an owner’s workspaces with who deleted them, newest first, for 30 days', async () => {
  const [one, two] = [await make({ projectName: 'One' }), await make({ projectName: 'Two' })];
  const custom = await make({}, { service: 'elsewhere' });
  expect(await refusal(door.moveToTrash(actor, custom.projectId, 'Shop'))).toEqual([
    'API_TESTING_NOT_RESTORABLE',
    'This kind of workspace can’t be restored later. Leave out restorable to delete it for good.',
  ]);
  expect(await refusal(door.moveToTrash(actor, one.projectId, 'one'))).toEqual(mismatch);
  expect(await refusal(door.moveToTrash(asUser(member), one.projectId))).toEqual(ownerOnly);
  await addMember(two.projectId, member, 'OWNER');
  const item = ({ projectId, projectName }: { projectId: string; projectName: string }) => ({
    projectId,
    projectName,
    deletedByName: 'Ada Admin',
    deletedAt: clock.now().toISOString(),
    expiresAt: new Date(clock.now().getTime() + 30 * dayMs).toISOString(),
  });
  await door.moveToTrash(actor, one.projectId, 'One');
  const items = [item(one)];
  clock.advance(1000);
  await door.moveToTrash(actor, two.projectId);
  items.unshift(item(two));
  const list = async (user: TestUser, query: { service?: string } = {}) =>
    (await user.client.call(deletedRoutes.listDeletedProjects, { query })).projects;
  expect(await list(owner)).toEqual(items);
  expect([await list(member), await list(outsider), await list(stranger)]).toEqual([items.slice(0, 1), [], []]);
  expect(await auditOf(server, one.projectId)).toEqual([
    { action: 'project.created', userId: owner.userId, detail: null },
    { action: 'project.deleted', userId: owner.userId, detail: { projectName: 'One', restorable: true } },
  ]);
  clock.advance(30 * dayMs - 1001);
  expect(await list(owner)).toEqual(items);
  clock.advance(1);
  expect(await list(owner)).toEqual(items.slice(0, 1));
  const left = async () => {
    const all = 'select name from workspaces.project where organization_id = $1 and deleted_at is not null';
    return (await server.platform.database.pool.query(all, [owner.organizationId])).rows;
  };
  await server.platform.jobs.send('workspaces.deleted', {});
  await vi.waitFor(async () => expect(await left()).toEqual([{ name: 'Two' }]), 20_000);
});

test('a deleted workspace is restored, under a free name if needed, or permanently deleted, once and by an owner', async () => {
  const shop = await make();
  const { projectId } = shop;
  const restore = (user = owner) => user.client.call(deletedRoutes.restoreDeletedProject, { body: { projectId } });
  const forGood = (user = owner) => user.client.call(deletedRoutes.deleteProjectForGood, { query: { projectId } });
  expect([await failure(restore()), await failure(forGood())]).toEqual([noWorkspace, noWorkspace]);
  await door.moveToTrash(actor, projectId);
  expect([await failure(restore(member)), await failure(forGood(member))]).toEqual([ownerOnly, ownerOnly]);
  expect(await restore()).toEqual({ ...shop, ...times });
  await door.moveToTrash(actor, projectId);
  await make({}, { service: 'elsewhere' });
  await make({ projectName: 'shop' });
  expect(await restore()).toEqual({ ...shop, ...times, projectName: 'Shop (2)' });
  await door.moveToTrash(actor, projectId);
  expect(await forGood()).toEqual({ message: 'Deleted for good' });
  expect([await failure(restore()), await failure(forGood())]).toEqual([noWorkspace, noWorkspace]);
  const put = (projectName: string) => ['project.deleted', { projectName, restorable: true }];
  expect((await auditOf(server, projectId)).map(({ action, detail }) => [action, detail])).toEqual([
    ['project.created', null],
    put('Shop'),
    ['project.restored', { projectName: 'Shop' }],
    put('Shop'),
    ['project.restored', { projectName: 'Shop (2)' }],
    put('Shop (2)'),
    ['project.deletedForGood', { projectName: 'Shop (2)' }],
  ]);
});
