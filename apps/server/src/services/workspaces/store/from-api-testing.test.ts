import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { newId } from '@touchstone/kernel';
import { createEmptyDatabase } from '@touchstone/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type App, createApp } from '../../../app.ts';
import { readWholeConfig } from '../../../configuration.ts';
import { migrateAll, migrationSets } from '../../../migrations.ts';
import { migrate } from '../../../platform/database/migrate/migrate.ts';
import { createLog, createPlatform, type Platform } from '../../../platform/platform.ts';
import { apiTestingService } from '../../api-testing/index.ts';
import { type Actor, openCertificates, openScopes, workspacesService } from '../index.ts';

let folder: string;
let empty: { url: string; drop(): Promise<void> };
let platform: Platform;
let app: App | undefined;

/** The migrations of the version in which these tables belonged to API testing. */
async function setsBefore() {
  const apiTesting = migrationSets.find(({ service }) => service === 'api-testing');
  if (!apiTesting) throw new Error('API testing has no migrations.');
  const from = fileURLToPath(apiTesting.folder);
  const to = join(folder, 'migrations');
  for (const file of await readdir(from))
    if (file.endsWith('.sql') && Number(file.slice(0, 4)) <= 7) await cp(join(from, file), join(to, file));
  return migrationSets
    .filter(({ service }) => service !== 'workspaces')
    .map((set) => (set === apiTesting ? { ...set, folder: pathToFileURL(`${to}/`) } : set));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-workspaces-'));
  empty = await createEmptyDatabase(inject('postgresUrl'));
  const config = readWholeConfig({ TOUCHSTONE_DATA_DIR: folder, DATABASE_URL: empty.url, LOG_LEVEL: 'silent' });
  platform = await createPlatform({ config, databaseUrl: empty.url, log: createLog(config) });
  await migrate(platform.database, await setsBefore());
});
afterEach(async () => {
  await app?.stop();
  app = undefined;
  await platform.close();
  await empty.drop();
  await rm(folder, { recursive: true, force: true });
});

const rowsOf = async (table: string) =>
  (await platform.database.pool.query(`select to_jsonb(t) as row from ${table} t order by 1`)).rows.map(
    ({ row }) => row,
  );

