import { Button } from '@mantine/core';
import type { Invoice } from '@touchstone/contracts/subscription';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { downloadInvoice, useBillingMutations } from '../api/billing.queries.ts';
import { invoiceTotal } from '../model/invoice-text.ts';

/** InvoiceActions downloads an invoice, and lets a super administrator confirm its payment. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const { role } = useAccount();
  const { confirm } = useBillingMutations();
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await downloadInvoice(invoice).catch(toastError);
    setBusy(false);
  };
  const askConfirm = () =>
    confirmAction({
      title: `Is ${invoice.invoiceNumber} paid?`,
      message: `${invoiceTotal(invoice)} were received. Your order is active now.`,
      confirm: 'Confirm payment',
      onConfirm: async () => {
        await confirm.mutateAsync(invoice.invoiceId);
        toast('success', `${invoice.invoiceNumber} is paid.`);
      },
    });
  return (
    <span className="row" style={{ justifyContent: 'flex-end', gap: 4 }}>
      {role === 'ROLE_SUPERADMIN' && invoice.status === 'OPEN' ? (
        <Button
          variant="default"
          size="compact-xs"
          aria-label={`Confirm payment of ${invoice.invoiceNumber}`}
          onClick={askConfirm}
        >
          Confirm payment…
        </Button>
      ) : null}
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        loading={isBusy}
        leftSection={<Download size={14} />}
        aria-label={`Download ${invoice.invoiceNumber} as PDF`}
        onClick={() => void download()}
      >
        PDF
      </Button>
    </span>
  );
}
