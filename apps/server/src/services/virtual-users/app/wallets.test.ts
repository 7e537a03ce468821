import { virtualUserRoutes as api } from '@touchstone/contracts/virtual-users';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock, newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import type { NotifyInput } from '../../notifications/index.ts';
import { newViewer } from '../../service-virtualization/testing/seen-by.ts';
import { workspacesService } from '../../workspaces/index.ts';
import type { PaymentProvider } from '../clients/payment.ts';
import { walletUser } from '../testing/wallet-user.ts';
import { createClosures } from './closures.ts';
import { createGrace } from './grace.ts';
import { createPurchases } from './purchases.ts';
import { createReservations } from './reservations.ts';
import { createWallets } from './wallets.ts';

const dayMs = 24 * 3_600_000;
const clock = new FakeClock(new Date('2026-03-04T05:06:07.000Z'));
let server: TestServer;
let buyer: TestUser;
let boss: TestUser;
let projectId: string;
beforeAll(async () => {
  const env = { VIRTUAL_USER_PACKS: '60:6.5,500:45' };
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock, env });
}, 120_000);
beforeEach(async () => {
  buyer = await server.createOrganization();
  boss = await server.createUser(buyer, { role: 'ROLE_SUPERADMIN', firstName: 'Bo', lastName: 'Boss' });
  const project = { projectName: 'Shop', workspaceType: 'SHARED' as const };
  ({ projectId } = await buyer.client.call(workspaceRoutes.createProject, { body: project }));
});
afterAll(() => server.close());

const useCases = () => {
  const { platform } = server;
  const openWorkspace = server.app.door(workspacesService).workspaces.open;
  const wallets = createWallets({ platform, openWorkspace, limitOf: async () => null });
  const grace = createGrace({ platform, wallets });
  return { platform, wallets, grace, reservations: createReservations({ platform, wallets }) };
};
const initiate = (by: TestUser, packId = 'virtual-users-500', sharedWalletId?: string) =>
  by.client.call(api.initiateVirtualUserPurchase, { body: { packId, sharedWalletId } });
const update = (by: TestUser, transactionId: string, status: 'COMPLETED' | 'FAILED' | 'CANCELLED') =>
  by.client.call(api.updateVirtualUserTransaction, { body: { transactionId, status } });
const walletsOf = (by: TestUser, sharedWalletId?: string) =>
  by.client.call(api.getVirtualUserWallet, { query: { sharedWalletId } });
const own = async (by = buyer) => (await walletsOf(by)).privateWallet;
const history = (by: TestUser, query: object = {}) => by.client.call(api.listVirtualUserTransactions, { query });
const transfer = (
  by: TestUser,
  body: { virtualUsers: number; fromSharedWalletId?: string; toSharedWalletId?: string },
) => by.client.call(api.transferPaidVirtualUsers, { body });
const buy = async (by: TestUser, packId?: string, sharedWalletId?: string) => {
  const { transactionId } = await initiate(by, packId, sharedWalletId);
  await update(boss, transactionId, 'COMPLETED');
};
const refusalOf = async (call: Promise<unknown>) => {
  const { status, code, message } = await failureOf(call);
  return [status, code.replace('VIRTUAL_USERS_', ''), message];
};
const auditOf = async (target: string) =>
  (await auditEntries(server, { targets: [target] })).map(({ action, detail, userId }) => [action, detail, userId]);
const fromNow = (ms: number) => new Date(clock.now().getTime() + ms);
const noWallet = [404, 'INVALID_WALLET', 'Select a valid wallet'];
const noTransaction = [404, 'TRANSACTION_NOT_FOUND', 'Unable to complete transaction. No such purchase.'];

