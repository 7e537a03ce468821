import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { Actor } from '../../workspaces/index.ts';
import { newMock } from '../testing/mock-builders.ts';
import { createFaults } from './faults.ts';
import type { MockHost } from './hosting/mock-host.ts';
import type { Open } from './open.ts';

let server: TestServer;
let owner: TestUser;
let clock: FakeClock;
let projectId: string;
let faults: ReturnType<typeof createFaults>;
const changed = vi.fn(async () => undefined);
const opened = vi.fn(async () => undefined);
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
}, 120_000);
afterAll(() => server.close());
beforeEach(async () => {
  clock = new FakeClock('2026-01-01T00:00:00.000Z');
  ({ projectId } = await newMock(owner.client));
  faults = createFaults({
    platform: { ...server.platform, clock },
    open: { project: opened } as unknown as Open,
    host: { changed } as unknown as MockHost,
  });
  changed.mockClear();
  opened.mockClear();
});

const caller = () => ({ organizationId: owner.organizationId }) as Actor;
const stub = { request: { urlPath: '/a' }, response: { status: 500 } };
const injected = (given: object = {}) =>
  faults.inject(caller(), { id: newId(), projectId, runId: newId(), name: 'Down', stub, seconds: 60, ...given });
const list = () => faults.list(caller(), projectId);

describe('a fault', () => {
  test('is listed from its start until its end', async () => {
    const [id, runId] = [newId(), newId()];
    const createdAt = new Date('2026-01-01T00:00:00.000Z');
    const endsAt = new Date('2026-01-01T00:01:00.000Z');
    const { organizationId } = owner;
    expect(await injected({ id, runId })).toEqual({
      id,
      runId,
      projectId,
      organizationId,
      name: 'Down',
      stub,
      createdAt,
      endsAt,
    });
    expect(changed.mock.calls).toEqual([[projectId, { kind: 'faults' }]]);
    const shown = {
      faultId: id,
      name: 'Down',
      runId,
      createdAt: createdAt.toISOString(),
      endsAt: endsAt.toISOString(),
    };
    expect(await list()).toEqual([shown]);
    clock.advance(59_999);
    expect(await list()).toEqual([shown]);
    clock.advance(1);
    expect(await list()).toEqual([]);
  });

  test('injected again under the same id stays unchanged', async () => {
    const id = newId();
    const first = await injected({ id });
    clock.advance(5000);
    expect(await injected({ id, name: 'Again' })).toEqual(first);
    expect(await list()).toHaveLength(1);
  });

  test('that is not a valid stub is refused with its problems and not stored', async () => {
    const failure = await injected({ stub: { request: { colour: 1 }, response: { status: 7 } } }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      status: 400,
      message: 'This asset can’t be saved. See details.',
      details: expect.arrayContaining([expect.objectContaining({ path: expect.stringContaining('response.status') })]),
    });
    expect(await list()).toEqual([]);
    expect(changed).not.toHaveBeenCalled();
  });

  test('ends with its run in every project; other faults stay', async () => {
    const [runId, other] = [newId(), newId()];
    const otherProjectId = (await newMock(owner.client)).projectId;
    await injected({ runId });
    await injected({ runId, projectId: otherProjectId });
    await injected({ runId: other, name: 'Other' });
    changed.mockClear();
    await faults.runEnded({ runId });
    expect(changed.mock.calls.toSorted()).toEqual(
      [projectId, otherProjectId].map((id) => [id, { kind: 'faults' }]).toSorted(),
    );
    expect((await list()).map(({ name }) => name)).toEqual(['Other']);
    changed.mockClear();
    await faults.runEnded({ runId });
    expect(changed).not.toHaveBeenCalled();
  });

  test('ends together with all faults of its mock or of one run', async () => {
    const runId = newId();
    for (const id of [runId, runId, newId(), newId()]) {
      await injected({ runId: id });
      clock.advance(1);
    }
    changed.mockClear();
    expect(await faults.end(caller(), projectId, runId)).toBe(2);
    expect(await list()).toHaveLength(2);
    expect(await faults.end(caller(), projectId)).toBe(2);
    expect(await faults.end(caller(), projectId)).toBe(0);
    expect(changed).toHaveBeenCalledTimes(3);
    expect(opened.mock.calls.map((call) => (call as unknown[]).at(-1))).toContain('edit');
  });
});
