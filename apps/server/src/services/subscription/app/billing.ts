import { createBillingInformation } from './billing-information.ts';
import { createInvoices, type InvoiceNeeds } from './invoices.ts';
import { createPayments } from './payments.ts';

/** Billing information, orders and invoices. What an invoice orders holds once a super administrator says that it is paid. */
export const createBilling = (needs: InvoiceNeeds) => ({
  ...createBillingInformation(needs),
  ...createInvoices(needs),
  ...createPayments(needs),
});

export type Billing = ReturnType<typeof createBilling>;