describe('a wallet', () => {
  test('has a thousand free virtual users and shows what is reserved and lent', async () => {
    const wallet = {
      walletId: buyer.userId,
      kind: 'PRIVATE',
      freeVirtualUsers: 1000,
      paidVirtualUsers: 0,
      reservedVirtualUsers: 0,
      graceStatus: 'NONE',
      graceVirtualUsers: 0,
      graceUntil: null,
    };
    expect(await walletsOf(buyer)).toEqual({ privateWallet: wallet, sharedWallet: null, limitPerRun: null });
    const shared = { ...wallet, walletId: projectId, kind: 'SHARED' };
    expect((await walletsOf(buyer, projectId)).sharedWallet).toEqual(shared);
    await initiate(buyer);
    const { reservations } = useCases();
    await reservations.reserve(walletUser(buyer), { runId: newId(), virtualUsers: 1030, until: fromNow(1000) });
    expect(await own()).toEqual({
      ...wallet,
      freeVirtualUsers: 0,
      paidVirtualUsers: 70,
      reservedVirtualUsers: 1030,
      graceStatus: 'ACTIVE',
      graceVirtualUsers: 100,
      graceUntil: fromNow(7 * dayMs).toISOString(),
    });
  });

  test('of a workspace is seen by its members, and changed by those who may edit it', async () => {
    await buyer.client.call(workspaceRoutes.updateProject, { body: { projectId, workspaceType: 'PRIVATE' } } as never);
    const viewer = await newViewer(server, buyer, projectId);
    await buy(viewer);
    expect((await walletsOf(viewer, projectId)).sharedWallet).toMatchObject({ freeVirtualUsers: 1000 });
    expect((await history(viewer, { sharedWalletId: projectId })).totalElements).toBe(1);
    for (const change of [
      () => initiate(viewer, 'virtual-users-60', projectId),
      () => transfer(viewer, { virtualUsers: 1, toSharedWalletId: projectId }),
    ])
      expect((await refusalOf(change())).slice(0, 2)).toEqual([403, 'API_TESTING_VIEWER_MAY_NOT_EDIT']);
    const outsider = await server.createUser(buyer, { role: 'ROLE_USER' });
    for (const call of [
      () => walletsOf(outsider, projectId),
      () => history(outsider, { sharedWalletId: projectId }),
      () => initiate(outsider, 'virtual-users-60', projectId),
    ])
      expect(await refusalOf(call())).toEqual(noWallet);
  });

  test('has a history of every change, newest first', async () => {
    const bought = await initiate(buyer, 'virtual-users-60');
    await update(boss, bought.transactionId, 'COMPLETED');
    const { reservations } = useCases();
    const runs = [newId(), newId()] as const;
    for (const runId of runs)
      await reservations
        .reserve(walletUser(buyer), { runId, virtualUsers: 1010, until: fromNow(1000) })
        .then(() => (runId === runs[0] ? reservations.settle(runId, 1004) : reservations.release(runId)));
    const moved = await transfer(buyer, { virtualUsers: 5, toSharedWalletId: projectId });
    const row = {
      transactionId: expect.any(String),
      status: 'COMPLETED',
      runId: null,
      invoiceNumber: null,
      price: null,
      currency: null,
      createdBy: '',
      createdAt: clock.now().toISOString(),
      freeChange: 0,
      paidChange: 0,
    };
    const { content, ...rest } = await history(buyer);
    const run = (runId: string) => ({ ...row, runId });
    expect(content).toEqual([
      {
        ...row,
        type: 'TRANSFER',
        virtualUsers: 5,
        paidChange: -5,
        createdBy: 'Ada Admin',
        transactionId: moved.transactionId,
      },
      { ...run(runs[1]), type: 'RELEASE', virtualUsers: 1010, freeChange: 1000, paidChange: 10 },
      { ...run(runs[1]), type: 'RESERVE', virtualUsers: 1010, freeChange: -1000, paidChange: -10, createdBy: 'Ada' },
      { ...run(runs[0]), type: 'SETTLE', virtualUsers: 1004, freeChange: 1000, paidChange: 6 },
      { ...run(runs[0]), type: 'RESERVE', virtualUsers: 1010, freeChange: -1000, paidChange: -10, createdBy: 'Ada' },
      { ...row, type: 'GRACE_END', virtualUsers: 60, paidChange: -60 },
      { ...row, type: 'GRACE', virtualUsers: 60, paidChange: 60 },
      {
        ...row,
        type: 'PURCHASE',
        virtualUsers: 60,
        paidChange: 60,
        createdBy: 'Ada Admin',
        transactionId: bought.transactionId,
        invoiceNumber: bought.invoiceNumber,
        price: 6.5,
        currency: 'EUR',
      },
      { ...row, type: 'GRANT', virtualUsers: 1000, freeChange: 1000, createdAt: expect.any(String) },
    ]);
    expect(rest).toEqual({ totalElements: 9, page: 1, size: 10 });
    await buy(buyer, 'virtual-users-60', projectId);
    const ofWorkspace = await history(buyer, { sharedWalletId: projectId });
    expect(ofWorkspace.content.map(({ type }) => type)).toEqual(['PURCHASE', 'TRANSFER', 'GRANT']);
    const second = await history(buyer, { pageNumber: 2, pageSize: 4 });
    expect([second.page, second.size, second.content]).toEqual([2, 4, content.slice(4, 8)]);
  });
});

