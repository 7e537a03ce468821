import { createServer, type Server } from 'node:http';
import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createTestServer, freePort, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newMock } from '../../testing/mock-builders.ts';
import { auditOf, refusalOf } from '../../testing/seen-by.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let owner: TestUser;
let client: Client;
let from: number;
/** Another program that listens on the first port. */
let taken: Server;
beforeAll(async () => {
  from = await freePort();
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(from, '127.0.0.1', resolve));
  server = await createTestServer({
    postgresUrl: inject('postgresUrl'),
    env: { MOCK_PORTS: `${from}-${from + 2}`, HOST: '127.0.0.1' },
  });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(async () => {
  await server.close();
  taken.close();
});

const mockOf = (id: string) => client.call(calls.getMock, { params: { id } });
const switchPort = (id: string, isOn: boolean) => client.call(calls.switchMockPort, { params: { id }, body: { isOn } });

test('the lowest free port is assigned to a mock, kept, released and reassigned, with audit entries', async () => {
  const [first, second, third] = [await newMock(client), await newMock(client), await newMock(client)];
  const ports = [];
  for (const { projectId } of [first, second, third]) ports.push((await mockOf(projectId)).port);
  expect(ports).toEqual([from + 1, from + 2, null]);
  const address = (port: number) => [
    { kind: 'path', url: first.address },
    { kind: 'port', url: `http://127.0.0.1:${port}` },
    { kind: 'tls', url: `https://127.0.0.1:${port}` },
  ];
  const before = await mockOf(first.projectId);
  expect(before).toMatchObject({ ports: { from, to: from + 2 }, addresses: address(from + 1) });
  expect(await switchPort(first.projectId, true)).toEqual(before);
  expect(await refusalOf(switchPort(third.projectId, true))).toEqual([
    409,
    'PORTS_TAKEN',
    `All ports of MOCK_PORTS (${from}-${from + 2}) are taken. Switch off the port of another mock, or ask for more.`,
  ]);
  const off = await switchPort(first.projectId, false);
  expect(off).toEqual({ ...before, port: null, addresses: address(0).slice(0, 1) });
  expect((await switchPort(third.projectId, true)).port).toBe(from + 1);
  await new Promise((resolve) => taken.close(resolve));
  expect(await switchPort(first.projectId, true)).toMatchObject({ port: from, addresses: address(from) });
  const { userId } = owner;
  const entry = (action: string) => ({ action, detail: null, userId });
  expect(await auditOf(server, first.projectId)).toEqual([entry('mock.port-taken'), entry('mock.port-given')]);
  expect(await auditOf(server, third.projectId)).toEqual([entry('mock.port-given')]);
  // A port outside the range is ignored and replaced.
  await server.platform.database.pool.query('update service_virtualization.project set port = $2 where id = $1', [
    second.projectId,
    from + 3,
  ]);
  expect((await mockOf(second.projectId)).port).toBeNull();
  expect((await switchPort(second.projectId, true)).port).toBe(from + 2);
});
