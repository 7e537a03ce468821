/** Addresses of wallets and invoices. */
export const virtualUserPaths = {
  billing: (invoice?: string) =>
    `/api-testing/billing-history${invoice ? `?invoice=${encodeURIComponent(invoice)}` : ''}`,
  /** The wallet dialog over the workspace. */
  wallet: (project: string) => `/api-testing/workspace?project=${project}&wallet=packs`,
};
