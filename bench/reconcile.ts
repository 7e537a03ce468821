import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { apiTestingRoutes, scriptInputSchema } from '@touchstone/contracts/api-testing';
import { reconcileRoutes } from '@touchstone/contracts/reconcile';
import { runRoutes } from '@touchstone/contracts/runs';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, startDatabaseTarget, startTestPostgres } from '@touchstone/testing';

/**
 * Rows of an API compared with as many of PostgreSQL, through the entire product: `npm run bench:reconcile [rows]`. 25
 * rows differ: changed, only in the API, or only in the database. Reports time, memory of the process, its event-loop
 * delay (p99), and whether exactly these 25 were found.
 */
const total = Number(process.argv[2] ?? 100_000);
const every = Math.floor(total / 25);
const made = Array.from({ length: total }, (_, index) => ({
  id: index + 1,
  name: `Customer ${index + 1}`,
  total: (index % 10_000) / 100,
  active: index % 2 === 0,
}));
const seeded = new Set<string>();
const rows = made.flatMap((row, index) => {
  const number = index / every;
  if (!Number.isInteger(number) || number >= 25) return [row];
  const isExtra = number % 3 === 1;
  seeded.add(String(isExtra ? row.id + total : row.id));
  if (number % 3 === 0) return [{ ...row, total: row.total + 0.01 }];
  return isExtra ? [row, { ...row, id: row.id + total }] : [];
});
const body = JSON.stringify({ customers: rows });
const target = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(body);
});
await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));

const postgres = await startTestPostgres();
const server = await createTestServer({ postgresUrl: postgres.url });
const database = await startDatabaseTarget(server.databaseUrl);
try {
  await database.query(`create table public.customer (id bigint primary key, name text, total numeric(12, 2), active boolean);
    insert into public.customer select n, 'Customer ' || n, ((n - 1) % 10000) / 100.0, n % 2 = 1 from generate_series(1, ${total}) n`);
  const { client } = await server.createOrganization({ plan: 'ENTERPRISE' });
  const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Bench' } });
  const { suiteId } = await client.call(apiTestingRoutes.createSuite, { body: { projectId, suiteName: 'Bench' } });
  const { port } = target.address() as { port: number };
  const script = scriptInputSchema.parse({ scriptName: 'Customers', method: 'GET', url: `http://127.0.0.1:${port}/` });
  const { scriptId } = await client.call(apiTestingRoutes.saveScript, { query: { suiteId: [suiteId] }, body: script });
  const { databaseConfigurationId } = await client.call(workspaceRoutes.createDatabase, {
    body: { projectId, name: 'Bench', ...database.fields },
  });
  const pair = (name: string) => ({ apiPath: name, dbColumn: name });
  const { reconciliationId } = await client.call(reconcileRoutes.createReconciliation, {
    body: {
      projectId,
      scriptId,
      databaseConfigurationId,
      name: 'Customers',
      rowPath: '$.customers',
      query: 'select * from customer order by random()',
      keys: [pair('id')],
      columns: ['name', 'total', 'active'].map(pair),
    },
  });
  const megabytes = () => Math.round(process.memoryUsage().rss / 1_048_576);
  const before = megabytes();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, megabytes());
  }, 20);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const startedMs = performance.now();
  const { runId } = await client.call(reconcileRoutes.runReconciliation, { params: { reconciliationId } });
  await (await client.raw(runRoutes.followRun, { params: { runId }, query: {} })).text();
  const seconds = (performance.now() - startedMs) / 1000;
  delay.disable();
  clearInterval(sampling);
  const { message } = await client.call(runRoutes.getRun, { params: { runId } });
  const { content } = await client.call(reconcileRoutes.listRowDifferences, { query: { runId, size: 200 } });
  const found = new Set(content.map(({ key }) => key[0] ?? ''));
  const isExact = content.length === 25 && seeded.size === 25 && seeded.isSubsetOf(found);
  console.log(
    `rows          ${total.toLocaleString('en-US')} on each side, response ${(body.length / 1e6).toFixed(1)} MB`,
  );
  console.log(`time          ${seconds.toFixed(1)} s`);
  console.log(`memory (RSS)  ${before} MB before, ${most} MB at most`);
  console.log(
    `event loop    p99 ${Math.round(delay.percentile(99) / 1e6)} ms, longest ${Math.round(delay.max / 1e6)} ms`,
  );
  console.log(`result        ${message}`);
  console.log(`seeded        ${isExact ? 'all 25 found, nothing else' : `WRONG: ${content.length} found`}`);
  process.exitCode = isExact ? 0 : 1;
} finally {
  await database.close();
  await server.close();
  await postgres.stop();
  target.close();
}
