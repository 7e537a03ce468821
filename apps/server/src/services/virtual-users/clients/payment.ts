/** Purchase is what a payment provider needs to know. */
export interface Purchase {
  transactionId: string;
  invoiceNumber: string;
  price: number;
  currency: string;
  virtualUsers: number;
}

/** PaymentProvider is the port behind which a way to pay stands. */
export interface PaymentProvider {
  /** What the page shows, such as `INVOICE`. */
  method: string;
  /** Whether payment comes days later, so that virtual users are lent until then. */
  isDeferred: boolean;
  /** Answers the address where the buyer pays or sees how. */
  createPayment(purchase: Purchase): Promise<{ paymentLink: string }>;
  /** Whether the purchase counts as paid when this role says so. */
  isPaid(purchase: Purchase, confirmedBy: { role: string }): Promise<boolean>;
}

/** payByInvoice is the embedded way: the invoice stands in the billing history, and a super administrator confirms its payment. */
export const payByInvoice = (publicUrl: string): PaymentProvider => ({
  method: 'INVOICE',
  isDeferred: true,
  createPayment: async ({ invoiceNumber }) => ({
    paymentLink: `${publicUrl}/api-testing/billing-history?invoice=${encodeURIComponent(invoiceNumber)}`,
  }),
  isPaid: async (_purchase, { role }) => role === 'ROLE_SUPERADMIN',
});