describe('a transfer', () => {
  test('moves what is paid for, to the last one, and is recorded', async () => {
    await buy(buyer);
    await initiate(buyer, 'virtual-users-60');
    const moving = (virtualUsers: number) => transfer(buyer, { virtualUsers, toSharedWalletId: projectId });
    expect(await refusalOf(moving(501))).toEqual([
      409,
      'TRANSFER_SHORT',
      'Unable to transfer. The wallet has 500 paid virtual users that can be moved.',
    ]);
    const { transactionId, from, to } = await moving(500);
    expect([from.walletId, from.paidVirtualUsers, from.graceVirtualUsers]).toEqual([buyer.userId, 60, 60]);
    expect([to.walletId, to.paidVirtualUsers]).toEqual([projectId, 500]);
    expect(await auditOf(transactionId)).toEqual([
      ['virtual-users.transferred', { from: buyer.userId, to: projectId, virtualUsers: 500 }, buyer.userId],
    ]);
    expect((await refusalOf(moving(1)))[2]).toContain('has 0 paid virtual users');
    const back = await transfer(buyer, { virtualUsers: 1, fromSharedWalletId: projectId });
    expect([back.from.paidVirtualUsers, back.to.paidVirtualUsers]).toEqual([499, 61]);
  });

  test('of a wallet that owes more than it has moves nothing', async () => {
    await initiate(buyer, 'virtual-users-60');
    const { reservations } = useCases();
    const runId = newId();
    await reservations.reserve(walletUser(buyer), { runId, virtualUsers: 1050, until: fromNow(1000) });
    await reservations.settle(runId, 1050);
    expect((await refusalOf(transfer(buyer, { virtualUsers: 1, toSharedWalletId: projectId })))[2]).toContain('has 0 ');
  });

  test('needs two wallets', async () => {
    const same = [400, 'SAME_WALLET', 'Select a valid wallet: the two wallets of a transfer must differ.'];
    expect(await refusalOf(transfer(buyer, { virtualUsers: 1 }))).toEqual(same);
    const shared = { virtualUsers: 1, fromSharedWalletId: projectId, toSharedWalletId: projectId };
    expect(await refusalOf(transfer(buyer, shared))).toEqual(same);
  });
});

