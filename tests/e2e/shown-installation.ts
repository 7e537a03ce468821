import { createTestServer, startTestPostgres } from '@touchstone/testing';
import { makeWorkspace, noIds, order } from './pages-audit/audit-data.ts';
import { freePort } from './ports.ts';
import { startTargetServer } from './target-server.ts';
import { newProject } from './test-data.ts';

/**
 * startShownInstallation starts its own server with content on every screen; `ids` contains the ids for the screens'
 * addresses.
 */
export async function startShownInstallation() {
  const port = await freePort();
  const postgres = await startTestPostgres();
  const server = await createTestServer({
    postgresUrl: postgres.url,
    env: { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` },
  });
  const { client } = server.admin;
  const target = await startTargetServer();
  const made = await makeWorkspace(client, await newProject(client, 'Shop'), target.url);
  const ids = { ...noIds, ...made, invoiceId: await order(client) };
  return {
    server,
    ids,
    async close() {
      await server.close();
      await target.close();
      await postgres.stop();
    },
  };
}
