import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@touchstone/contracts';
import type { Licence, subscriptionRoutes } from '@touchstone/contracts/subscription';
import { lazy, Suspense, useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { toast } from '../../../shared/toasts.ts';
import { StatTiles } from '../../../ui/chart/stat-tile.tsx';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type Column, DataTable, TableFoot } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { licencesQuery, useLicenceMutations } from '../api/licences.queries.ts';
import { planName } from '../model/plan-text.ts';
import { EndOf } from './end-of.tsx';
import classes from './subscription.module.css';

const AssignDialog = lazy(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }));
const pageSize = 10;

type Counts = CallOutput<typeof subscriptionRoutes.countByService>[number];

/** ServiceLicences shows the numbers of licences of a service and who holds them, gives them and takes them back. */
export function ServiceLicences({ counts }: { counts: Counts }) {
  const { serviceStore, assigned, expired, total, unassigned, excess } = counts;
  const [q, setQ] = useState('');
  const [page, setPage] = useState(0);
  const [isAssigning, setAssigning] = useState(false);
  const licences = useQuery(
    licencesQuery({ serviceId: serviceStore.uuid, page, size: pageSize, searchTerm: q || undefined }),
  );
  const { unassign } = useLicenceMutations();
  const takeBack = (licence: Licence) =>
    confirmAction({
      title: `Take back the licence of ${licence.userName}?`,
      message: `${licence.login} can no longer use ${serviceStore.serviceName} until a licence is assigned again.`,
      confirm: 'Take back licence',
      onConfirm: async () => {
        await unassign.mutateAsync(licence.uuid);
        toast('success', 'The licence is free.');
      },
    });
  const columns: Column<Licence>[] = [
    {
      key: 'holder',
      header: 'Held by',
      cell: (licence) =>
        licence.userId ? (
          <>
            {licence.userName} <span className="dim">{licence.login}</span>
          </>
        ) : (
          <span className="dim">Nobody</span>
        ),
    },
    { key: 'plan', header: 'Plan', width: 120, cell: (licence) => planName(licence.planType) },
    {
      key: 'status',
      header: 'Status',
      width: 90,
      cell: (licence) => (licence.licenseStatus === 'ACTIVE' ? 'Active' : 'Expired'),
    },
    { key: 'end', header: 'Ends', width: 130, cell: (licence) => <EndOf date={licence.subscriptionEndDate} /> },
    {
      key: 'actions',
      header: '',
      width: 110,
      align: 'right',
      cell: (licence) =>
        licence.userId ? (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-label={`Unassign the licence of ${licence.userName}`}
            onClick={() => takeBack(licence)}
          >
            Unassign…
          </Button>
        ) : null,
    },
  ];
  const stats = [
    { label: 'Total', value: formatCount(total) },
    { label: 'Assigned', value: formatCount(assigned) },
    { label: 'Unassigned', value: formatCount(unassigned) },
    { label: 'Expired', value: formatCount(expired) },
  ];
  return (
    <Panel title={serviceStore.serviceName}>
      {excess > 0 ? (
        <Alert color="orange" role="status" title={`${formatCount(excess)} too many assigned`} m="md">
          {formatCount(assigned)} licences are assigned, your plan includes {formatCount(assigned - excess)}. Everybody
          keeps access. Unassign {formatCount(excess)} to match the plan.
        </Alert>
      ) : null}
      <div className={classes.counts}>
        <StatTiles stats={stats} />
      </div>
      <div className={classes.toolbar}>
        <FilterInput
          label="Filter by holder"
          value={q}
          onChange={(next) => {
            setQ(next);
            setPage(0);
          }}
        />
        <span className="grow" />
        <Button variant="default" disabled={unassigned === 0} onClick={() => setAssigning(true)}>
          Assign licence
        </Button>
      </div>
      {licences.isError ? (
        <Problem error={licences.error} onRetry={() => void licences.refetch()} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keys
        <section className={classes.sideways} aria-label="Licences, scrolls sideways" tabIndex={0}>
          <DataTable
            label={`Licences of ${serviceStore.serviceName}`}
            columns={columns}
            rows={licences.data?.content}
            rowKey={(licence) => licence.uuid}
            rowLabel={(licence) => licence.userName ?? 'free licence'}
            minWidth={760}
            empty={
              <p className={`dim ${classes.toolbar}`}>{q ? `No licence holder matches “${q}”.` : 'No licences yet.'}</p>
            }
          />
        </section>
      )}
      <TableFoot
        noun="licences"
        page={page}
        size={pageSize}
        total={licences.data?.totalElements ?? 0}
        onPage={setPage}
      />
      <Suspense>
        {isAssigning ? <AssignDialog service={serviceStore} onClose={() => setAssigning(false)} /> : null}
      </Suspense>
    </Panel>
  );
}