describe('a purchase', () => {
  test('says how to pay, and is recorded and listed', async () => {
    const bought = await initiate(buyer, 'virtual-users-60', projectId);
    const { transactionId } = bought;
    const invoiceNumber = `VU-2026-${transactionId.slice(-8).toUpperCase()}`;
    expect(bought).toEqual({
      transactionId,
      status: 'INITIATED',
      virtualUsers: 60,
      price: 6.5,
      currency: 'EUR',
      invoiceNumber,
      paymentMethod: 'INVOICE',
      paymentLink: `${server.url}/api-testing/billing-history?invoice=${invoiceNumber}`,
      graceVirtualUsers: 0,
    });
    expect(await auditOf(transactionId)).toEqual([['virtual-users.purchase-initiated', null, buyer.userId]]);
    const { packs } = await buyer.client.call(api.listVirtualUserPacks, {});
    expect(packs.map(({ packId, price }) => [packId, price])).toEqual([
      ['virtual-users-60', 6.5],
      ['virtual-users-500', 45],
    ]);
    const invoices = (by: TestUser, query: object = {}) => by.client.call(api.listVirtualUserInvoices, { query });
    const listed = await invoices(buyer);
    expect(listed).toEqual({
      content: [
        {
          transactionId,
          type: 'PURCHASE',
          status: 'INITIATED',
          virtualUsers: 60,
          freeChange: 0,
          paidChange: 0,
          runId: null,
          invoiceNumber,
          price: 6.5,
          currency: 'EUR',
          createdBy: 'Ada Admin',
          createdAt: clock.now().toISOString(),
          walletId: projectId,
          walletKind: 'SHARED',
        },
      ],
      totalElements: 1,
      page: 1,
      size: 10,
    });
    expect(await invoices(boss)).toEqual(listed);
    const colleague = await server.createUser(buyer, { role: 'ROLE_ADMIN' });
    const strangers = [colleague, await server.createOrganization({ role: 'ROLE_SUPERADMIN' })];
    for (const by of strangers) expect((await invoices(by)).content).toEqual([]);
    await initiate(buyer);
    expect((await invoices(buyer, { pageNumber: 2, pageSize: 1 })).content).toEqual(listed.content);
    expect((await invoices(buyer, { invoiceNumber })).content).toEqual(listed.content);
    await update(buyer, transactionId, 'FAILED');
    expect((await invoices(buyer, { status: 'FAILED' })).content).toMatchObject([{ transactionId, status: 'FAILED' }]);
  });

  test('is completed, cancelled or failed, once, by its buyer or a super administrator; each is recorded', async () => {
    const other = await server.createOrganization({ role: 'ROLE_SUPERADMIN' });
    const colleague = await server.createUser(buyer, { role: 'ROLE_ADMIN' });
    const outcomes = [
      ['COMPLETED', '60 virtual users were added to the wallet.', boss],
      ['CANCELLED', 'The purchase was cancelled.', buyer],
      ['FAILED', 'Purchase failed', buyer],
    ] as const;
    for (const [status, message, by] of outcomes) {
      const { transactionId } = await initiate(buyer, 'virtual-users-60');
      for (const stranger of [other, colleague])
        expect(await refusalOf(update(stranger, transactionId, status))).toEqual(noTransaction);
      for (const _time of ['first', 'repeated'])
        expect(await update(by, transactionId, status)).toEqual({ transactionId, status, message });
      const next = status === 'FAILED' ? 'CANCELLED' : 'FAILED';
      expect(await refusalOf(update(by, transactionId, next))).toEqual([
        409,
        'TRANSACTION_CLOSED',
        `Unable to complete transaction. The purchase is ${status.toLowerCase()} already.`,
      ]);
      expect((await auditOf(transactionId)).slice(1)).toEqual([
        [`virtual-users.purchase-${status.toLowerCase()}`, null, by.userId],
      ]);
      expect((await own()).graceStatus).toBe('NONE');
    }
    expect((await own()).paidVirtualUsers).toBe(60);
    expect(await refusalOf(update(boss, newId(), 'COMPLETED'))).toEqual(noTransaction);
  });

  test('is completed by a confirmed payment only', async () => {
    const { transactionId } = await initiate(buyer, 'virtual-users-60');
    expect((await refusalOf(update(buyer, transactionId, 'COMPLETED'))).slice(0, 2)).toEqual([403, 'NOT_PAID']);
    expect(await own()).toMatchObject({ paidVirtualUsers: 60, graceVirtualUsers: 60 });
    expect(await auditOf(transactionId)).toHaveLength(1);
  });

  const sellWith = (payment: Partial<PaymentProvider>) => {
    const sent: NotifyInput[] = [];
    const { platform, wallets, grace } = useCases();
    const purchases = createPurchases({
      platform,
      wallets,
      grace,
      config: { VIRTUAL_USER_PACKS: ['60:6.5'] },
      payment: {
        method: 'CARD',
        isDeferred: false,
        createPayment: async () => ({ paymentLink: 'https://pay.example/' }),
        isPaid: async () => true,
        ...payment,
      },
      notify: async (input) => void sent.push(input),
    });
    return { purchases, sent };
  };

  test('that is completed is told to its buyer, once', async () => {
    const { purchases, sent } = sellWith({});
    const user = walletUser(buyer);
    const { transactionId, invoiceNumber, ...rest } = await purchases.initiate(user, { packId: 'virtual-users-60' });
    expect(rest).toMatchObject({ paymentMethod: 'CARD', paymentLink: 'https://pay.example/', graceVirtualUsers: 0 });
    expect((await own()).paidVirtualUsers).toBe(0);
    await purchases.update(user, transactionId, 'COMPLETED');
    expect(sent).toEqual([
      {
        organizationId: buyer.organizationId,
        userIds: [buyer.userId],
        kind: 'purchase-confirmed',
        title: '60 virtual users are yours',
        text: `Purchase ${invoiceNumber} is confirmed: they are in the wallet.`,
        link: '/api-testing/billing-history',
        onceKey: `purchase:${transactionId}`,
      },
    ]);
    const failed = await purchases.initiate(user, { packId: 'virtual-users-60' });
    await purchases.update(user, failed.transactionId, 'FAILED');
    expect(sent).toHaveLength(1);
  });

  test('fails without a payment link: nothing is lent', async () => {
    const { purchases } = sellWith({
      isDeferred: true,
      createPayment: async () => {
        throw new Error('Out of order.');
      },
    });
    await expect(purchases.initiate(walletUser(buyer), { packId: 'virtual-users-60' })).rejects.toMatchObject({
      code: 'VIRTUAL_USERS_PAYMENT_LINK_FAILED',
      cause: expect.objectContaining({ message: 'Out of order.' }),
    });
    const { content } = await buyer.client.call(api.listVirtualUserInvoices, { query: {} });
    expect(content.map(({ status }) => status)).toEqual(['FAILED']);
    expect(await own()).toMatchObject({ paidVirtualUsers: 0, graceStatus: 'NONE' });
    await expect(purchases.initiate(walletUser(buyer), { packId: 'virtual-users-61' })).rejects.toMatchObject({
      code: 'VIRTUAL_USERS_PACK_NOT_FOUND',
    });
  });
});

