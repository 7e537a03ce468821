import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Page, Problem } from '../../../ui/page.tsx';
import { billingQuery, pricesQuery } from '../api/billing.queries.ts';
import { countsQuery } from '../api/licences.queries.ts';
import { BillingForm } from '../components/billing-form.tsx';
import { LimitsTable } from '../components/limits-table.tsx';
import { OrderPanel } from '../components/order-panel.tsx';
import { PlanNote } from '../components/plan-note.tsx';
import classes from '../components/subscription.module.css';

/** RenewPage is where plan and licences are ordered anew. */
export function RenewPage() {
  const prices = useQuery(pricesQuery);
  const billing = useQuery(billingQuery);
  const counts = useQuery(countsQuery);
  const failed = [prices, billing, counts].find(({ isError }) => isError);
  const isReady = prices.data && billing.data !== undefined && counts.data;
  return (
    <Page title="Renewal" meta={<PlanNote />}>
      <div className={`${classes.page} ${classes.narrow}`}>
        {failed ? <Problem error={failed.error} onRetry={() => void failed.refetch()} /> : null}
        {isReady ? (
          <>
            <BillingForm key={billing.data?.billingInformationId ?? 'none'} billing={billing.data} />
            <OrderPanel
              prices={prices.data}
              billing={billing.data}
              seats={Math.max(...counts.data.map(({ total }) => total), 1)}
            />
          </>
        ) : null}
        {isReady || failed ? null : <Skeleton height={240} />}
        <LimitsTable />
      </div>
    </Page>
  );
}
