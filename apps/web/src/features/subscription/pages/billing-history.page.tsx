import { administrators } from '@touchstone/contracts';
import { Allowed } from '../../../shared/access/use-access.tsx';
import { settling } from '../../../ui/blank/settling.ts';
import { Page } from '../../../ui/page.tsx';
import { VirtualUserInvoices } from '../../virtual-users/index.ts';
import { LicenceInvoices } from '../components/licence-invoices.tsx';
import classes from '../components/subscription.module.css';

/**
 * BillingHistoryPage lists every invoice: those of plan and licences for administrators, and purchases of virtual
 * users.
 */
export function BillingHistoryPage() {
  return (
    <Page title="Billing history" meta="Invoices of your organization and purchases of virtual users">
      <div ref={settling} className={classes.history}>
        <Allowed allowedRoles={administrators} ignoreExpiry>
          <LicenceInvoices />
        </Allowed>
        <VirtualUserInvoices />
      </div>
    </Page>
  );
}
