import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { walletUser } from '../testing/wallet-user.ts';
import type { WalletUser } from './virtual-users.ts';
import { createWallets } from './wallets.ts';

let server: TestServer;
let boss: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
}, 120_000);
beforeEach(async () => {
  boss = await server.createOrganization({ role: 'ROLE_SUPERADMIN' });
});
afterAll(() => server.close());

const openWallets = () =>
  createWallets({ platform: server.platform, openWorkspace: async () => undefined, limitOf: async () => null });

test('a super administrator has a private wallet in each organization that they visit', async () => {
  const host = await server.createOrganization();
  const wallets = openWallets();
  const home = walletUser(boss, { role: 'ROLE_SUPERADMIN' });
  const visiting = { ...home, organizationId: host.organizationId };
  const open = async (user: WalletUser) => wallets.open(user, undefined, 'own');
  const [own, abroad] = [await open(home), await open(visiting)];
  expect([own.id, own.organizationId]).toEqual([boss.userId, boss.organizationId]);
  expect([abroad.organizationId, abroad.kind]).toEqual([host.organizationId, 'PRIVATE']);
  expect([(await open(visiting)).id, (await open(home)).id]).toEqual([abroad.id, boss.userId]);
  const { privateWallet } = await wallets.get(visiting, undefined);
  expect(privateWallet).toMatchObject({ walletId: abroad.id, freeVirtualUsers: 1000, paidVirtualUsers: 0 });
});

test('a private wallet stays with the organization in which it was first opened', async () => {
  const host = await server.createOrganization();
  const wallets = openWallets();
  const home = walletUser(boss, { role: 'ROLE_SUPERADMIN' });
  const visiting = { ...home, organizationId: host.organizationId };
  const { platform } = server;
  // As earlier versions did: one wallet, of whichever organization came first.
  await wallets.open(home, undefined, 'own');
  const { pool } = platform.database;
  await pool.query('update virtual_users.wallet set organization_id = $2 where id = $1', [
    boss.userId,
    host.organizationId,
  ]);
  expect((await wallets.open(visiting, undefined, 'own')).id).toBe(boss.userId);
  const own = await wallets.open(home, undefined, 'own');
  expect([own.id === boss.userId, own.organizationId]).toEqual([false, boss.organizationId]);
});
