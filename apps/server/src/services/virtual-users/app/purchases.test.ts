import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { workspacesService } from '../../workspaces/index.ts';
import type { Purchase } from '../clients/payment.ts';
import { createGrace } from './grace.ts';
import { createPurchases } from './purchases.ts';
import type { WalletUser } from './virtual-users.ts';
import { createWallets } from './wallets.ts';

let server: TestServer;
let buyer: WalletUser;
let purchases: ReturnType<typeof createPurchases>;
/** What the payment provider received. */
const events: { created: Purchase[]; confirmed: Purchase[] } = { created: [], confirmed: [] };

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  const { platform } = server;
  const openWorkspace = server.app.door(workspacesService).workspaces.open;
  const wallets = createWallets({ platform, openWorkspace, limitOf: async () => null });
  purchases = createPurchases({
    platform,
    config: { VIRTUAL_USER_PACKS: ['100:10', '300:0.29', '700:4.35', '1000:79.99'] },
    wallets,
    grace: createGrace({ platform, wallets }),
    payment: {
      method: 'CARD',
      isDeferred: false,
      createPayment: async (purchase) => {
        events.created.push(purchase);
        return { paymentLink: 'https://pay.test/' };
      },
      isPaid: async (purchase) => {
        events.confirmed.push(purchase);
        return true;
      },
    },
    notify: async () => undefined,
  });
  const { userId, organizationId, email, teamId } = await server.createOrganization();
  buyer = {
    userId,
    organizationId,
    email,
    teamId,
    teamIds: [teamId],
    name: 'Ada',
    role: 'ROLE_ADMIN',
    plan: 'PRO',
    requestId: '',
    address: '',
  };
});
afterAll(() => server.close());

test.each([
  [100, 10],
  [300, 0.29],
  [700, 4.35],
  [1000, 79.99],
])(
  'the payment provider gets the same price of %i virtual users, %d, before and after it is stored',
  async (virtualUsers, price) => {
    const { transactionId, invoiceNumber } = await purchases.initiate(buyer, {
      packId: `virtual-users-${virtualUsers}`,
    });
    await purchases.update(buyer, transactionId, 'COMPLETED');
    const purchase = { transactionId, invoiceNumber, price, currency: 'EUR', virtualUsers };
    expect(events.created.at(-1)).toEqual(purchase);
    expect(events.confirmed.at(-1)).toEqual(purchase);
  },
);
