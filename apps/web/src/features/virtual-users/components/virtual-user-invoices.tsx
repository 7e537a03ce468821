import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { VirtualUserInvoice } from '@touchstone/contracts/virtual-users';
import { ReceiptText } from 'lucide-react';
import { z } from 'zod';
import { formatCount, formatMoney } from '../../../shared/format.ts';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { TableFoot } from '../../../ui/table/table-foot.tsx';
import { useWalletMutations } from '../api/wallet.mutations.ts';
import { invoicesQuery } from '../api/wallet.queries.ts';
import { statusText } from '../model/transaction-text.ts';

const statuses = ['INITIATED', 'COMPLETED', 'CANCELLED', 'FAILED'] as const;
const searchSchema = z.object({
  status: z
    .enum(['', ...statuses])
    .catch('')
    .default(''),
  invoice: z.string().catch('').default(''),
  page: z.coerce.number().int().min(1).catch(1).default(1),
});

const columns: Column<VirtualUserInvoice>[] = [
  { key: 'number', header: 'Invoice', width: 170, cell: (row) => <span className="mono">{row.invoiceNumber}</span> },
  {
    key: 'what',
    header: 'Virtual users',
    width: 110,
    align: 'right',
    cell: (row) => formatCount(row.virtualUsers),
  },
  {
    key: 'price',
    header: 'Price',
    width: 110,
    align: 'right',
    cell: (row) => formatMoney(row.price, row.currency),
  },
  { key: 'status', header: 'Status', width: 140, cell: (row) => statusText(row.status) },
  {
    key: 'wallet',
    header: 'Wallet',
    width: 90,
    cell: (row) => (row.walletKind === 'SHARED' ? 'Shared' : 'Private'),
  },
  { key: 'who', header: 'Bought by', cell: (row) => row.createdBy },
  { key: 'when', header: 'When', width: 130, cell: (row) => <RelativeTime at={row.createdAt} /> },
];

/**
 * VirtualUserInvoices lists purchases: the user's own, or for a super administrator those of the organization, to be
 * confirmed.
 */
export function VirtualUserInvoices() {
  const account = useAccount();
  const [search, setSearch] = useSearchState(searchSchema);
  const { update } = useWalletMutations();
  const status = search.status || undefined;
  const invoices = useQuery(
    invoicesQuery({
      pageNumber: search.page,
      ...(status && { status }),
      ...(search.invoice && { invoiceNumber: search.invoice }),
    }),
  );
  const rows = invoices.data?.content;

  const close = (row: VirtualUserInvoice, outcome: 'COMPLETED' | 'CANCELLED') =>
    confirmAction({
      title: outcome === 'COMPLETED' ? `Is ${row.invoiceNumber} paid?` : `Cancel ${row.invoiceNumber}?`,
      message:
        outcome === 'COMPLETED'
          ? `${formatCount(row.virtualUsers)} virtual users go to the wallet of ${row.createdBy}.`
          : 'The purchase is cancelled. Lent virtual users are returned.',
      confirm: outcome === 'COMPLETED' ? 'Confirm payment' : 'Cancel purchase',
      onConfirm: async () => {
        try {
          toast('success', (await update.mutateAsync({ transactionId: row.transactionId, status: outcome })).message);
        } catch (error) {
          toastError(error);
        }
      },
    });
  const actions: Column<VirtualUserInvoice> = {
    key: 'actions',
    header: '',
    width: 210,
    align: 'right',
    cell: (row) =>
      row.status === 'INITIATED' ? (
        <span className="row" style={{ justifyContent: 'flex-end', gap: 4 }}>
          {account.role === 'ROLE_SUPERADMIN' ? (
            <Button variant="default" size="compact-xs" onClick={() => close(row, 'COMPLETED')}>
              Confirm payment…
            </Button>
          ) : null}
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => close(row, 'CANCELLED')}>
            Cancel…
          </Button>
        </span>
      ) : null,
  };
  return (
    <Panel
      title="Virtual users"
      actions={
        <Select
          w={170}
          aria-label="Filter by status"
          placeholder="Any status"
          clearable
          data={statuses.map((value) => ({ value, label: statusText(value) }))}
          value={search.status || null}
          onChange={(value) => setSearch({ status: (value ?? '') as typeof search.status, invoice: '', page: 1 })}
        />
      }
    >
      {invoices.isError ? (
        <Problem error={invoices.error} onRetry={() => void invoices.refetch()} />
      ) : (
        <DataTable
          label="Purchases of virtual users"
          columns={account.role === 'ROLE_GUEST' ? columns : [...columns, actions]}
          rows={rows}
          rowKey={(row) => row.transactionId}
          rowLabel={(row) => row.invoiceNumber ?? ''}
          minWidth={980}
          empty={
            <EmptyState
              icon={<ReceiptText size={20} />}
              title={search.invoice || search.status ? 'No matching invoices' : 'No invoices yet'}
              action={
                search.invoice || search.status ? (
                  <Button variant="default" onClick={() => setSearch({ invoice: '', status: '' })}>
                    Show all invoices
                  </Button>
                ) : null
              }
            >
              Buy packs in the wallet of a workspace. Their invoices appear here.
            </EmptyState>
          }
        />
      )}
      {search.invoice && rows?.length ? (
        <Button m="md" variant="subtle" onClick={() => setSearch({ invoice: '' })}>
          Show all invoices
        </Button>
      ) : (
        <TableFoot
          noun="invoices"
          page={search.page - 1}
          size={10}
          total={invoices.data?.totalElements ?? 0}
          onPage={(next) => setSearch({ page: next + 1 }, { push: true })}
        />
      )}
    </Panel>
  );
}
