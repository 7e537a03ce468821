import type { ConnectionTest, DatabaseConfiguration } from '@touchstone/contracts/api-testing';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import { driversFolder } from '../../../../platform/drivers/drivers.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { databaseVersion } from '../../clients/database/ask-database.ts';
import { DatabaseError } from '../../clients/database/database-error.ts';
import type { DatabaseTarget } from '../../clients/database/database-link.ts';
import { sendsPasswordElsewhere } from '../../domain/prerequisites/database-access.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type DatabaseRow, databasesStore } from '../../store/databases.store.ts';
import { addressPolicyOf } from '../session-options.ts';
import type { Actor, Workspaces } from '../workspaces/workspaces.ts';

type Fields = Omit<DatabaseTarget, 'password'> & { name: string };
type NewDatabase = Fields & { projectId: string; password: string };
type ChangedDatabase = Fields & { databaseConfigurationId: string; password?: string };

const connectionTestMs = 10_000;
const maxDatabases = 100;
const place = (id: string) => `api_testing.database_configuration.password:${id}`;

/** Databases keeps the database configurations of workspaces and tests whether they can be reached. */
export function createDatabases({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  const { database, secrets } = platform;

  const toConfiguration = (row: DatabaseRow): DatabaseConfiguration => {
    const { id, organizationId: _organization, password, createdAt, updatedAt, ...fields } = row;
    return {
      databaseConfigurationId: id,
      ...fields,
      hasPassword: password !== null,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  };
  const open = async (actor: Actor, id: string): Promise<DatabaseRow> => {
    const row = await databasesStore.find(database.sql, actor.organizationId, id);
    if (!row) throw new AppError(apiTestingErrors.databaseNotFound);
    await workspaces.open(actor, row.projectId, 'edit');
    return row;
  };
  const seal = (id: string, password: string) => (password === '' ? null : secrets.seal(password, place(id)));
  const passwordOf = (row: DatabaseRow) => (row.password === null ? '' : secrets.open(row.password, place(row.id)));
  const assertSignIn = ({ kind, username }: Pick<Fields, 'kind' | 'username'>) => {
    if (kind !== 'mongodb' && username === '')
      throw new AppError(apiTestingErrors.databaseUserRequired, {
        details: [{ path: 'username', message: apiTestingErrors.databaseUserRequired.message }],
      });
  };
  /** A kept password goes only where it was meant to go: whoever may edit must not be able to send it to a server of their own. */
  const assertPassword = (row: DatabaseRow, input: ChangedDatabase) => {
    if (row.password !== null && input.password === undefined && sendsPasswordElsewhere(row, input))
      throw new AppError(apiTestingErrors.databasePasswordNeeded, {
        details: [{ path: 'password', message: apiTestingErrors.databasePasswordNeeded.message }],
      });
  };
  const taken = (error: unknown): never => {
    if (isUniqueViolation(error, 'database_configuration_name')) throw new AppError(apiTestingErrors.databaseNameTaken);
    throw error;
  };
  const test = async (target: DatabaseTarget): Promise<ConnectionTest> => {
    const begunMs = platform.clock.monotonicMs();
    const outcome = await databaseVersion(target, {
      policy: addressPolicyOf(platform),
      timeoutMs: connectionTestMs,
      driversFolder: driversFolder(platform.config),
    }).then(
      (serverVersion) => ({ connected: true, serverVersion, message: `Connected to ${serverVersion}.` }),
      (error: unknown) => {
        if (!(error instanceof DatabaseError)) throw error;
        return { connected: false, serverVersion: null, message: error.message };
      },
    );
    return { ...outcome, durationMs: Math.round(platform.clock.monotonicMs() - begunMs) };
  };

  return {
    async list(actor: Actor, projectId: string): Promise<DatabaseConfiguration[]> {
      await workspaces.open(actor, projectId, 'view');
      return (await databasesStore.list(database.sql, projectId)).map(toConfiguration);
    },
    async create(actor: Actor, { password, ...input }: NewDatabase): Promise<DatabaseConfiguration> {
      await workspaces.open(actor, input.projectId, 'edit');
      assertSignIn(input);
      if ((await databasesStore.list(database.sql, input.projectId)).length >= maxDatabases)
        throw new AppError(apiTestingErrors.tooManyDatabases);
      const id = newId();
      const values = { id, organizationId: actor.organizationId, ...input, password: seal(id, password) };
      await databasesStore.insert(database.sql, values).catch(taken);
      await platform.audit(actor, { action: 'database.created', target: id, detail: { name: input.name } });
      return toConfiguration(await open(actor, id));
    },
    async update(actor: Actor, input: ChangedDatabase): Promise<DatabaseConfiguration> {
      const { databaseConfigurationId: id, password, ...fields } = input;
      const row = await open(actor, id);
      assertSignIn(input);
      assertPassword(row, input);
      const values = { ...fields, ...(password !== undefined && { password: seal(id, password) }) };
      await databasesStore.update(database.sql, id, values).catch(taken);
      await platform.audit(actor, { action: 'database.changed', target: id, detail: { name: fields.name } });
      return toConfiguration(await open(actor, id));
    },
    async delete(actor: Actor, id: string): Promise<void> {
      const row = await open(actor, id);
      const users = await databasesStore.usedBy(database.sql, id);
      if (users.length) throw new AppError(apiTestingErrors.databaseInUse, { params: { names: users.join(', ') } });
      await databasesStore.delete(database.sql, id);
      await platform.audit(actor, { action: 'database.deleted', target: id, detail: { name: row.name } });
    },
    /** Tests a new, a changed or a saved configuration. That it cannot be reached is an answer, not an error. */
    async testConnection(
      actor: Actor,
      input: NewDatabase | ChangedDatabase | { databaseConfigurationId: string },
    ): Promise<ConnectionTest> {
      if ('projectId' in input) {
        await workspaces.open(actor, input.projectId, 'edit');
        assertSignIn(input);
        return test(input);
      }
      const row = await open(actor, input.databaseConfigurationId);
      if (!('host' in input)) return test({ ...row, password: passwordOf(row) });
      assertSignIn(input);
      assertPassword(row, input);
      return test({ ...input, password: input.password ?? passwordOf(row) });
    },
    /** A saved database with its password, for a run of the workspace; undefined where it was deleted. */
    async findTarget(
      scope: { organizationId: string; projectId: string },
      id: string,
    ): Promise<(DatabaseTarget & { name: string }) | undefined> {
      const row = await databasesStore.find(database.sql, scope.organizationId, id);
      return row?.projectId === scope.projectId ? { ...row, password: passwordOf(row) } : undefined;
    },
  };
}
export type Databases = ReturnType<typeof createDatabases>;
