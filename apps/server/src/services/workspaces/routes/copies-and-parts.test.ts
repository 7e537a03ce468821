import type { CertificateInFile } from '@touchstone/contracts/workspaces';
import { workspaceRoutes as calls } from '@touchstone/contracts/workspaces';
import { makeCertificate } from '@touchstone/engine-http/testing';
import { AppError, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { newProject } from '../../api-testing/testing/builders.ts';
import type { Actor } from '../app/actor.ts';
import { openCertificates, openScopes, type WorkspacesDoor, workspacesService } from '../index.ts';
import { actorFor, refusalOf } from '../testing/use-cases.ts';

const pem = makeCertificate({ commonName: 'Shop client' });
let server: TestServer;
let door: WorkspacesDoor;
let actor: Actor;
let projectId: string;
let scope: { organizationId: string; projectId: string };
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  door = server.app.door(workspacesService);
  actor = actorFor(server.admin);
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = await newProject(server.admin.client);
  scope = { organizationId: actor.organizationId, projectId };
});

type Sql = Parameters<WorkspacesDoor['copyShared']>[0];
const write = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
  server.platform.database.transaction((sql) => work(sql));
const sql = () => server.platform.database.sql;
const text = (name: string, value = '1') => ({ name, value, isSecret: false });
const secret = (name: string, value = 'hidden') => ({ name, value, isSecret: true });
const environment = (environmentName: string, variables: ReturnType<typeof text>[] = []) =>
  door.environments.create(actor, { projectId, environmentName, variables });
const database = (name: string, given: object = {}) => {
  const address = { kind: 'postgresql' as const, host: 'db.test', port: 5432, databaseName: 'orders', username: 'ada' };
  const rest = { tls: 'off' as const, caCertificate: '', password: 'word' };
  return door.databases.create(actor, { projectId, name, ...address, ...rest, ...given });
};
/** The values a run uses: environment variables, then global ones, and the names of secrets. */
const values = async (environmentId?: string, project = projectId) => {
  const { scopes } = await door.variables.plan(actor, project, environmentId);
  const opened = openScopes(server.platform, scopes);
  return [...opened.scopes.slice(0, 2), opened.secrets];
};
const ofSuite = async (suiteId: string) => {
  const planned = await door.suiteVariables.plan([suiteId]);
  return openScopes(server.platform, [planned[suiteId] ?? []]).scopes[0];
};
async function certificate(domainName: string) {
  const bytes = (content: string) => new TextEncoder().encode(content);
  const files = [
    { fileName: 'shop.pem', bytes: bytes(pem.cert) },
    { fileName: 'shop.key', bytes: bytes(pem.key) },
  ];
  const { uploadId } = await door.certificateUploads.keep(actor, projectId, files);
  return door.certificates.create(actor, { projectId, domainName, uploadId });
}
const inFile = (name: string, given: Partial<CertificateInFile> = {}): CertificateInFile & { id: string } => ({
  id: newId(),
  name,
  type: 'PEM',
  file: 'c.pem, c.key',
  subject: 'CN=In file',
  issuer: 'CN=Authority',
  notBefore: '2026-01-02T03:04:05.000Z',
  notAfter: '2027-01-02T03:04:05.000Z',
  fingerprint: 'AB:CD',
  ...given,
});
const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };

