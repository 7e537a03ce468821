/** Purchase is what a payment provider needs to know. */
export interface Purchase {
  transactionId: string;
  invoiceNumber: string;
  price: number;
  currency: string;
  virtualUsers: number;
}

/** PaymentProvider is the port of a payment method. */
export interface PaymentProvider {
  /** What the page shows, such as `INVOICE`. */
  method: string;
  /** Whether payment follows days later, so that virtual users are lent until then. */
  isDeferred: boolean;
  /** Returns the address where the buyer pays or is told how to. */
  createPayment(purchase: Purchase): Promise<{ paymentLink: string }>;
  /** Whether the purchase counts as paid when confirmed by this role. */
  isPaid(purchase: Purchase, confirmedBy: { role: string }): Promise<boolean>;
}

/**
 * payByInvoice returns the built-in payment method: the invoice is listed in the billing history, and a super
 * administrator confirms its payment.
 */
export const payByInvoice = (publicUrl: string): PaymentProvider => ({
  method: 'INVOICE',
  isDeferred: true,
  createPayment: async ({ invoiceNumber }) => ({
    paymentLink: `${publicUrl}/api-testing/billing-history?invoice=${encodeURIComponent(invoiceNumber)}`,
  }),
  isPaid: async (_purchase, { role }) => role === 'ROLE_SUPERADMIN',
});
