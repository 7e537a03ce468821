import { virtualUserRoutes } from '@touchstone/contracts/virtual-users';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, inLength, type TestServer, type TestUser } from '@touchstone/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { workspacesService } from '../../workspaces/index.ts';
import { createGrace } from './grace.ts';
import { createReservations } from './reservations.ts';
import type { WalletUser } from './virtual-users.ts';
import { createWallets } from './wallets.ts';

let server: TestServer;
let clock: FakeClock;
let admin: TestUser;
let user: WalletUser;
let plan: 'FREE' | 'PRO' | 'EXPIRED' = 'PRO';
let reservations: ReturnType<typeof createReservations>;
let wallets: ReturnType<typeof createWallets>;

beforeAll(async () => {
  clock = new FakeClock(new Date());
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  const { platform } = server;
  wallets = createWallets({
    platform,
    openWorkspace: server.app.door(workspacesService).workspaces.open,
    limitOf: async () => (plan === 'FREE' ? 1000 : null),
  });
  reservations = createReservations({ platform, wallets });
});
afterAll(() => server.close());

async function newUser(given: typeof plan = 'PRO'): Promise<void> {
  plan = given;
  admin = await server.createOrganization({ plan });
  const { userId, organizationId, email, teamId } = admin;
  user = {
    userId,
    organizationId,
    email,
    teamId,
    teamIds: [teamId],
    name: 'Ada',
    role: 'ROLE_ADMIN',
    plan,
    requestId: '',
    address: '',
  };
}
async function buy(): Promise<void> {
  const boss = await server.createUser(admin, { role: 'ROLE_SUPERADMIN' });
  const body = { packId: 'virtual-users-500' };
  const { transactionId } = await admin.client.call(virtualUserRoutes.initiateVirtualUserPurchase, { body });
  await boss.client.call(virtualUserRoutes.updateVirtualUserTransaction, {
    body: { transactionId, status: 'COMPLETED' },
  });
}
const inAnHour = () => new Date(clock.now().getTime() + 3600_000);
const reserve = (virtualUsers: number, runId = newId()) =>
  reservations.reserve(user, { runId, virtualUsers, until: inAnHour() });
const own = () => wallets.view(user.userId);

/** All books of the organization: purses by name, and whether the entries match the balances. */
async function readBook() {
  const { rows } = await server.platform.database.pool.query<{
    id: string;
    balance: number;
    floor: number | null;
    entries: number;
  }>(
    `select a.id, a.balance, a.floor, coalesce(sum(e.amount), 0)::int8 as entries from virtual_users.account a
     left join virtual_users.entry e on e.account_id = a.id where a.organization_id = $1 group by a.id`,
    [user.organizationId],
  );
  const unpaired = await server.platform.database.pool.query(
    `select t.id from virtual_users.transaction t join virtual_users.entry e on e.transaction_id = t.id
     where t.organization_id = $1 group by t.id having sum(e.amount) <> 0`,
    [user.organizationId],
  );
  for (const row of rows) {
    expect(row.balance).toBe(row.entries);
    expect(row.balance).toBeGreaterThanOrEqual(row.floor ?? Number.NEGATIVE_INFINITY);
  }
  expect(rows.reduce((sum, row) => sum + row.balance, 0)).toBe(0);
  expect(unpaired.rows).toEqual([]);
  return Object.fromEntries(rows.map((row) => [row.id.split('/')[1], row.balance]));
}

test('a run holds free virtual users first; they are returned, used paid ones are consumed', async () => {
  await newUser();
  await buy();
  const { runId, free, paid } = await reserve(1300);
  expect([free, paid]).toEqual([1000, 300]);
  expect(await own()).toMatchObject({ freeVirtualUsers: 0, paidVirtualUsers: 200, reservedVirtualUsers: 1300 });
  await reservations.settle(runId, 1100);
  expect(await own()).toMatchObject({ freeVirtualUsers: 1000, paidVirtualUsers: 400, reservedVirtualUsers: 0 });
  expect(await readBook()).toMatchObject({ consumed: 100, sold: -500 });
});

test('repeated calls of one run count once', async () => {
  await newUser();
  const runId = newId();
  const holds = await Promise.all(Array.from({ length: 6 }, () => reserve(40, runId)));
  expect(new Set(holds.map((hold) => hold.free))).toEqual(new Set([40]));
  expect((await own()).reservedVirtualUsers).toBe(40);
  await Promise.all([reservations.settle(runId, 40), reservations.release(runId), reservations.settle(runId, 1)]);
  await reservations.settle(newId(), 5);
  expect(await own()).toMatchObject({ freeVirtualUsers: 1000, reservedVirtualUsers: 0 });
});

