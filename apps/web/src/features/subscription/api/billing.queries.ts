import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { type BillingInput, subscriptionRoutes as calls, type Invoice } from '@touchstone/contracts/subscription';
import { api } from '../../../shared/api.ts';
import { saveResponse } from '../../../shared/download.ts';
import { subscriptionKeys } from './licences.queries.ts';

const key = subscriptionKeys.all;

export const pricesQuery = queryOptions({
  queryKey: [...key, 'prices'],
  queryFn: ({ signal }) => api.call(calls.listPrices, {}, { signal }),
  staleTime: 600_000,
});

export const limitsQuery = queryOptions({
  queryKey: [...key, 'limits'],
  queryFn: ({ signal }) => api.call(calls.listOwnLimits, {}, { signal }),
});

export const billingQuery = queryOptions({
  queryKey: [...key, 'billing-information'],
  queryFn: ({ signal }) => api.call(calls.getBillingInformation, {}, { signal }),
});

export const invoicesQuery = (query: CallInput<typeof calls.pageInvoices>['query']) =>
  queryOptions({
    queryKey: [...key, 'invoices', query],
    queryFn: ({ signal }) => api.call(calls.pageInvoices, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** An invoice; null if the organization has none with this id. */
export const invoiceQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: [...key, 'invoice', invoiceId],
    queryFn: async ({ signal }): Promise<Invoice | null> => {
      const { content } = await api.call(calls.pageInvoices, { query: { invoiceId } }, { signal });
      return content[0] ?? null;
    },
  });

/** downloadInvoice saves an invoice as PDF. */
export async function downloadInvoice({ invoiceId, invoiceNumber }: Invoice): Promise<void> {
  const response = await api.raw(calls.downloadInvoice, { params: { id: invoiceId } });
  await saveResponse(response, `${invoiceNumber}.pdf`);
}

/** useBillingMutations saves billing information, orders a renewal and confirms a payment. */
export function useBillingMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: key });
  return {
    saveBilling: useMutation({
      mutationFn: (body: BillingInput) => api.call(calls.saveBillingInformation, { query: {}, body }),
      onSettled,
    }),
    renew: useMutation({
      mutationFn: (body: CallInput<typeof calls.renewLicences>['body']) => api.call(calls.renewLicences, { body }),
      onSettled,
    }),
    confirm: useMutation({
      mutationFn: (invoiceId: string) => api.call(calls.confirmInvoice, { query: { invoiceId } }),
      onSettled,
    }),
  };
}
