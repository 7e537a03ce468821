import { all, reads, type ServiceCalls, writes } from '../expectation.ts';

/** Wallets of virtual users. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET virtual-users/api/get-virtual-user-wallet
      GET virtual-users/api/virtual-user-invoices
      GET virtual-users/api/virtual-user-packs
      GET virtual-users/api/virtual-user-transaction-history
    `,
    membersWhoChange: `
      PUT virtual-users/api/deactivate-grace-status
      POST virtual-users/api/initiate-virtual-user-purchase
      POST virtual-users/api/transfer-paid-virtual-users
      PUT virtual-users/api/update-virtual-user-transaction
    `,
  },
  expectations: {
    'GET virtual-users/api/get-virtual-user-wallet': reads,
    'GET virtual-users/api/virtual-user-transaction-history': reads,
    'GET virtual-users/api/virtual-user-packs': all(200),
    'GET virtual-users/api/virtual-user-invoices': all(200),
    'POST virtual-users/api/initiate-virtual-user-purchase': writes(201),
    'PUT virtual-users/api/update-virtual-user-transaction': {
      ...writes(403),
      colleague: 404,
      byRole: { ROLE_SUPERUSER: 404, ROLE_SUPERADMIN: 'destroys' },
    },
    'POST virtual-users/api/transfer-paid-virtual-users': { ...writes(409), colleague: 403 },
    'PUT virtual-users/api/deactivate-grace-status': {
      stranger: 409,
      outsider: 409,
      guest: 403,
      colleague: 409,
      owner: 200,
      byRole: { ROLE_SUPERUSER: 409, ROLE_SUPERADMIN: 409 },
    },
  },
  examples: ({ projectId = '', transactionId = '' }) => ({
    'POST virtual-users/api/initiate-virtual-user-purchase': {
      body: { packId: 'virtual-users-100', sharedWalletId: projectId },
    },
    'PUT virtual-users/api/update-virtual-user-transaction': {
      body: { transactionId: transactionId, status: 'COMPLETED' },
    },
    'POST virtual-users/api/transfer-paid-virtual-users': { body: { virtualUsers: 1, fromSharedWalletId: projectId } },
  }),
};