test('a run holds virtual users in one wallet only, whichever is named later or at the same time', async () => {
  await newUser();
  const { projectId } = await admin.client.call(workspaceRoutes.createProject, { body: { projectName: 'Shop' } });
  const reserveIn = (runId: string, virtualUsers: number, sharedWalletId?: string) =>
    reservations.reserve(user, { runId, virtualUsers, sharedWalletId, until: inAnHour() });
  await wallets.open(user, projectId, 'edit');
  const reserved = async () => [
    (await own()).reservedVirtualUsers,
    (await wallets.view(projectId)).reservedVirtualUsers,
  ];
  const [settled, released] = [newId(), newId()];
  expect(await reserveIn(settled, 10)).toEqual({ runId: settled, walletId: user.userId, free: 10, paid: 0 });
  expect(await reserveIn(settled, 20, projectId)).toMatchObject({ walletId: user.userId, free: 10, paid: 0 });
  expect(await reserved()).toEqual([10, 0]);
  await reservations.settle(settled, 10);
  expect(await reserved()).toEqual([0, 0]);
  const holds = await Promise.all([reserveIn(released, 7), reserveIn(released, 7, projectId)]);
  expect(new Set(holds.map(({ walletId }) => walletId)).size).toBe(1);
  expect((await reserved()).toSorted()).toEqual([0, 7]);
  await reservations.release(released);
  expect(await reserved()).toEqual([0, 0]);
  const { rows } = await server.platform.database.pool.query<{ run_id: string; status: string }>(
    'select run_id, status from virtual_users.reservation where run_id = any($1)',
    [[settled, released]],
  );
  expect(new Map(rows.map((row) => [row.run_id, row.status]))).toEqual(
    new Map([
      [settled, 'settled'],
      [released, 'released'],
    ]),
  );
});

test.each([
  ['FREE', 1001, 'VIRTUAL_USERS_PLAN_LIMIT'],
  ['PRO', 1001, 'VIRTUAL_USERS_TOO_FEW'],
  ['EXPIRED', 1, 'VIRTUAL_USERS_PLAN_EXPIRED'],
] as const)('on the %s plan %i virtual users without paid ones return %s', async (plan, count, code) => {
  await newUser(plan);
  await expect(reserve(count)).rejects.toMatchObject({ code });
  if (plan !== 'EXPIRED') expect(await reserve(1000)).toMatchObject({ free: 1000, paid: 0 });
});

test('the refusal of a run above the limit of the plan names the limit', async () => {
  await newUser('FREE');
  await expect(reserve(1001)).rejects.toMatchObject({
    status: 403,
    message: 'Your plan allows 1000 virtual users in one run. Lower the load or upgrade the plan.',
  });
});

test('a hold whose process died is released when its time has expired, by one of several sweeps', async () => {
  await newUser();
  await reserve(700);
  expect(await reservations.releaseOverdue()).toBe(0);
  clock.advance(3600_001);
  await Promise.all([reservations.releaseOverdue(), reservations.releaseOverdue()]);
  expect(await own()).toMatchObject({ freeVirtualUsers: 1000, reservedVirtualUsers: 0 });
  await readBook();
});

test('an expired grace ends automatically', async () => {
  await newUser();
  const { client } = admin;
  await client.call(virtualUserRoutes.initiateVirtualUserPurchase, { body: { packId: 'virtual-users-100' } });
  const grace = createGrace({ platform: server.platform, wallets });
  await grace.endOverdue();
  expect((await own()).graceStatus).toBe('ACTIVE');
  clock.advance(7 * 24 * 3600_000 + 1);
  await grace.endOverdue();
  expect(await own()).toMatchObject({ graceStatus: 'NONE', paidVirtualUsers: 0 });
});

const start = fc.record({
  virtualUsers: fc.integer({ min: 1, max: 900 }),
  usedShare: fc.double({ min: 0, max: 1, noNaN: true }),
  ends: fc.constantFrom('settle', 'release', 'never'),
});

test('whatever starts at once, no balance falls below zero and no virtual user is lost or created', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(start, { minLength: 4, maxLength: 16 }), async (starts) => {
      await newUser();
      await buy();
      const outcomes = await Promise.all(
        starts.map(async ({ virtualUsers, usedShare, ends }) => {
          const hold = await reserve(virtualUsers).catch((error: { code: string }) => {
            expect(error.code).toBe('VIRTUAL_USERS_TOO_FEW');
            return undefined;
          });
          if (!hold) return { held: 0, consumed: 0 };
          if (ends === 'never') return { held: virtualUsers, consumed: 0 };
          const used = Math.round(virtualUsers * usedShare);
          if (ends === 'release') await reservations.release(hold.runId);
          else await reservations.settle(hold.runId, used);
          return { held: 0, consumed: ends === 'settle' ? Math.max(0, used - hold.free) : 0 };
        }),
      );
      const book = await readBook();
      const sum = (key: 'held' | 'consumed') => outcomes.reduce((total, outcome) => total + outcome[key], 0);
      expect(book.consumed).toBe(sum('consumed'));
      expect((book.heldFree ?? 0) + (book.heldPaid ?? 0)).toBe(sum('held'));
      expect((book.free ?? 0) + (book.heldFree ?? 0)).toBe(1000);
      expect((book.paid ?? 0) + (book.heldPaid ?? 0) + (book.consumed ?? 0)).toBe(500);
    }),
    { numRuns: inLength(5, 40) },
  );
});

test('of two runs that need the entire wallet, one starts', async () => {
  await newUser();
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => reserve(1000)));
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
});
