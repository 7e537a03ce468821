import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '@touchstone/contracts/subscription';
import { ReceiptText } from 'lucide-react';
import { Link } from 'react-router';
import { z } from 'zod';
import { formatCount, formatDay, formatMoney } from '../../../shared/format.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { invoiceQuery } from '../api/billing.queries.ts';
import { InvoiceActions } from '../components/invoice-actions.tsx';
import classes from '../components/subscription.module.css';
import { invoiceStatus, invoiceTotal } from '../model/invoice-text.ts';
import { subscriptionPaths } from '../paths.ts';

const searchSchema = z.object({ invoice: z.uuid().or(z.literal('')).catch('').default('') });

/** PaymentConfirmationPage shows a placed order with its invoice. */
export function PaymentConfirmationPage() {
  const [{ invoice: invoiceId }] = useSearchState(searchSchema);
  const invoice = useQuery({ ...invoiceQuery(invoiceId), enabled: invoiceId !== '' });
  const history = (
    <Button component={Link} variant="default" to={subscriptionPaths.history}>
      Billing history
    </Button>
  );
  return (
    <Page kind="settings" title="Payment confirmation" actions={history}>
      {invoice.isError ? <Problem error={invoice.error} onRetry={() => void invoice.refetch()} /> : null}
      {invoice.isPending && invoiceId ? <Skeleton height={240} /> : null}
      {invoice.data ? <Placed invoice={invoice.data} /> : null}
      {invoiceId === '' || invoice.data === null ? (
        <EmptyState icon={<ReceiptText size={20} />} title="No such invoice" action={history}>
          This invoice does not exist in your organization.
        </EmptyState>
      ) : null}
    </Page>
  );
}

function Placed({ invoice }: { invoice: Invoice }) {
  const { invoiceNumber, status, issuedAt, currency, lines } = invoice;
  return (
    <Panel
      title={`Invoice ${invoiceNumber}`}
      note={invoiceStatus[status]}
      actions={<InvoiceActions invoice={invoice} />}
      padded
    >
      <div className={classes.column}>
        <p>
          {status === 'PAID'
            ? 'Thank you. Payment is confirmed and your order is active.'
            : 'Thank you for your order. It becomes active when payment is confirmed.'}
        </p>
        <table className={`${classes.lines} num`} aria-label="Lines of the invoice">
          <thead>
            <tr className="eyebrow">
              <th scope="col">Item</th>
              <th scope="col">Quantity</th>
              <th scope="col">Each</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.text}>
                <td>{line.text}</td>
                <td>{formatCount(line.quantity)}</td>
                <td>{formatMoney(line.unitCents / 100, currency)}</td>
                <td>{formatMoney(line.totalCents / 100, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={classes.total}>
          <span>Total</span>
          <strong className="num">{invoiceTotal(invoice)}</strong>
          <span className="dim">Issued {formatDay(issuedAt)}</span>
        </p>
      </div>
    </Panel>
  );
}