test('a copied workspace has its own environments, variables, databases and certificates with working secrets', async () => {
  await door.variables.addGlobals(actor, projectId, [
    { ...text('g', 'global'), description: 'About g' },
    { ...secret('off'), enabled: false },
    secret('gs', 'global secret'),
  ]);
  const staging = await environment('Staging', [text('a'), secret('key', 'of staging')]);
  const empty = await environment('Empty');
  const [shop, open] = [
    await database('Shop'),
    await database('Open', { kind: 'mongodb', username: '', password: '' }),
  ];
  const stored = await certificate('shop.test');
  const place = { actor, ...scope };
  const bare = inFile('bare.test');
  await write((tx) => door.certificatePart.put(tx, place, bare, true));
  await door.suiteVariables.add({ ...scope, suiteId: newId() }, [text('ofSuite')]);
  const to = { organizationId: actor.organizationId, projectId: await newProject(server.admin.client) };
  const copies = await write((tx) => door.copyShared(tx, projectId, to));
  const originals = [staging.environmentId, empty.environmentId, shop.databaseConfigurationId];
  expect([...copies.keys()].sort()).toEqual([...originals, open.databaseConfigurationId].sort());
  const copyOf = (id: string) => copies.get(id) ?? '';
  expect(new Set([...copies.keys(), ...copies.values()]).size).toBe(8);
  const [before, after] = [
    await door.sharedItems.read(sql(), projectId),
    await door.sharedItems.read(sql(), to.projectId),
  ];
  const renamed = <T extends { id: string }>(items: T[]) => items.map((one) => ({ ...one, id: copyOf(one.id) }));
  expect(after).toEqual({
    globals: before.globals,
    environments: renamed(before.environments),
    databases: renamed(before.databases),
  });
  expect(after.globals).toHaveLength(3);
  expect(await values(copyOf(staging.environmentId), to.projectId)).toEqual([
    { a: '1', key: 'of staging' },
    { g: 'global', gs: 'global secret' },
    ['of staging', 'global secret'],
  ]);
  expect(await door.databases.findTarget(to, copyOf(shop.databaseConfigurationId))).toMatchObject({ password: 'word' });
  expect(await door.databases.findTarget(to, copyOf(open.databaseConfigurationId))).toMatchObject({ password: '' });
  const listed = await door.certificates.list(actor, to.projectId);
  const { certificateId: _id, ...facts } = stored;
  expect(listed).toMatchObject([
    { domainName: 'bare.test', subject: 'CN=In file', hasFiles: false },
    { ...facts, projectId: to.projectId, ...times },
  ]);
  const ids = listed.map(({ certificateId }) => certificateId);
  expect(ids).not.toContain(stored.certificateId);
  expect(ids).not.toContain(bare.id);
  const { tls } = openCertificates(server.platform, await door.certificates.plan(to.projectId));
  const opened = { certificate: pem.cert.trim(), key: pem.key.trim() };
  expect(tls?.clientCertificates).toEqual([{ domain: 'shop.test', format: 'pem', ...opened }]);
});

test('a workspace without shared items can be copied', async () => {
  const to = { organizationId: actor.organizationId, projectId: await newProject(server.admin.client) };
  expect(await write((tx) => door.copyShared(tx, projectId, to))).toEqual(new Map());
  expect(await door.sharedItems.read(sql(), to.projectId)).toEqual({ globals: [], environments: [], databases: [] });
});

test('a certificate from a file is stored without its key files, which are requested until uploaded', async () => {
  const place = { actor, ...scope };
  const put = (item: CertificateInFile & { id: string }, isNew: boolean) =>
    write((tx) => door.certificatePart.put(tx, place, item, isNew));
  const read = () => door.certificatePart.read(sql(), scope, {});
  const item = inFile('shop.test');
  expect(await put(item, true)).toEqual(['files (c.pem, c.key)']);
  expect(await read()).toEqual([item]);
  const { name: domainName, id: certificateId, ...facts } = item;
  expect(await door.certificates.list(actor, projectId)).toEqual([
    { certificateId, projectId, domainName, ...facts, hasFiles: false, ...times },
  ]);
  expect(await door.certificates.plan(projectId)).toEqual([]);
  expect(await put({ ...item, name: 'moved.test', subject: 'CN=Ignored' }, false)).toEqual(['files (c.pem, c.key)']);
  expect(await read()).toEqual([{ ...item, name: 'moved.test' }]);
});

