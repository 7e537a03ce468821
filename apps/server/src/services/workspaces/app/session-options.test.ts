import { text as textOf } from 'node:stream/consumers';
import { workspaceRoutes as calls } from '@touchstone/contracts/workspaces';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { newProject } from '../../api-testing/testing/builders.ts';
import {
  dynamicOptions,
  EnvironmentTokens,
  forgetTokens,
  loadTransport,
  openCertificates,
  openScopes,
  SessionTokens,
  sessionOptions,
} from '../index.ts';
import { addressPolicyOptions } from './session-options.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let server: TestServer;
let clock: FakeClock;
let projectId: string;
let organizationId: string;
beforeAll(async () => {
  clock = new FakeClock(new Date());
  server = await createTestServer({
    postgresUrl: inject('postgresUrl'),
    start: false,
    clock,
    env: {
      ADDRESS_POLICY: 'public-only',
      ADDRESS_ALLOW: '10.1.0.0/16',
      ADDRESS_DENY: '198.41.0.0/24',
      EXPRESSION_LIMIT_MS: '1234',
      SCRIPT_LIMIT_MS: '2345',
    },
  });
  ({ organizationId } = server.admin);
});
afterAll(() => server.close());
beforeEach(async () => {
  projectId = await newProject(server.admin.client);
});

const bearer = (accessToken: string, given: { refreshToken?: string; expiresAtMs?: number } = {}) => ({
  accessToken,
  tokenType: 'Bearer',
  obtainedAtMs: clock.now().getTime(),
  ...given,
});
const tokensOf = (environmentId: string | null = null, project = projectId) =>
  new EnvironmentTokens(server.platform, { projectId: project, environmentId });

test('a session remembers its tokens for masking, but stores none', async () => {
  const tokens = new SessionTokens();
  await tokens.write('key', bearer('one'));
  tokens.learn(bearer('two', { refreshToken: 'again' }));
  tokens.learn(bearer('three', { refreshToken: '' }));
  await tokens.drop('key', 'one');
  expect(await tokens.read('key')).toBeUndefined();
  expect([...tokens.secrets]).toEqual(['one', 'two', 'again', 'three']);
});

test('tokens are stored encrypted, shared by the sessions of an environment and separate from other environments', async () => {
  const environmentId = newId();
  const tokens = tokensOf(environmentId);
  const token = bearer('access', { refreshToken: 'refresh', expiresAtMs: clock.now().getTime() + hourMs });
  await tokens.write('key', token);
  expect([...tokens.secrets]).toEqual(['access', 'refresh']);
  const another = tokensOf(environmentId);
  expect(await another.read('key')).toEqual(token);
  expect([...another.secrets]).toEqual(['access', 'refresh']);
  const others = [tokensOf(), tokensOf(newId()), tokensOf(environmentId, await newProject(server.admin.client))];
  for (const other of others) expect([await other.read('key'), [...other.secrets]]).toEqual([undefined, []]);
  expect(await another.read('another key')).toBeUndefined();
  const { rows } = await server.platform.database.pool.query(
    'select scope_id, token, fingerprint from workspaces.oauth_token where project_id = $1',
    [projectId],
  );
  expect(rows).toEqual([
    { scope_id: environmentId, token: expect.stringMatching(/^v1:/), fingerprint: expect.not.stringContaining('key') },
  ]);
  await tokens.write('key', bearer('renewed'));
  expect(await another.read('key')).toEqual(bearer('renewed'));
});

test.each<[string, { refreshToken?: string; expiresInMs?: number }, number]>([
  ['until it expires', { expiresInMs: 2 * hourMs }, 2 * hourMs],
  ['for an hour if the server gives no expiry', {}, hourMs],
  ['a week longer if it can be refreshed', { refreshToken: 'r', expiresInMs: hourMs }, 7 * dayMs + hourMs],
  ['for an hour and a week if it can be refreshed and has no expiry', { refreshToken: 'r' }, 7 * dayMs + hourMs],
])('a token is kept %s', async (_name, { expiresInMs, ...given }, lifeMs) => {
  const tokens = tokensOf();
  const expiresAtMs = expiresInMs === undefined ? {} : { expiresAtMs: clock.now().getTime() + expiresInMs };
  await tokens.write('key', bearer('a', { ...given, ...expiresAtMs }));
  clock.advance(lifeMs - 1);
  expect(await tokens.read('key')).toMatchObject({ accessToken: 'a' });
  clock.advance(1);
  expect(await tokens.read('key')).toBeUndefined();
});

