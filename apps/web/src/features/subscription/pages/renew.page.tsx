import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Page, Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Sections } from '../../../ui/sections.tsx';
import { billingQuery, pricesQuery } from '../api/billing.queries.ts';
import { countsQuery } from '../api/licences.queries.ts';
import { BillingForm } from '../components/billing-form.tsx';
import { LimitsTable } from '../components/limits-table.tsx';
import { OrderPanel } from '../components/order-panel.tsx';
import { PlanNote } from '../components/plan-note.tsx';

/** RenewPage orders the renewal of plan and licences. */
export function RenewPage() {
  const prices = useQuery(pricesQuery);
  const billing = useQuery(billingQuery);
  const counts = useQuery(countsQuery);
  const failed = [prices, billing, counts].find(({ isError }) => isError);
  const isReady = prices.data && billing.data !== undefined && counts.data;
  return (
    <Page kind="settings" title="Renewal" meta={<PlanNote />}>
      {failed ? <Problem error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      <Sections
        sections={[
          ...(isReady
            ? [
                {
                  title: 'Billing information',
                  content: <BillingForm key={billing.data?.billingInformationId ?? 'none'} billing={billing.data} />,
                },
                {
                  title: 'Order',
                  content: (
                    <OrderPanel
                      prices={prices.data}
                      billing={billing.data}
                      seats={Math.max(...counts.data.map(({ total }) => total), 1)}
                    />
                  ),
                },
              ]
            : []),
          ...(isReady || failed
            ? []
            : [
                { title: 'Billing information', content: <Loading title="Billing information" height={276} /> },
                { title: 'Order', content: <Loading title="Order" height={196} /> },
              ]),
          { title: 'Limits', content: <LimitsTable /> },
        ]}
      />
    </Page>
  );
}

const Loading = ({ title, height }: { title: string; height: number }) => (
  <Panel title={title} padded>
    <Skeleton height={height} />
  </Panel>
);
