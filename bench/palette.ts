import { parseArgs } from 'node:util';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, startTestPostgres } from '@touchstone/testing';

/**
 * How long the palette's search takes among many scripts: the call as the browser sees it, over HTTP, the median of its
 * tries, compared with a call that reads nothing. Exits with 1 if a search takes 50 ms or more.
 * `npm run bench:palette -- --scripts 20000 --json`.
 */
const { values } = parseArgs({
  options: {
    scripts: { type: 'string', default: '20000' },
    tries: { type: 'string', default: '15' },
    json: { type: 'boolean' },
  },
});
const [scripts, tries] = [Number(values.scripts), Number(values.tries)];
const maxMs = 50;
const calls = apiTestingRoutes;
const postgres = await startTestPostgres();
const server = await createTestServer({ postgresUrl: postgres.url });
const { client, organizationId } = server.admin;
const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Large' } });
const { suiteId } = await client.call(calls.createSuite, { body: { projectId, suiteName: 'Orders' } });
await client.call(calls.saveScript, {
  query: { suiteId },
  body: { scriptName: 'First', method: 'GET', url: 'https://shop.test/' },
});
const { rows: columns } = await server.platform.database.pool.query<{ column_name: string }>(
  "select column_name from information_schema.columns where table_schema = 'api_testing' and table_name = 'script' and column_name not in ('id', 'name', 'position')",
);
const others = columns.map(({ column_name: name }) => `"${name}"`).join(', ');
await server.platform.database.pool.query(
  `insert into api_testing.script (id, name, position, ${others})
   select gen_random_uuid(), (array['Get','Create','Delete','Update','List'])[1 + n % 5] || ' ' ||
     (array['orders','customers','invoices','payment methods','pets'])[1 + n / 5 % 5] || ' of branch ' || n, n, ${others}
   from api_testing.script, generate_series(1, $2::int) n where organization_id = $1`,
  [organizationId, scripts - 1],
);
await server.platform.database.pool.query('analyze api_testing.script');

async function median(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < tries; at += 1) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[Math.floor(tries / 2)] ?? 0;
}
const questions = ['invoices', 'customers branch 1999', 'cusotmer', 'p', 'nothing of this name'];
const figures: Record<string, number> = {
  'no reading': await median(() => client.call(workspaceRoutes.getProject, { query: { projectId } })),
};
for (const text of questions) figures[text] = await median(() => client.call(calls.findThings, { query: { text } }));
if (values.json) process.stdout.write(`${JSON.stringify({ scripts, medianMs: figures })}\n`);
else
  for (const [text, ms] of Object.entries(figures)) process.stdout.write(`${ms.toFixed(1).padStart(8)} ms  ${text}\n`);
await server.close();
await postgres.stop();
process.exit(Object.values(figures).some((ms) => ms >= maxMs) ? 1 : 0);
