/**
 * The entire product with one project whose mock has the stubs of a set; ends on any message, or when its parent has
 * exited.
 */
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createTestServer, startTestPostgres } from '@touchstone/testing';
import { mappingsOf, pathOf, type StubSet } from './stub-sets.ts';

const set = JSON.parse(process.argv[2] ?? '{}') as StubSet;
const postgres = await startTestPostgres();
const env = { MOCK_CALLS_PER_SECOND: '0', DATABASE_NAMED_STATEMENTS: 'true' };
const server = await createTestServer({ postgresUrl: postgres.url, env });
const { client } = await server.createOrganization({ plan: 'ENTERPRISE' });
const { projectId, address } = await client.call(serviceVirtualizationRoutes.createVirtualizationProject, {
  body: { projectName: 'Bench' },
});
const { key } = await client.call(serviceVirtualizationRoutes.renewMockKey, { params: { id: projectId }, body: {} });
const startedAt = performance.now();
const answer = await fetch(`${address}/__admin/mappings/import`, {
  method: 'POST',
  headers: { 'X-Mock-Key': key },
  body: JSON.stringify({ mappings: mappingsOf(set).toReversed() }),
});
if (!answer.ok) throw new Error(`The product took no stubs: ${answer.status} ${await answer.text()}`);
await (await fetch(`${address}${pathOf(set, 0)}`)).text();
process.send?.({ address, key, loadMs: performance.now() - startedAt });
const stop = async () => {
  await server.close();
  await postgres.stop();
  process.exit(0);
};
process.once('message', () => void stop());
process.once('disconnect', () => void stop());
