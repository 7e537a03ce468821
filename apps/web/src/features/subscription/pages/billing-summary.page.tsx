import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BillingInformation } from '@touchstone/contracts/subscription';
import { Link } from 'react-router';
import { planQuery } from '../../../shared/access/access.queries.ts';
import { formatCount, formatDay } from '../../../shared/format.ts';
import { Blank, BlankLines } from '../../../ui/blank/blank.tsx';
import { StatTiles } from '../../../ui/chart/stat-tile.tsx';
import { Page, Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { billingQuery, invoicesQuery } from '../api/billing.queries.ts';
import { countsQuery } from '../api/licences.queries.ts';
import { InvoiceActions } from '../components/invoice-actions.tsx';
import { PlanNote } from '../components/plan-note.tsx';
import classes from '../components/subscription.module.css';
import { invoiceStatus, invoiceTotal } from '../model/invoice-text.ts';
import { planName } from '../model/plan-text.ts';
import { subscriptionPaths } from '../paths.ts';

/** BillingSummaryPage summarizes what the organization has, what it pays and where invoices are sent. */
export function BillingSummaryPage() {
  const plan = useQuery(planQuery);
  const counts = useQuery(countsQuery);
  const newest = useQuery(invoicesQuery({ page: 0, size: 1 }));
  const billing = useQuery(billingQuery);
  const all = [plan, counts, newest, billing];
  const failed = all.find(({ isError }) => isError);
  const isPending = all.some((query) => query.isPending);
  const actions = (
    <>
      <Button component={Link} variant="default" to={subscriptionPaths.history}>
        Billing history
      </Button>
      <Button component={Link} to={subscriptionPaths.renew}>
        Renew
      </Button>
    </>
  );
  const [invoice] = newest.data?.content ?? [];
  const total = counts.data?.reduce((sum, count) => sum + count.total, 0) ?? 0;
  const assigned = counts.data?.reduce((sum, count) => sum + count.assigned, 0) ?? 0;
  const { newPlanType, subscriptionEndDate } = plan.data?.planAudit ?? {};
  return (
    <Page kind="settings" title="Billing summary" meta={<PlanNote />} actions={actions}>
      {failed ? <Problem error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {isPending ? <SummarySkeleton /> : null}
      {newPlanType && counts.data && !isPending ? (
        <StatTiles
          stats={[
            { label: 'Plan', value: planName(newPlanType) },
            { label: 'Ends', value: subscriptionEndDate ? formatDay(subscriptionEndDate) : 'Never' },
            { label: 'Licences', value: formatCount(total), note: `${formatCount(assigned)} assigned` },
          ]}
        />
      ) : null}
      {newest.data && !isPending ? (
        <Panel title="Newest invoice" actions={invoice ? <InvoiceActions invoice={invoice} /> : null} padded>
          {invoice ? (
            <dl className={classes.facts}>
              <dt>Number</dt>
              <dd>
                <Link className="link mono" to={subscriptionPaths.confirmationOf(invoice.invoiceId)}>
                  {invoice.invoiceNumber}
                </Link>
              </dd>
              <dt>Total</dt>
              <dd className="num">{invoiceTotal(invoice)}</dd>
              <dt>Status</dt>
              <dd>{invoiceStatus[invoice.status]}</dd>
            </dl>
          ) : (
            <p className="dim">No invoices yet. Invoices for renewals appear here.</p>
          )}
        </Panel>
      ) : null}
      {billing.data === undefined || isPending ? null : <Address billing={billing.data} />}
    </Page>
  );
}

/** Placeholder for the loading summary. Its parts appear together, so that none moves another. */
function SummarySkeleton() {
  return (
    <>
      <StatTiles
        stats={['Plan', 'Ends', 'Licences'].map((label) => ({
          label,
          value: <Blank width={64} height={14} line={28} />,
        }))}
      />
      {['Newest invoice', 'Billing information'].map((title) => (
        <Panel key={title} title={title}>
          <BlankLines count={title === 'Newest invoice' ? 3 : 5} />
        </Panel>
      ))}
    </>
  );
}

function Address({ billing }: { billing: BillingInformation | null }) {
  const lines = billing
    ? [
        billing.companyName,
        billing.addressLine1,
        billing.addressLine2,
        `${billing.postalCode} ${billing.city}`.trim(),
        billing.country,
        billing.taxId,
        billing.email,
      ].filter(Boolean)
    : [];
  return (
    <Panel
      title="Billing information"
      actions={
        <Button component={Link} variant="subtle" to={subscriptionPaths.renew}>
          {billing ? 'Change' : 'Enter'}
        </Button>
      }
      padded
    >
      {billing ? null : <p className="dim">Where should invoices go?</p>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Panel>
  );
}