test('writing a token deletes expired tokens in every workspace', async () => {
  await tokensOf().write('ended', bearer('a'));
  clock.advance(hourMs + 1);
  await tokensOf(null, await newProject(server.admin.client)).write('key', bearer('b'));
  const { rowCount } = await server.platform.database.pool.query(
    'select 1 from workspaces.oauth_token where project_id = $1',
    [projectId],
  );
  expect(rowCount).toBe(0);
});

test('a refused token is dropped, unless another session has renewed it', async () => {
  const tokens = tokensOf();
  await tokens.write('key', bearer('renewed'));
  await tokens.drop('key', 'refused');
  expect(await tokens.read('key')).toMatchObject({ accessToken: 'renewed' });
  await tokens.drop('other', 'renewed');
  expect(await tokens.read('key')).toMatchObject({ accessToken: 'renewed' });
  await tokens.drop('key', 'renewed');
  expect(await tokens.read('key')).toBeUndefined();
});

test('forgetting the tokens of a workspace covers all its environments and no other workspace', async () => {
  const all = [tokensOf(), tokensOf(newId()), tokensOf(null, await newProject(server.admin.client))];
  for (const tokens of all) await tokens.write('key', bearer('a'));
  await forgetTokens(server.platform, projectId);
  expect(await Promise.all(all.map(async (tokens) => (await tokens.read('key'))?.accessToken))).toEqual([
    undefined,
    undefined,
    'a',
  ]);
});

test.each([
  ['a public address', '8.8.8.8', 443, true],
  ['a private address', '10.2.0.1', 443, 'not'],
  ['an address that is always allowed', '10.1.0.1', 443, true],
  ['an address that is always denied', '198.41.0.4', 443, 'not'],
] as const)('a session applies the address policy of the configuration: %s', (_name, address, port, allowed) => {
  const { addressPolicy } = sessionOptions(server.platform, { organizationId, projectId });
  const answer = addressPolicy?.allows(address, 4, port, address);
  expect(answer === true ? true : 'not').toBe(allowed);
});

test('the address policy contains the configured addresses and the database of the product', () => {
  const denyPorts = server.platform.databaseAddresses.list();
  expect(denyPorts.length).toBeGreaterThan(0);
  expect(addressPolicyOptions(server.platform)).toEqual({
    mode: 'public-only',
    allow: ['10.1.0.0/16'],
    deny: ['198.41.0.0/24'],
    denyPorts,
  });
});

test('a session has the limits and the mark of the installation, files only with a workspace, and references only with a run', () => {
  const { platform } = server;
  const shared = {
    clock: platform.clock,
    addressPolicy: { allows: expect.any(Function) },
    mark: platform.engineMark,
    expressionLimitMs: 1234,
    scriptLimitMs: 2345,
  };
  const files = { open: expect.any(Function) };
  expect(sessionOptions(platform, { organizationId, projectId: undefined })).toEqual(shared);
  expect(sessionOptions(platform, { organizationId, projectId })).toEqual({ ...shared, files });
  expect(sessionOptions(platform, { organizationId, projectId, runId: newId() })).toEqual({
    ...shared,
    files,
    reference: expect.any(Function),
  });
});

test.each<[string, string | null | undefined, boolean]>([
  ['the step of the run', '11111111-1111-4111-8111-111111111111', true],
  ['the step of the engine if the run has none', undefined, false],
  ['the step of the engine if the run’s step is null', null, false],
])('a mock of the installation is sent %s', (_name, stepId, isOwn) => {
  const { platform } = server;
  const [runId, sent] = [newId(), newId()];
  const place = { organizationId, projectId, runId, ...(stepId !== undefined && { stepId }) };
  const { reference } = sessionOptions(platform, place);
  const header = reference?.(new URL(`${platform.config.publicUrl}/mock/shop/orders`), sent);
  const { stepReferences } = platform;
  expect(header?.name).toBe('Touchstone-Step');
  expect(stepReferences.read(header?.value, organizationId)).toEqual({ runId, stepId: isOwn ? stepId : sent });
  expect(reference?.(new URL('https://elsewhere.test/'), sent)).toBeUndefined();
});

