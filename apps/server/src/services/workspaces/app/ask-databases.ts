import type { ConnectionTest } from '@touchstone/contracts/workspaces';
import { driversFolder } from '../../../platform/drivers/drivers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { databaseVersion, queryDatabase } from '../clients/database/ask-database.ts';
import { DatabaseError } from '../clients/database/database-error.ts';
import type { DatabaseRow, DatabaseTarget, RowsQuery } from '../clients/database/database-link.ts';
import { type DatabaseRows, readDatabase } from '../clients/database/read-database.ts';
import type { Actor } from './actor.ts';
import { assertPassword, assertSignIn, openPassword } from './database-sign-in.ts';
import type { ChangedDatabase, Databases, NewDatabase } from './databases.ts';
import { addressPolicyOf } from './session-options.ts';
import type { Workspaces } from './workspaces.ts';

const connectionTestMs = 10_000;

/** createAskDatabases tests connections to databases, and queries databases for runs. */
export function createAskDatabases({
  platform,
  workspaces,
  databases,
}: {
  platform: Platform;
  workspaces: Workspaces;
  databases: Databases;
}) {
  const limits = () => ({ policy: addressPolicyOf(platform), driversFolder: driversFolder(platform.config) });
  const test = async (target: DatabaseTarget): Promise<ConnectionTest> => {
    const startedMs = platform.clock.monotonicMs();
    const outcome = await databaseVersion(target, { ...limits(), timeoutMs: connectionTestMs }).then(
      (serverVersion) => ({ connected: true, serverVersion, message: `Connected to ${serverVersion}.` }),
      (error: unknown) => {
        if (!(error instanceof DatabaseError)) throw error;
        return { connected: false, serverVersion: null, message: error.message };
      },
    );
    return { ...outcome, durationMs: Math.round(platform.clock.monotonicMs() - startedMs) };
  };

  return {
    /** Tests a new, a changed or a saved configuration. A failed connection is a result, not an error. */
    async testConnection(
      actor: Actor,
      input: NewDatabase | ChangedDatabase | { databaseConfigurationId: string },
    ): Promise<ConnectionTest> {
      if ('projectId' in input) {
        await workspaces.open(actor, input.projectId, 'edit');
        assertSignIn(input);
        return test(input);
      }
      const row = await databases.open(actor, input.databaseConfigurationId);
      const kept = () => openPassword(platform.secrets, row);
      if (!('host' in input)) return test({ ...row, password: kept() });
      assertSignIn(input);
      assertPassword(row, input);
      return test({ ...input, password: input.password ?? kept() });
    },
    /** Runs a read-only statement and returns at most `maxRows` rows. Throws the reason if it fails. */
    query: (
      target: DatabaseTarget,
      query: { text: string; values: Record<string, string>; maxRows: number },
      { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
    ): Promise<DatabaseRow[]> => queryDatabase(target, query, { ...limits(), timeoutMs, signal }),
    /**
     * Runs a read-only statement and streams its rows; only a few of them are in memory at a time. Throws the reason if
     * it fails.
     */
    read: (
      target: DatabaseTarget,
      query: RowsQuery & { values: Record<string, string> },
      { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
    ): Promise<DatabaseRows> => readDatabase(target, query, { ...limits(), timeoutMs, signal }),
  };
}
/** AskDatabases connects to the databases of workspaces. */
export type AskDatabases = ReturnType<typeof createAskDatabases>;