/** Rows as stored by the earlier version, with secrets sealed for the locations of that time. */
async function insertBefore(id: Record<'organization' | 'user' | 'project' | 'environment' | 'suite', string>) {
  const { pool } = platform.database;
  const seal = (value: string, place: string) => platform.secrets.seal(value, place);
  const [inEnvironment, ofSuite, global, certificate, database] = Array.from({ length: 5 }, newId) as [
    string,
    string,
    string,
    string,
    string,
  ];
  await pool.query(
    `insert into api_testing.project (id, organization_id, team_id, name, workspace_type, workspace_plan, created_by, pending_results_page)
     values ($1, $2, $3, 'Shop', 'SHARED', 'PRO', $4, 3)`,
    [id.project, id.organization, newId(), id.user],
  );
  await pool.query(`insert into api_testing.member values ($1, $2, 'ada@example.test', 'EDITOR')`, [
    id.project,
    id.user,
  ]);
  await pool.query(
    'insert into api_testing.suite (id, organization_id, project_id, name, script_count) values ($1, $2, $3, $4, 4)',
    [id.suite, id.organization, id.project, 'Orders'],
  );
  await pool.query(
    'insert into api_testing.environment (id, organization_id, project_id, name) values ($1, $2, $3, $4)',
    [id.environment, id.organization, id.project, 'Staging'],
  );
  const variable = (variableId: string, scope: [string | null, string | null], name: string, secret?: string) =>
    pool.query(
      `insert into api_testing.variable (id, organization_id, project_id, environment_id, suite_id, name, value, is_secret)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        variableId,
        id.organization,
        id.project,
        ...scope,
        name,
        secret === undefined ? `plain ${name}` : seal(secret, `api_testing.variable.value:${variableId}`),
        secret !== undefined,
      ],
    );
  await variable(inEnvironment, [id.environment, null], 'key', 'key of staging');
  await variable(ofSuite, [null, id.suite], 'own', 'key of orders');
  await variable(global, [null, null], 'everywhere');
  const material = JSON.stringify({ content: { type: 'PEM', certificate: 'a certificate', key: 'its key' } });
  await pool.query(
    `insert into api_testing.certificate (id, organization_id, project_id, domain_name, type, file, material, subject, issuer, not_before, not_after, fingerprint)
     values ($1, $2, $3, 'shop.test', 'PEM', 'shop.pem', $4, 'shop', 'ca', now(), now(), 'ab')`,
    [certificate, id.organization, id.project, seal(material, `api_testing.certificate.material:${certificate}`)],
  );
  await pool.query(
    `insert into api_testing.database_configuration (id, organization_id, project_id, name, kind, host, port, database_name, username, password, tls, ca_certificate)
     values ($1, $2, $3, 'Orders', 'postgresql', 'db.test', 5432, 'orders', 'ada', $4, 'off', '')`,
    [database, id.organization, id.project, seal('word', `api_testing.database_configuration.password:${database}`)],
  );
  await pool.query(
    `insert into api_testing.prerequisite (id, organization_id, project_id, position, name, action, database_configuration_id, enabled, target_environment_id, is_secret, timeout_ms)
     values ($1, $2, $3, 0, 'Sign in', $4, $5, true, $6, false, 1000)`,
    [
      newId(),
      id.organization,
      id.project,
      { kind: 'database', databaseConfigurationId: database, query: 'select 1', result: 'firstRow', variableName: '' },
      database,
      id.environment,
    ],
  );
  return { database };
}

test('a database of the previous version is migrated with every row, and its secrets open', async () => {
  const id = {
    organization: newId(),
    user: newId(),
    project: newId(),
    environment: newId(),
    suite: newId(),
  };
  const { database } = await insertBefore(id);
  const moved = ['member', 'environment', 'variable', 'certificate', 'database_configuration'];
  const kept = ['suite', 'prerequisite'];
  const read = async (schema: string, tables: string[]) =>
    Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await rowsOf(`${schema}.${table}`)])));
  const before = { moved: await read('api_testing', moved), kept: await read('api_testing', kept) };

  expect(await migrateAll(platform.database)).toBeGreaterThanOrEqual(2);
  expect(await migrateAll(platform.database)).toBe(0);
  const after = { moved: await read('workspaces', moved), kept: await read('api_testing', kept) };
  // Later migrations add an id to each membership, and share private workspaces, which their teams could open before.
  const isNew = (column: string) => ['id', 'added_at'].includes(column);
  const asBefore = after.moved.member?.map((row: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !isNew(column))),
  );
  expect({ ...after, moved: { ...after.moved, member: asBefore } }).toEqual(before);
  expect(await rowsOf('api_testing.pending_result')).toEqual([
    { project_id: id.project, organization_id: id.organization, page: 3 },
  ]);

  app = await createApp(platform);
  const door = app.door(workspacesService);
  const actor: Actor = {
    userId: id.user,
    email: 'ada@example.test',
    name: 'Ada',
    role: 'ROLE_USER',
    organizationId: id.organization,
    plan: 'PRO',
    teamIds: [],
    teamId: undefined,
    requestId: 'r',
    address: '',
  };
  expect(await door.workspaces.view(actor, id.project)).toMatchObject({
    projectName: 'Shop',
    role: 'EDITOR',
    suiteCount: 1,
    scriptCount: 4,
    collaborations: [{ email: 'ada@example.test', role: 'EDITOR' }],
  });
  const { scopes } = await door.variables.plan(actor, id.project, id.environment);
  expect(openScopes(platform, scopes)).toMatchObject({
    scopes: [{ key: 'key of staging' }, { everywhere: 'plain everywhere' }, {}],
    secrets: ['key of staging'],
  });
  const ofSuites = await door.suiteVariables.plan([id.suite]);
  expect(openScopes(platform, [ofSuites[id.suite] ?? []]).scopes[0]).toEqual({ own: 'key of orders' });
  expect(openCertificates(platform, await door.certificates.plan(id.project))).toMatchObject({
    tls: { clientCertificates: [{ domain: 'shop.test', key: 'its key' }] },
  });
  const scope = { organizationId: id.organization, projectId: id.project };
  expect(await door.databases.findTarget(scope, database)).toMatchObject({ host: 'db.test', password: 'word' });
  await expect(door.databases.delete(actor, database)).rejects.toMatchObject({ code: 'API_TESTING_DATABASE_IN_USE' });
  expect(
    (
      await app
        .door(apiTestingService)
        .suites.list(actor, { projectId: id.project, isChaining: false }, { page: 0, size: 10 })
    ).content,
  ).toMatchObject([{ suiteName: 'Orders', scriptCount: 4 }]);
});