describe('virtual users are lent', () => {
  test('for seven days, as many as are bought and at most a hundred', async () => {
    expect((await initiate(buyer, 'virtual-users-60')).graceVirtualUsers).toBe(60);
    const colleague = await server.createUser(buyer, { role: 'ROLE_USER' });
    expect((await initiate(colleague)).graceVirtualUsers).toBe(100);
    const { grace } = useCases();
    clock.advance(7 * dayMs);
    await grace.endOverdue();
    expect((await own()).graceStatus).toBe('ACTIVE');
    clock.advance(1);
    await grace.endOverdue();
    for (const by of [buyer, colleague])
      expect(await own(by)).toMatchObject({ paidVirtualUsers: 0, graceStatus: 'NONE', graceUntil: null });
  });

  test('and stay owed, until when, if a purchase does not cover what was used', async () => {
    const first = await initiate(buyer);
    const { reservations } = useCases();
    const runId = newId();
    await reservations.reserve(walletUser(buyer), { runId, virtualUsers: 1090, until: fromNow(1000) });
    await reservations.settle(runId, 1090);
    const second = await initiate(buyer, 'virtual-users-60');
    await update(boss, second.transactionId, 'COMPLETED');
    // 60 bought and 10 not used pay back 70 of 100.
    expect(await own()).toMatchObject({ paidVirtualUsers: 0, graceStatus: 'ACTIVE', graceVirtualUsers: 30 });
    await update(boss, first.transactionId, 'COMPLETED');
    expect(await own()).toMatchObject({ paidVirtualUsers: 470, graceStatus: 'NONE', graceUntil: null });
  });

  test('until the last open invoice is cancelled', async () => {
    const [first, second, third] = [await initiate(buyer), await initiate(buyer), await initiate(buyer)];
    await initiate(buyer, 'virtual-users-60', projectId);
    await update(buyer, second.transactionId, 'CANCELLED');
    expect(await own()).toMatchObject({ paidVirtualUsers: 100, graceStatus: 'ACTIVE' });
    await Promise.all([first, third].map(({ transactionId }) => update(buyer, transactionId, 'FAILED')));
    expect(await own()).toMatchObject({ paidVirtualUsers: 0, graceStatus: 'NONE', graceUntil: null });
  });

  test('and are given back before the time is over', async () => {
    const giveBack = () => buyer.client.call(api.deactivateGraceStatus, {});
    const noGrace = [409, 'NO_GRACE', 'This wallet has no grace to end.'];
    expect(await refusalOf(giveBack())).toEqual(noGrace);
    await initiate(buyer);
    expect(await giveBack()).toEqual(await own());
    expect(await own()).toMatchObject({ paidVirtualUsers: 0, graceStatus: 'NONE', graceUntil: null });
    expect(await refusalOf(giveBack())).toEqual(noGrace);
  });
});

