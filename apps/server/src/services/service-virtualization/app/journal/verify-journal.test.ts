import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import type { Actor } from '../../../workspaces/index.ts';
import { newMock } from '../../testing/mock-builders.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';
import { createVerifyJournal } from './verify-journal.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
let owner: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
}, 120_000);
afterAll(() => server.close());
afterEach(() => void vi.restoreAllMocks());

/** A project with `count` stored calls, one per minute. */
async function journalOf(count: number): Promise<string> {
  const { projectId, address } = await newMock(owner.client);
  await fetch(`${address}/a`);
  await owner.client.call(calls.listJournal, { params: { id: projectId }, query: {} });
  await server.platform.database.pool.query(
    `insert into service_virtualization.journal
     select (jsonb_populate_record(j, jsonb_build_object('id', n.id, 'at', timestamptz '2026-01-01T00:00:00Z' + n.n * interval '1 minute'))).*
     from unnest($2::uuid[]) with ordinality n(id, n), service_virtualization.journal j where j.project_id = $1`,
    [projectId, Array.from({ length: count - 1 }, () => newId())],
  );
  return projectId;
}

/** Verifies with conditions that take `msEach` milliseconds on each call. */
function verifyWith(msEach: number) {
  let nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const slow = new Map();
  slow.get = () => {
    nowMs += msEach;
    return undefined;
  };
  const host = { flushed: async () => undefined, recent: async () => slow } as unknown as MockHost;
  const open = { project: async () => undefined } as unknown as Open;
  return createVerifyJournal({ platform: server.platform, open, host });
}

test('conditions may take five seconds in total', async () => {
  const projectId = await journalOf(120);
  const pattern = { urlPath: '/a' };
  const tooCostly =
    'These conditions take too long on the calls of this journal. Simplify them, or clear the journal first.';
  await expect(verifyWith(50)({} as Actor, projectId, { pattern, exactly: 1 })).rejects.toThrow(tooCostly);
  vi.restoreAllMocks();
  await expect(verifyWith(50)({} as Actor, projectId, { order: [{ urlPath: '/none' }] })).rejects.toThrow(tooCostly);
  vi.restoreAllMocks();
  expect(await verifyWith(42)({} as Actor, projectId, { pattern, exactly: 120 })).toMatchObject({ passed: true });
});

test('calls since an instant, inclusive, are verified', async () => {
  const projectId = await journalOf(6);
  const since = new Date('2026-01-01T00:03:00Z');
  const verify = verifyWith(0);
  const expected = { pattern: { urlPath: '/a' }, exactly: 6 };
  expect((await verify({} as Actor, projectId, expected)).count).toBe(6);
  expect((await verify({} as Actor, projectId, expected, since)).count).toBe(4);
  expect((await verify({} as Actor, projectId, expected, new Date(since.getTime() + 1))).count).toBe(3);
});
