import { administrators } from '@touchstone/contracts';
import { LicenceInvoices } from '../../features/subscription/index.ts';
import { VirtualUserInvoices } from '../../features/virtual-users/index.ts';
import { Allowed } from '../../shared/access/use-access.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './account.module.css';

/** BillingHistoryPage lists every invoice: those of plan and licences for administrators, and the purchases of virtual users. */
export function BillingHistoryPage() {
  return (
    <Page title="Billing history" meta="Invoices of your organization and purchases of virtual users">
      <div className={classes.history}>
        <Allowed allowedRoles={administrators} ignoreExpiry>
          <LicenceInvoices />
        </Allowed>
        <VirtualUserInvoices />
      </div>
    </Page>
  );
}
