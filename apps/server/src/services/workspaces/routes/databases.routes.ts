import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { AskDatabases } from '../app/ask-databases.ts';
import type { Databases } from '../app/databases.ts';

const calls = workspaceRoutes;

export function addDatabaseRoutes(registrar: Registrar, databases: Databases, ask: AskDatabases): void {
  registrar.add(calls.listDatabases, async ({ caller, query }) => ({
    databaseConfigurations: await databases.list(caller, query.projectId),
  }));
  registrar.add(calls.createDatabase, ({ caller, body }) => databases.create(caller, body));
  registrar.add(calls.updateDatabase, ({ caller, body }) => databases.update(caller, body));
  registrar.add(calls.deleteDatabase, async ({ caller, query }) => {
    await databases.delete(caller, query.databaseConfigurationId);
    return { message: 'Database configuration deleted' };
  });
  registrar.add(calls.testDatabaseConnection, ({ caller, body }) => ask.testConnection(caller, body));
}
