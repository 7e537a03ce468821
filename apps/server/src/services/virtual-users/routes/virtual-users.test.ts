import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { virtualUserRoutes } from '@touchstone/contracts/virtual-users';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { emptyClosedWallets } from '../app/closures.ts';
import { virtualUsersService } from '../index.ts';

const api = virtualUserRoutes;
const waitOptions = { timeout: 15_000, interval: 50 };
let server: TestServer;
let clock: FakeClock;
let buyer: TestUser;
let boss: TestUser;
let projectId: string;

beforeAll(async () => {
  clock = new FakeClock(new Date());
  server = await createTestServer({
    postgresUrl: inject('postgresUrl'),
    start: false,
    queue: true,
    clock,
    env: { VIRTUAL_USER_PACKS: '100:10,500:45,1000:79.99' },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  buyer = await server.createOrganization();
  boss = await server.createUser(buyer, { role: 'ROLE_SUPERADMIN' });
  const project = { projectName: 'Shop', workspaceType: 'SHARED' as const };
  ({ projectId } = await buyer.client.call(workspaceRoutes.createProject, { body: project }));
});

const initiate = (user: TestUser, packId = 'virtual-users-500', sharedWalletId?: string) =>
  user.client.call(api.initiateVirtualUserPurchase, { body: { packId, sharedWalletId } });
const update = (user: TestUser, transactionId: string, status: 'COMPLETED' | 'FAILED' | 'CANCELLED') =>
  user.client.call(api.updateVirtualUserTransaction, { body: { transactionId, status } });
const walletsOf = (user: TestUser, sharedWalletId?: string) =>
  user.client.call(api.getVirtualUserWallet, { query: { sharedWalletId } });
async function buy(user: TestUser, packId?: string, sharedWalletId?: string) {
  const { transactionId } = await initiate(user, packId, sharedWalletId);
  await update(boss, transactionId, 'COMPLETED');
}

test('a wallet shows free and paid virtual users, private and shared, and is created once [performance-virtual-users-2]', async () => {
  await Promise.all(Array.from({ length: 5 }, () => walletsOf(buyer, projectId)));
  await buy(buyer, 'virtual-users-100', projectId);
  const { privateWallet, sharedWallet, limitPerRun } = await walletsOf(buyer, projectId);
  expect(privateWallet).toMatchObject({ kind: 'PRIVATE', freeVirtualUsers: 1000, paidVirtualUsers: 0 });
  expect(sharedWallet).toMatchObject({
    kind: 'SHARED',
    walletId: projectId,
    freeVirtualUsers: 1000,
    paidVirtualUsers: 100,
  });
  expect(limitPerRun).toBeNull();
  const colleague = await server.createUser(buyer, { role: 'ROLE_USER' });
  expect((await walletsOf(colleague, projectId)).sharedWallet).toEqual(sharedWallet);
  expect((await walletsOf(colleague)).sharedWallet).toBeNull();
});

test.each([
  ['FREE', 1000],
  ['PRO', null],
  ['ENTERPRISE', null],
  ['EXPIRED', 0],
] as const)('a run on the %s plan may have %s virtual users', async (plan, limit) => {
  const user = await server.createOrganization({ plan });
  expect((await walletsOf(user)).limitPerRun).toBe(limit);
});

test('a purchase is initiated, updated, and then changes the wallet, once [performance-virtual-users-3]', async () => {
  const { packs } = await buyer.client.call(api.listVirtualUserPacks, {});
  expect(packs).toContainEqual({ packId: 'virtual-users-500', virtualUsers: 500, price: 45, currency: 'EUR' });
  const bought = await initiate(buyer);
  expect(bought).toMatchObject({ status: 'INITIATED', virtualUsers: 500, price: 45, paymentMethod: 'INVOICE' });
  expect(bought.paymentLink).toBe(`${server.url}/api-testing/billing-history?invoice=${bought.invoiceNumber}`);
  await expect(update(buyer, bought.transactionId, 'COMPLETED')).rejects.toMatchObject({
    status: 403,
    message: expect.stringMatching(/^Unable to complete transaction/),
  });
  await Promise.all([1, 2, 3].map(() => update(boss, bought.transactionId, 'COMPLETED')));
  expect((await walletsOf(buyer)).privateWallet.paidVirtualUsers).toBe(500);
  await expect(update(buyer, bought.transactionId, 'CANCELLED')).rejects.toMatchObject({
    status: 409,
    message: 'Unable to complete transaction. The purchase is completed already.',
  });
  const { content } = await boss.client.call(api.listVirtualUserInvoices, {
    query: { status: 'COMPLETED', invoiceNumber: bought.invoiceNumber },
  });
  expect(content).toMatchObject([{ invoiceNumber: bought.invoiceNumber, paidChange: 500, walletKind: 'PRIVATE' }]);
});

test('a price with cents is offered, stored and listed to the cent', async () => {
  const bought = await initiate(buyer, 'virtual-users-1000');
  expect(bought.price).toBe(79.99);
  const query = { invoiceNumber: bought.invoiceNumber };
  const { content } = await buyer.client.call(api.listVirtualUserInvoices, { query });
  expect(content).toMatchObject([{ price: 79.99, currency: 'EUR' }]);
  const stored = await server.platform.database.pool.query(
    'select price_cents from virtual_users.transaction where id = $1',
    [bought.transactionId],
  );
  expect(stored.rows).toEqual([{ price_cents: 7999 }]);
});

test('errors have the documented text [performance-virtual-users-3]', async () => {
  const stranger = await server.createOrganization();
  const { transactionId } = await initiate(buyer);
  const colleague = await server.createUser(buyer, { role: 'ROLE_USER' });
  const fails = (call: Promise<unknown>) =>
    call.then(
      () => 'no error',
      (error: Error) => error.message,
    );
  expect(await fails(walletsOf(stranger, projectId))).toBe('Select a valid wallet');
  expect(await fails(initiate(buyer, 'virtual-users-7'))).toMatch(/^Purchase failed/);
  expect(await fails(update(stranger, transactionId, 'CANCELLED'))).toMatch(/^Unable to complete transaction/);
  expect(await fails(update(colleague, transactionId, 'CANCELLED'))).toMatch(/^Unable to complete transaction/);
  const move = (user: TestUser, body: object) =>
    user.client.call(api.transferPaidVirtualUsers, { body: { virtualUsers: 1, ...body } });
  expect(await fails(move(buyer, {}))).toMatch(/^Select a valid wallet/);
  expect(await fails(move(buyer, { toSharedWalletId: crypto.randomUUID() }))).toBe('Select a valid wallet');
  expect(await fails(move(colleague, { toSharedWalletId: projectId }))).toMatch(/^Unable to transfer/);
  const broken = { body: { virtualUsers: 0.5, toSharedWalletId: projectId } };
  await expect(buyer.client.call(api.transferPaidVirtualUsers, broken)).rejects.toMatchObject({ status: 400 });
});

test('paid virtual users move between wallets, in and out of a workspace [performance-virtual-users-4]', async () => {
  await buy(buyer);
  const { from, to } = await buyer.client.call(api.transferPaidVirtualUsers, {
    body: { virtualUsers: 120, toSharedWalletId: projectId },
  });
  expect([from.paidVirtualUsers, to.paidVirtualUsers]).toEqual([380, 120]);
  const colleague = await server.createUser(buyer, { role: 'ROLE_USER' });
  const takeOut = { body: { virtualUsers: 1, fromSharedWalletId: projectId } };
  await expect(colleague.client.call(api.transferPaidVirtualUsers, takeOut)).rejects.toMatchObject({ status: 403 });
  await buyer.client.call(api.transferPaidVirtualUsers, takeOut);
  expect((await walletsOf(buyer, projectId)).sharedWallet?.paidVirtualUsers).toBe(119);
  const history = await buyer.client.call(api.listVirtualUserTransactions, { query: { sharedWalletId: projectId } });
  expect(history.content.map((row) => [row.type, row.paidChange])).toEqual([
    ['TRANSFER', -1],
    ['TRANSFER', 120],
    ['GRANT', 0],
  ]);
});

test('a deleted workspace gives its paid virtual users to the user who deleted it, also those of an invoice paid later', async () => {
  await buy(buyer, 'virtual-users-100', projectId);
  const { transactionId } = await initiate(buyer, 'virtual-users-500', projectId);
  await buyer.client.call(workspaceRoutes.deleteProject, { query: { projectId, projectName: 'Shop' } });
  await vi.waitFor(async () => {
    expect((await walletsOf(buyer)).privateWallet).toMatchObject({ freeVirtualUsers: 1000, paidVirtualUsers: 100 });
  }, waitOptions);
  await update(boss, transactionId, 'COMPLETED');
  await Promise.all([emptyClosedWallets(server.platform), emptyClosedWallets(server.platform)]);
  expect((await walletsOf(buyer)).privateWallet.paidVirtualUsers).toBe(600);
  const { rows } = await server.platform.database.pool.query<{ balance: number }>(
    'select balance from virtual_users.account where id = $1',
    [`${projectId}/paid`],
  );
  expect(rows).toEqual([{ balance: 0 }]);
});

test('a workspace in the trash keeps the virtual users of its wallet until it is permanently deleted', async () => {
  await buy(buyer, 'virtual-users-100', projectId);
  const deletion = { projectId, projectName: 'Shop', restorable: 'true' as const };
  await buyer.client.call(workspaceRoutes.deleteProject, { query: deletion });
  const { rows } = await server.platform.database.pool.query<{ balance: number }>(
    'select balance from virtual_users.account where id = $1',
    [`${projectId}/paid`],
  );
  expect(rows).toEqual([{ balance: 100 }]);
  expect((await walletsOf(buyer)).privateWallet.paidVirtualUsers).toBe(0);
  await buyer.client.call(deletedRoutes.deleteProjectForGood, { query: { projectId } });
  await vi.waitFor(async () => {
    expect((await walletsOf(buyer)).privateWallet.paidVirtualUsers).toBe(100);
  }, waitOptions);
});

test('grace: lent while the invoice is open, not transferable, returned when deactivated [performance-virtual-users-4]', async () => {
  expect((await initiate(buyer)).graceVirtualUsers).toBe(100);
  expect((await initiate(buyer)).graceVirtualUsers).toBe(0);
  expect((await initiate(buyer, 'virtual-users-500', projectId)).graceVirtualUsers).toBe(0);
  expect((await walletsOf(buyer)).privateWallet).toMatchObject({
    paidVirtualUsers: 100,
    graceStatus: 'ACTIVE',
    graceVirtualUsers: 100,
  });
  const moveOut = { body: { virtualUsers: 1, toSharedWalletId: projectId } };
  await expect(buyer.client.call(api.transferPaidVirtualUsers, moveOut)).rejects.toMatchObject({ status: 409 });
  const after = await buyer.client.call(api.deactivateGraceStatus, {});
  expect(after).toMatchObject({ paidVirtualUsers: 0, graceStatus: 'NONE', graceVirtualUsers: 0, graceUntil: null });
  await expect(buyer.client.call(api.deactivateGraceStatus, {})).rejects.toMatchObject({ status: 409 });
});

test('lent virtual users that a run used are owed, and the next purchase pays them back', async () => {
  const { transactionId } = await initiate(buyer);
  const caller = {
    ...buyer,
    name: 'Ada',
    role: 'ROLE_ADMIN',
    plan: 'PRO',
    teamIds: [buyer.teamId],
    requestId: '',
    address: '',
  } as const;
  const runId = crypto.randomUUID();
  const virtualUsers = server.app.door(virtualUsersService);
  const until = new Date(clock.now().getTime() + 60_000);
  await virtualUsers.reserve(caller, { runId, virtualUsers: 1060, until });
  await virtualUsers.settle(runId, 1060);
  await update(buyer, transactionId, 'CANCELLED');
  expect((await walletsOf(buyer)).privateWallet).toMatchObject({
    freeVirtualUsers: 1000,
    paidVirtualUsers: 0,
    graceStatus: 'OWED',
    graceVirtualUsers: 60,
  });
  expect((await initiate(buyer)).graceVirtualUsers).toBe(0);
  await buy(buyer, 'virtual-users-100');
  expect((await walletsOf(buyer)).privateWallet).toMatchObject({ paidVirtualUsers: 40, graceStatus: 'NONE' });
});

test('the history pages by 10, starting at page 1 [performance-virtual-users-5]', async () => {
  for (let index = 0; index < 12; index += 1) await initiate(buyer, 'virtual-users-100', projectId);
  const page = (query: object) =>
    buyer.client.call(api.listVirtualUserTransactions, { query: { sharedWalletId: projectId, ...query } });
  const first = await page({});
  expect(first).toMatchObject({ page: 1, size: 10, totalElements: 13 });
  expect(first.content).toHaveLength(10);
  const second = await page({ pageNumber: 2 });
  expect(second.content.map((row) => row.type)).toEqual(['PURCHASE', 'PURCHASE', 'GRANT']);
  expect(new Set([...first.content, ...second.content].map((row) => row.transactionId)).size).toBe(13);
  await expect(page({ pageNumber: 0 })).rejects.toMatchObject({ status: 400 });
});