test('a certificate keeps its key files when a file changes its domain, and they are requested only if it names others', async () => {
  const { certificateId: id } = await certificate('b.test');
  const place = { actor, ...scope };
  const [stored] = await door.certificatePart.read(sql(), scope, { forUpdate: true });
  expect(stored).toMatchObject({
    id,
    name: 'b.test',
    type: 'PEM',
    file: 'shop.pem, shop.key',
    subject: 'CN=Shop client',
  });
  const put = (given: Partial<CertificateInFile>) =>
    write((tx) => door.certificatePart.put(tx, place, { ...(stored as CertificateInFile), id, ...given }, false));
  expect(await put({ name: 'c.test' })).toEqual([]);
  expect(await put({ name: 'c.test', fingerprint: 'AB', file: 'other.pem' })).toEqual(['files (other.pem)']);
  expect(await put({ id: newId(), name: 'd.test' })).toEqual(['files (shop.pem, shop.key)']);
  expect(await door.certificatePart.read(sql(), scope, {})).toEqual([{ ...stored, name: 'c.test' }]);
  await write((tx) => door.certificatePart.put(tx, place, inFile('a.test'), true));
  const taken = {
    code: 'API_TESTING_CERTIFICATE_DOMAIN_TAKEN',
    message: 'This workspace has a certificate for a.test already. Change that one instead.',
    details: [
      { path: 'domainName', message: 'This workspace has a certificate for a.test already. Change that one instead.' },
    ],
  };
  expect(await refusalOf(put({ name: 'a.test' }))).toEqual(taken);
  const another = write((tx) => door.certificatePart.put(tx, place, inFile('a.test'), true));
  expect(await refusalOf(another)).toEqual(taken);
});

test('certificates from a file are found by id and deleted, and their domains are normalized', async () => {
  const place = { actor, ...scope };
  const [one, two, three] = [inFile('one.test'), inFile('two.test'), inFile('three.test')];
  for (const item of [one, two, three]) await write((tx) => door.certificatePart.put(tx, place, item, true));
  expect((await door.certificatePart.taken(sql(), [one.id, newId(), two.id])).sort()).toEqual([one.id, two.id].sort());
  await write((tx) => door.certificatePart.delete(tx, place, [one.id, three.id]));
  expect(await door.certificatePart.read(sql(), scope, {})).toEqual([two]);
  const normal = (name: string) => door.certificatePart.normal?.({ ...one, name });
  expect(normal(' API.Shop.TEST:0443 ')).toEqual({ item: { ...one, name: 'api.shop.test:443' } });
  expect(normal('no domain/')).toEqual({ item: { ...one, name: 'no domain/' } });
});

test('values produced by a run are stored in its environment: secrets encrypted, and existing secrets stay secret', async () => {
  const { environmentId } = await environment('Staging', [
    text('a', 'old'),
    secret('key', 'old'),
    text('other', 'as is'),
  ]);
  const { environmentId: second } = await environment('Second', [text('a', 'second')]);
  await door.keepVariables({
    ...scope,
    environmentId,
    values: { a: 'new', key: 'new key', made: 'm' },
    isSecret: false,
  });
  expect(await values(environmentId)).toEqual([
    { a: 'new', key: 'new key', made: 'm', other: 'as is' },
    {},
    ['new key'],
  ]);
  await door.keepVariables({ ...scope, environmentId, values: { a: 'sealed', token: 't' }, isSecret: true });
  expect(await values(environmentId)).toEqual([
    { a: 'sealed', key: 'new key', made: 'm', other: 'as is', token: 't' },
    {},
    ['sealed', 'new key', 't'],
  ]);
  const shown = (await door.variables.list(actor, { environmentId })).map(({ name, value, isSecret }) => [
    name,
    value,
    isSecret,
  ]);
  expect(shown).toEqual([
    ['a', '', true],
    ['key', '', true],
    ['made', 'm', false],
    ['other', 'as is', false],
    ['token', '', true],
  ]);
  expect(await values(second)).toEqual([{ a: 'second' }, {}, []]);
});

test.each<[string, () => Promise<Partial<typeof scope> & { environmentId?: string }>]>([
  ['is missing', async () => ({ environmentId: newId() })],
  ['belongs to another workspace', async () => ({ projectId: await newProject(server.admin.client) })],
  ['belongs to another organization', async () => ({ organizationId: newId() })],
])('values of a run are refused if the environment %s', async (_name, change) => {
  const { environmentId } = await environment('Staging');
  const kept = { ...scope, environmentId, values: { a: '1' }, isSecret: false, ...(await change()) };
  expect(await refusalOf(door.keepVariables(kept))).toEqual({
    code: 'API_TESTING_ENVIRONMENT_NOT_FOUND',
    message: 'No such environment. It may have been deleted.',
    details: [],
  });
  expect(await values(environmentId)).toEqual([{}, {}, []]);
});

