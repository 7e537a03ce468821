import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '@touchstone/contracts/subscription';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState, Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { TableFoot } from '../../../ui/table/table-foot.tsx';
import { invoicesQuery } from '../api/billing.queries.ts';
import { invoiceStatus, invoiceTotal } from '../model/invoice-text.ts';
import { subscriptionPaths } from '../paths.ts';
import { InvoiceActions } from './invoice-actions.tsx';

const pageSize = 10;
const columns: Column<Invoice>[] = [
  {
    key: 'number',
    header: 'Invoice',
    width: 130,
    cell: (invoice) => (
      <Link className="link mono" to={subscriptionPaths.confirmationOf(invoice.invoiceId)}>
        {invoice.invoiceNumber}
      </Link>
    ),
  },
  { key: 'what', header: 'What', cell: (invoice) => invoice.lines.map(({ text }) => text).join(' · ') },
  { key: 'total', header: 'Total', width: 120, align: 'right', cell: invoiceTotal },
  { key: 'status', header: 'Status', width: 150, cell: (invoice) => invoiceStatus[invoice.status] },
  { key: 'issued', header: 'Issued', width: 120, cell: (invoice) => <RelativeTime at={invoice.issuedAt} /> },
  {
    key: 'actions',
    header: '',
    width: 230,
    align: 'right',
    cell: (invoice) => <InvoiceActions invoice={invoice} />,
  },
];

/** LicenceInvoices lists the invoices of plan and licences. */
export function LicenceInvoices() {
  const [page, setPage] = useState(0);
  const invoices = useQuery(invoicesQuery({ page, size: pageSize }));
  return (
    <Panel title="Plan and licences">
      {invoices.isError ? (
        <Problem error={invoices.error} onRetry={() => void invoices.refetch()} />
      ) : (
        <DataTable
          label="Invoices of plan and licences"
          columns={columns}
          rows={invoices.data?.content}
          rowKey={(invoice) => invoice.invoiceId}
          rowLabel={(invoice) => invoice.invoiceNumber}
          minWidth={900}
          empty={
            <EmptyState
              icon={<ReceiptText size={20} />}
              title="No invoices yet"
              link={
                <Link className="link" to={subscriptionPaths.renew}>
                  Go to renewal
                </Link>
              }
            >
              Invoices for renewals appear here.
            </EmptyState>
          }
        />
      )}
      <TableFoot
        noun="invoices"
        page={page}
        size={pageSize}
        total={invoices.data?.totalElements ?? 0}
        onPage={setPage}
      />
    </Panel>
  );
}
