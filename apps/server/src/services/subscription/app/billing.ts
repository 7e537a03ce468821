import { createBillingInformation } from './billing-information.ts';
import { createInvoices, type InvoiceNeeds } from './invoices.ts';
import { createPayments } from './payments.ts';

/** Billing information, orders and invoices. An order takes effect once a super administrator confirms its payment. */
export const createBilling = (needs: InvoiceNeeds) => ({
  ...createBillingInformation(needs),
  ...createInvoices(needs),
  ...createPayments(needs),
});

export type Billing = ReturnType<typeof createBilling>;