describe('a hold', () => {
  const reserve = (runId: string, virtualUsers: number, sharedWalletId?: string) =>
    useCases().reservations.reserve(walletUser(buyer), { runId, virtualUsers, sharedWalletId, until: fromNow(1000) });

  test('needs at least one virtual user, and as many as the wallet has', async () => {
    for (const count of [0, -1, 0.5]) await expect(reserve(newId(), count)).rejects.toThrow(RangeError);
    await expect(reserve(newId(), 1001)).rejects.toMatchObject({
      code: 'VIRTUAL_USERS_TOO_FEW',
      message:
        'This run needs 1001 virtual users, the wallet has 1000. Buy a pack, wait for other runs to end, or lower the load.',
    });
    expect(await reserve(newId(), 1)).toMatchObject({ walletId: buyer.userId, free: 1, paid: 0 });
    expect(await reserve(newId(), 1000, projectId)).toMatchObject({ walletId: projectId, free: 1000, paid: 0 });
  });

  test('of a run that was given up is made again when the run is planned again', async () => {
    const { reservations } = useCases();
    const runId = newId();
    await reserve(runId, 10);
    await reservations.release(runId);
    expect((await own()).reservedVirtualUsers).toBe(0);
    expect(await reserve(runId, 20)).toEqual({ runId, walletId: buyer.userId, free: 20, paid: 0 });
    expect((await own()).reservedVirtualUsers).toBe(20);
    await reservations.settle(runId, 0);
    await reserve(runId, 30, projectId);
    expect([(await own()).reservedVirtualUsers, (await walletsOf(buyer, projectId)).sharedWallet]).toMatchObject([
      0,
      { reservedVirtualUsers: 30 },
    ]);
    await reservations.release(runId);
    expect((await walletsOf(buyer, projectId)).sharedWallet?.reservedVirtualUsers).toBe(0);
  });

  test('ends after its time, not at it', async () => {
    const { reservations } = useCases();
    await reserve(newId(), 10);
    await reserve(newId(), 10);
    clock.advance(1000);
    await reservations.releaseOverdue();
    expect((await own()).reservedVirtualUsers).toBe(20);
    clock.advance(1);
    expect(await reservations.releaseOverdue()).toBeGreaterThanOrEqual(2);
    expect((await own()).reservedVirtualUsers).toBe(0);
  });
});

test('the wallet of a workspace is closed once, and a private wallet or none is left alone', async () => {
  const { platform, wallets } = useCases();
  const closures = createClosures({ platform, wallets });
  const user = walletUser(buyer);
  await closures.close(user, newId());
  const colleague = await server.createUser(buyer, { role: 'ROLE_USER' });
  await buy(colleague);
  await closures.close(user, colleague.userId);
  expect((await own(colleague)).paidVirtualUsers).toBe(500);
  await buy(buyer, 'virtual-users-60', projectId);
  for (let time = 0; time < 2; time += 1) await closures.close(user, projectId);
  expect((await own()).paidVirtualUsers).toBe(60);
  const { content } = await history(buyer);
  expect(content.map(({ type, paidChange, createdAt }) => [type, paidChange, createdAt]).slice(0, 1)).toEqual([
    ['TRANSFER', 60, clock.now().toISOString()],
  ]);
  expect(content.filter(({ type }) => type === 'TRANSFER')).toHaveLength(1);
});