test('variables of suites are listed, copied, kept while the suite is deleted, and restored', async () => {
  const [suiteId, copyId, other] = [newId(), newId(), newId()];
  const added = await door.suiteVariables.add({ ...scope, suiteId }, [
    { ...text('b', '2'), description: 'About b' },
    secret('a', 'of suite'),
    { ...text('off'), enabled: false },
  ]);
  const shown = { environmentId: null, suiteId, updatedAt: expect.any(String), variableId: expect.any(String) };
  expect(added).toEqual([
    { name: 'a', value: '', isSecret: true, enabled: true, description: '', ...shown },
    { name: 'b', value: '2', isSecret: false, enabled: true, description: 'About b', ...shown },
    { name: 'off', value: '1', isSecret: false, enabled: false, description: '', ...shown },
  ]);
  const more = await door.suiteVariables.add({ ...scope, suiteId: other }, [text('a', 'other')]);
  expect(await door.suiteVariables.list([suiteId])).toEqual(added);
  expect(await door.suiteVariables.list([other])).toEqual(more);
  expect(await door.suiteVariables.list([])).toEqual([]);
  await write((tx) => door.suiteVariables.copy(tx, suiteId, { ...scope, suiteId: copyId }));
  const copied = await door.suiteVariables.list([copyId]);
  const withoutId = (list: typeof added) => list.map(({ variableId: _id, updatedAt: _at, ...rest }) => rest);
  expect(withoutId(copied)).toEqual(withoutId(added).map((one) => ({ ...one, suiteId: copyId })));
  expect(await ofSuite(copyId)).toEqual({ a: 'of suite', b: '2' });
  const kept = await write((tx) => door.suiteVariables.keep(tx, suiteId));
  expect(kept.map(({ name, updatedAt }) => [name, updatedAt])).toEqual(added.map((one) => [one.name, one.updatedAt]));
  await door.variables.delete(actor, projectId, [copied[0]?.variableId ?? '']);
  await write((tx) => door.suiteVariables.delete(tx, [suiteId, copyId]));
  expect(await door.suiteVariables.list([suiteId, copyId, other])).toEqual(more);
  const trash = 'select 1 from workspaces.deleted_item where project_id = $1';
  expect((await server.platform.database.pool.query(trash, [projectId])).rowCount).toBe(0);
  await write((tx) => door.suiteVariables.restore(tx, JSON.parse(JSON.stringify(kept))));
  expect(await door.suiteVariables.list([suiteId])).toEqual(added);
  expect(Object.keys(await door.suiteVariables.plan([suiteId, copyId, other])).sort()).toEqual([suiteId, other].sort());
  expect(await ofSuite(suiteId)).toEqual({ a: 'of suite', b: '2' });
  expect((await server.admin.client.call(calls.listVariables, { query: { projectId } })).variables).toEqual([]);
});

/** Text the database cannot store. */
const badName = 'a\u0000b';
test.each<[string, () => Promise<unknown>]>([
  ['a variable', () => door.suiteVariables.add({ ...scope, suiteId: newId() }, [text(badName)])],
  ['an environment', () => environment(badName)],
  ['a database', () => database(badName)],
  ['a certificate', () => write((tx) => door.certificatePart.put(tx, { actor, ...scope }, inFile(badName), true))],
  ['a workspace', () => door.workspaces.create(actor, { projectName: badName })],
])('an error other than a taken name is not reported as one: %s', async (_name, work) => {
  const error = await work().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(AppError);
});

test('variables deleted by one call can be restored together, even if it gives no trash id', async () => {
  const { environmentId } = await environment('Staging', [text('a'), text('b')]);
  const ids = (await door.variables.list(actor, { environmentId })).map(({ variableId }) => variableId);
  await door.variables.add(actor, environmentId, [text('c')]);
  await door.variables.delete(actor, projectId, ids);
  const [c] = await door.variables.list(actor, { environmentId });
  await door.variables.delete(actor, projectId, [c?.variableId ?? '']);
  const query = 'select name, trash_id, deleted_by from workspaces.deleted_item where project_id = $1 order by name';
  const { rows } = await server.platform.database.pool.query(query, [projectId]);
  const [first, second, third] = rows;
  expect(rows.map((row) => [row.name, row.deleted_by])).toEqual(['a', 'b', 'c'].map((name) => [name, actor.userId]));
  expect(second.trash_id).toBe(first.trash_id);
  expect(third.trash_id).not.toBe(first.trash_id);
});
