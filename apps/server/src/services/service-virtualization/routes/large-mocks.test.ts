import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { sharedLoop } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { type MockPlace, newMock } from '../testing/mock-builders.ts';

const calls = serviceVirtualizationRoutes;
const count = 800;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

/** All stubs answer with the version that was imported last. */
const mappings = (version: number) =>
  JSON.stringify({
    mappings: Array.from({ length: count }, (_, number) => ({
      id: `11111111-1111-4111-8111-${String(number).padStart(12, '0')}`,
      name: `s${number}`,
      request: { url: `/items/${number}`, headers: { 'X-Kind': { matches: '[a-z]+' } } },
      response: { body: String(version) },
    })),
  });
const importVersion = async ({ projectId }: MockPlace, version: number) => {
  const body = { projectId, text: mappings(version), fileName: 'mappings.json' };
  const { importId, counts } = await client.call(calls.previewImport, { body });
  await client.call(calls.carryOutImport, { body: { projectId, importId } });
  return counts;
};
const ask = async ({ address }: MockPlace, number: number) =>
  (await fetch(`${address}/items/${number}`, { headers: { 'X-Kind': 'a' } })).text();

test('thousands of assets are loaded without blocking other work, and no call sees only a part of them', {
  timeout: 60_000,
}, async () => {
  const place = await newMock(client);
  await importVersion(place, 1);
  expect(await ask(place, 0)).toBe('1');
  const inTurns = vi.spyOn(sharedLoop, 'work');
  let isDone = false;
  const seen = new Set<string>();
  const asking = (async () => {
    // An earlier call never sees a later version than the next one.
    while (!isDone) {
      const last = await ask(place, count - 1);
      seen.add(`${last} ${await ask(place, 0)}`);
      const first = await ask(place, 0);
      seen.add(`${first} ${await ask(place, count - 1)}`);
    }
  })();
  expect(await importVersion(place, 2)).toMatchObject({ updated: count });
  isDone = true;
  await asking;
  expect([...seen].filter((pair) => !['1 1', '1 2', '2 2'].includes(pair))).toEqual([]);
  expect(await ask(place, 1)).toBe('2');
  expect(inTurns).toHaveBeenCalled();
});
