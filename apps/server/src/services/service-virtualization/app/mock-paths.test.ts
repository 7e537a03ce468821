import { AppError, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { virtualizationErrors } from '../errors.ts';
import { newAsset, newMock } from '../testing/mock-builders.ts';
import { createMockPaths } from './mock-paths.ts';
import type { Open } from './open.ts';

let server: TestServer;
let owner: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
}, 120_000);
afterAll(() => server.close());

const stub = { request: {}, response: {} };
/** Paths for the given project names by id; all other projects are unknown. */
function pathsOf(names: Record<string, string>) {
  const visible = Object.entries(names).map(([projectId, projectName]) => ({ projectId, projectName }));
  return createMockPaths({
    platform: server.platform,
    workspaces: {
      listVisible: async (_caller: Actor, _team: unknown, service: string) =>
        service === 'service-virtualization' ? visible : [],
    } as unknown as Workspaces,
    open: {
      project: async (_caller: Actor, id: string) => {
        const name = names[id];
        if (name === undefined) throw new AppError(virtualizationErrors.projectNotFound);
        return { project: { name } };
      },
    } as unknown as Open,
  });
}
const actor = () => ({ organizationId: owner.organizationId }) as Actor;

test('mocks and assets have a path that resolves back to them, or to the oldest of equally named assets', async () => {
  const { client } = owner;
  const [place, other] = [await newMock(client), await newMock(client)];
  const first = await newAsset(client, place, stub, { name: 'Same' });
  const second = await newAsset(client, place, stub, { name: 'Same' });
  const elsewhere = await newAsset(client, other, stub, { name: 'Only there' });
  const [one, two] = [place.projectId, other.projectId];
  const paths = pathsOf({ [one]: 'Shop', [two]: 'Shop' });
  const ids = [one, first.assetId, second.assetId, newId(), elsewhere.assetId];
  expect([...(await paths.namesOf(actor(), ids))]).toEqual([
    [one, ['Shop']],
    [first.assetId, ['Shop', 'Same']],
    [second.assetId, ['Shop', 'Same']],
    [elsewhere.assetId, ['Shop', 'Only there']],
  ]);
  const find = (...way: string[]) => paths.find(actor(), 'any', way);
  expect(await find('Shop')).toBe(one);
  expect(await find('Shop', 'Same')).toBe(first.assetId);
  expect(await find('Shop', 'Only there')).toBe(elsewhere.assetId);
  expect(await find('Shop', 'Nowhere')).toBeUndefined();
  expect(await find('SHOP', 'Only there')).toBe(elsewhere.assetId);
  expect(await find('Shops')).toBeUndefined();
  expect(await pathsOf({ [one]: 'A', [two]: 'B' }).find(actor(), 'any', ['B'])).toBe(two);
});

test('an unexpected error is rethrown, not treated as an unknown name', async () => {
  const stranger = { organizationId: newId() } as Actor;
  const { projectId, suiteId } = await newMock(owner.client);
  const { assetId } = await newAsset(owner.client, { projectId, suiteId }, stub);
  const paths = pathsOf({ [projectId]: 'Shop' });
  expect((await paths.namesOf(stranger, [assetId])).size).toBe(0);
  const broken = createMockPaths({
    platform: server.platform,
    workspaces: {} as Workspaces,
    open: { project: () => Promise.reject(new Error('broken')) } as unknown as Open,
  });
  await expect(broken.namesOf(actor(), [projectId])).rejects.toThrow('broken');
});
