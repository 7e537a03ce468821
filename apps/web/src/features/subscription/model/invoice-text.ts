import type { Invoice } from '@touchstone/contracts/subscription';
import { formatMoney } from '../../../shared/format.ts';

export const invoiceStatus: Record<Invoice['status'], string> = {
  OPEN: 'Awaiting payment',
  PAID: 'Paid',
  CANCELLED: 'Cancelled',
};

export const invoiceTotal = ({ totalCents, currency }: Invoice): string => formatMoney(totalCents / 100, currency);
