import { defineErrors } from '@touchstone/kernel';

export const virtualUserErrors = defineErrors('VIRTUAL_USERS', {
  invalidWallet: [404, 'Select a valid wallet'],
  sameWallet: [400, 'Select a valid wallet: the two wallets of a transfer must differ.'],
  packNotFound: [404, 'Purchase failed. This pack is not offered any more; choose another one.'],
  paymentLinkFailed: [502, 'Unable to get a payment link. Nothing was bought; try again in a few minutes.'],
  transactionNotFound: [404, 'Unable to complete transaction. No such purchase.'],
  transactionClosed: [409, 'Unable to complete transaction. The purchase is {status} already.'],
  notPaid: [
    403,
    'Unable to complete transaction. The payment is not confirmed; a super administrator confirms invoices.',
  ],
  transferShort: [409, 'Unable to transfer. The wallet has {available} paid virtual users that can be moved.'],
  noGrace: [409, 'This wallet has no grace to end.'],
  tooFew: [
    409,
    'This run needs {needed} virtual users, the wallet has {available}. Buy a pack, wait for other runs to end, or lower the load.',
  ],
  planLimit: [403, 'Your plan allows {limit} virtual users in one run. Lower the load or upgrade the plan.'],
  planExpired: [403, 'Your plan has expired. Renew it to start performance runs.'],
});
