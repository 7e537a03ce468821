import type { VirtualUserInvoice, VirtualUserTransaction } from '@touchstone/contracts/virtual-users';

type Kind = VirtualUserTransaction['type'];

const words: Record<Kind, string> = {
  GRANT: 'Free virtual users',
  PURCHASE: 'Purchase',
  TRANSFER: 'Transfer',
  RESERVE: 'Held for a run',
  SETTLE: 'Run ended',
  RELEASE: 'Run released',
  GRACE: 'Lent until paid',
  GRACE_END: 'Lent ones returned',
};
const statusWords: Record<VirtualUserInvoice['status'], string> = {
  INITIATED: 'Awaiting payment',
  COMPLETED: 'Paid',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
};

export const statusText = (status: VirtualUserInvoice['status']): string => statusWords[status];

/** transactionText describes a wallet change in a few words. */
export const transactionText = ({ type, status }: Pick<VirtualUserTransaction, 'type' | 'status'>): string =>
  type === 'PURCHASE' ? `${words[type]}, ${statusWords[status].toLowerCase()}` : words[type];

/** signed formats a change with its sign; zero is a dash. */
export const signed = (value: number): string =>
  value === 0 ? '–' : `${value > 0 ? '+' : '−'}${Math.abs(value).toLocaleString('en')}`;
