import { useQuery } from '@tanstack/react-query';
import type { Licence } from '@touchstone/contracts/subscription';
import { KeyRound } from 'lucide-react';
import { EmptyState, Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { ownLicencesQuery } from '../api/licences.queries.ts';
import { planName } from '../model/plan-text.ts';
import { EndOf } from './end-of.tsx';

const columns: Column<Licence>[] = [
  { key: 'service', header: 'Service', cell: (licence) => licence.serviceStore.serviceName },
  { key: 'plan', header: 'Plan', width: 120, cell: (licence) => planName(licence.planType) },
  {
    key: 'status',
    header: 'Status',
    width: 100,
    cell: (licence) => (licence.licenseStatus === 'ACTIVE' ? 'Active' : 'Expired'),
  },
  { key: 'end', header: 'Ends', width: 130, cell: (licence) => <EndOf date={licence.subscriptionEndDate} /> },
];

/** OwnLicences lists the user's licences. */
export function OwnLicences() {
  const licences = useQuery(ownLicencesQuery);
  if (licences.isError) return <Problem error={licences.error} onRetry={() => void licences.refetch()} />;
  return (
    <Panel title="Your licences">
      <DataTable
        label="Your licences"
        columns={columns}
        rows={licences.data}
        rowKey={(licence) => licence.uuid}
        rowLabel={(licence) => licence.serviceStore.serviceName}
        minWidth={560}
        empty={
          <EmptyState icon={<KeyRound size={20} />} title="No licences">
            It seems you have not been assigned any service license. Please contact your admin.
          </EmptyState>
        }
      />
    </Panel>
  );
}