test('a session can open only the files of its workspace', async () => {
  const { platform } = server;
  const put = (project: string) =>
    platform.files.put({
      organizationId,
      owner: `project:${project}`,
      name: 'body.txt',
      contentType: 'text/plain',
      content: Buffer.from('hello'),
    });
  const [own, other] = [await put(projectId), await put(newId())];
  const transport = loadTransport(platform, { organizationId, projectId }, []);
  for (const { files } of [sessionOptions(platform, { organizationId, projectId }), transport]) {
    const file = await files?.open(own.fileId);
    expect({ ...file, stream: await textOf(file?.stream as never) }).toEqual({
      stream: 'hello',
      sizeBytes: 5,
      fileName: 'body.txt',
      contentType: 'text/plain',
    });
    await expect(files?.open(other.fileId)).rejects.toMatchObject({ code: 'PLATFORM_FILE_NOT_FOUND' });
  }
});

test('planned certificates are decrypted for their domains, also for runners with their own threads', () => {
  const { platform } = server;
  const sealed = (place: string, material: object) => ({
    value: platform.secrets.seal(JSON.stringify(material), place),
    place,
  });
  const pem = { content: { type: 'PEM', certificate: 'a certificate', key: 'its key' } };
  const pfx = { content: { type: 'PFX', pfx: Buffer.from('archive').toString('base64') }, passphrase: 'word' };
  const planned = [
    { domain: 'a.test', sealed: sealed('place of a', pem) },
    { domain: 'b.test', sealed: sealed('place of b', pfx) },
  ];
  const tls = {
    clientCertificates: [
      { domain: 'a.test', format: 'pem', certificate: 'a certificate', key: 'its key' },
      { domain: 'b.test', format: 'pfx', pfx: Buffer.from('archive'), passphrase: 'word' },
    ],
  };
  expect([openCertificates(platform), openCertificates(platform, [])]).toEqual([{}, {}]);
  expect(openCertificates(platform, planned)).toEqual({ tls });
  const transport = {
    addressPolicy: addressPolicyOptions(platform),
    mark: platform.engineMark,
    files: { open: expect.any(Function) },
  };
  expect(loadTransport(platform, { organizationId, projectId }, planned)).toEqual({ ...transport, tls });
  expect(loadTransport(platform, { organizationId, projectId }, [])).toEqual(transport);
});

test('variable scopes are decrypted in order, with the address of the server last, and secrets are listed', () => {
  const { platform } = server;
  const sealedAt = 'place of key';
  const key = { name: 'key', value: platform.secrets.seal('hidden', sealedAt), sealedAt };
  expect(openScopes(platform, [[{ name: 'a', value: '1' }, key], [], [{ name: 'a', value: '2' }]])).toEqual({
    scopes: [{ a: '1', key: 'hidden' }, {}, { a: '2' }, { $serverUrl: server.url }],
    secrets: ['hidden'],
  });
  expect(openScopes(platform, [])).toEqual({ scopes: [{ $serverUrl: server.url }], secrets: [] });
});

test('generators of dynamic names are loaded once, and only on demand', async () => {
  expect([await dynamicOptions(false), await dynamicOptions(undefined)]).toEqual([{}, {}]);
  const [one, two] = [await dynamicOptions(true), await dynamicOptions(true)];
  expect(one.dynamicValues).toBeDefined();
  expect(two.dynamicValues).toBe(one.dynamicValues);
});

test('changing variables deletes the tokens fetched with the old ones', async () => {
  const { client } = server.admin;
  const environment = async (environmentName: string) =>
    (await client.call(calls.createEnvironment, { body: { projectId, environmentName } })).environmentId;
  const [one, two] = [await environment('One'), await environment('Two')];
  const caches = { one: tokensOf(one), two: tokensOf(two), none: tokensOf() };
  const keptAfter = async (change: () => Promise<unknown>) => {
    for (const cache of Object.values(caches)) await cache.write('key', bearer('a'));
    await change();
    const found: string[] = [];
    for (const [name, cache] of Object.entries(caches)) if (await cache.read('key')) found.push(name);
    return found;
  };
  const text = { name: 'a', value: '1', isSecret: false };
  const add = (environmentId: string) =>
    client.call(calls.createVariables, { body: { environmentId, variables: [text] } });
  expect(await keptAfter(() => add(one))).toEqual(['two', 'none']);
  const [variable] = (await client.call(calls.listVariables, { query: { projectId } })).variables;
  const variableId = variable?.variableId ?? '';
  const change = () => client.call(calls.updateVariable, { body: { variableId, value: '2' } });
  expect(await keptAfter(change)).toEqual(['two', 'none']);
  const globals = () => client.call(calls.createGlobals, { body: { projectId, variables: [text] } });
  expect(await keptAfter(globals)).toEqual([]);
  const remove = () => client.call(calls.deleteVariables, { query: { projectId, variableIds: [variableId] } });
  expect(await keptAfter(remove)).toEqual([]);
});
