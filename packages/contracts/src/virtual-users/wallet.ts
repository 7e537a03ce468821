import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, timeSchema } from '../shared.ts';

const service = 'virtual-users';

/** Without a shared wallet, the caller's private one is used. A shared wallet has the id of its workspace. */
const sharedWalletId = idSchema.optional().describe('Workspace whose shared wallet is meant; absent: your private one');

/** The virtual users of a user or a workspace. */
export const virtualUserWalletSchema = z.object({
  walletId: idSchema,
  kind: z.enum(['PRIVATE', 'SHARED']),
  freeVirtualUsers: z.number().int().describe('Free to be used now; they come back when a run ends'),
  paidVirtualUsers: z.number().int().describe('Bought and not yet used'),
  reservedVirtualUsers: z.number().int().describe('Held by runs that have not ended'),
  graceStatus: z
    .enum(['NONE', 'ACTIVE', 'OWED'])
    .describe('ACTIVE: lent until an invoice is paid; OWED: lent and used'),
  graceVirtualUsers: z.number().int().describe('Part of the paid ones that is lent and cannot be transferred'),
  graceUntil: timeSchema.nullable(),
});
export type VirtualUserWallet = z.infer<typeof virtualUserWalletSchema>;

/** A pack of virtual users to buy. */
export const virtualUserPackSchema = z.object({
  packId: z.string(),
  virtualUsers: z.number().int(),
  price: z.number().describe('Whole price in units of the currency'),
  currency: z.string(),
});
export type VirtualUserPack = z.infer<typeof virtualUserPackSchema>;

/** Why a wallet changed. */
export const virtualUserTransactionTypes = [
  'GRANT',
  'PURCHASE',
  'TRANSFER',
  'RESERVE',
  'SETTLE',
  'RELEASE',
  'GRACE',
  'GRACE_END',
] as const;
/** The state of a purchase. */
export const purchaseStatusSchema = z.enum(['INITIATED', 'COMPLETED', 'FAILED', 'CANCELLED']);

/** A change of a wallet. */
export const virtualUserTransactionSchema = z.object({
  transactionId: idSchema,
  type: z.enum(virtualUserTransactionTypes),
  status: purchaseStatusSchema,
  virtualUsers: z.number().int(),
  freeChange: z.number().int().describe('What the free virtual users of this wallet changed by'),
  paidChange: z.number().int().describe('What the paid virtual users of this wallet changed by'),
  runId: idSchema.nullable(),
  invoiceNumber: z.string().nullable(),
  price: z.number().nullable(),
  currency: z.string().nullable(),
  createdBy: z.string().describe('Who did it; empty for the product itself'),
  createdAt: timeSchema,
});
export type VirtualUserTransaction = z.infer<typeof virtualUserTransactionSchema>;

const transactionPage = z.object({
  content: z.array(virtualUserTransactionSchema),
  totalElements: z.number().int(),
  page: z.number().int().describe('Counts from 1'),
  size: z.number().int(),
});
const historyPaging = {
  pageNumber: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(10),
};
const invoiceSchema = virtualUserTransactionSchema.extend({
  walletId: idSchema,
  walletKind: z.enum(['PRIVATE', 'SHARED']),
  price: z.number(),
  currency: z.string(),
});
export type VirtualUserInvoice = z.infer<typeof invoiceSchema>;

export const walletRoutes = {
  getVirtualUserWallet: route({
    service,
    method: 'GET',
    path: '/api/get-virtual-user-wallet',
    summary: 'Balances of the private wallet and of one shared wallet',
    access: canRead,
    query: z.strictObject({ sharedWalletId }),
    response: z.object({
      privateWallet: virtualUserWalletSchema,
      sharedWallet: virtualUserWalletSchema.nullable(),
      /** Most virtual users of one run on the caller's plan; null: no limit. */
      limitPerRun: z.number().int().nullable(),
    }),
  }),
  listVirtualUserTransactions: route({
    service,
    method: 'GET',
    path: '/api/virtual-user-transaction-history',
    summary: 'Changes of a wallet, newest first',
    access: canRead,
    query: z.strictObject({ sharedWalletId, ...historyPaging }),
    response: transactionPage,
  }),
  listVirtualUserPacks: route({
    service,
    method: 'GET',
    path: '/api/virtual-user-packs',
    summary: 'Packs that can be bought',
    access: canRead,
    response: z.object({ packs: z.array(virtualUserPackSchema) }),
  }),
  initiateVirtualUserPurchase: route({
    service,
    method: 'POST',
    path: '/api/initiate-virtual-user-purchase',
    summary: 'Begin to buy a pack; answers how to pay',
    access: canWrite,
    body: z.strictObject({ packId: z.string().min(1).max(60), sharedWalletId }),
    status: 201,
    response: z.object({
      transactionId: idSchema,
      status: purchaseStatusSchema,
      virtualUsers: z.number().int(),
      price: z.number(),
      currency: z.string(),
      invoiceNumber: z.string(),
      paymentMethod: z.string(),
      paymentLink: z.string(),
      graceVirtualUsers: z.number().int().describe('Lent to the wallet until the invoice is paid'),
    }),
  }),
  updateVirtualUserTransaction: route({
    service,
    method: 'PUT',
    path: '/api/update-virtual-user-transaction',
    summary: 'Complete or cancel a purchase; completing one changes the wallet',
    access: canWrite,
    body: z.strictObject({ transactionId: idSchema, status: purchaseStatusSchema.exclude(['INITIATED']) }),
    response: z.object({ transactionId: idSchema, status: purchaseStatusSchema, message: z.string() }),
  }),
  transferPaidVirtualUsers: route({
    service,
    method: 'POST',
    path: '/api/transfer-paid-virtual-users',
    summary: 'Move paid virtual users between two wallets',
    access: canWrite,
    body: z.strictObject({
      virtualUsers: z.number().int('Enter a whole number.').min(1, 'Enter a number above 0.').max(1_000_000_000),
      fromSharedWalletId: sharedWalletId,
      toSharedWalletId: sharedWalletId,
    }),
    response: z.object({ transactionId: idSchema, from: virtualUserWalletSchema, to: virtualUserWalletSchema }),
  }),
  deactivateGraceStatus: route({
    service,
    method: 'PUT',
    path: '/api/deactivate-grace-status',
    summary: 'Give back the virtual users lent to your private wallet before the grace ends by itself',
    access: canWrite,
    response: virtualUserWalletSchema,
  }),
  listVirtualUserInvoices: route({
    service,
    method: 'GET',
    path: '/api/virtual-user-invoices',
    summary: 'Purchases: your own, or those of the organization for a super administrator',
    access: canRead,
    query: z.strictObject({
      status: purchaseStatusSchema.optional(),
      invoiceNumber: z.string().max(40).optional(),
      ...historyPaging,
    }),
    response: transactionPage.extend({ content: z.array(invoiceSchema) }),
  }),
};
