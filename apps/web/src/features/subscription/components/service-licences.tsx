import { Alert, Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@touchstone/contracts';
import type { Licence, subscriptionRoutes } from '@touchstone/contracts/subscription';
import { lazy, Suspense, useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { Blank, BlankLines } from '../../../ui/blank/blank.tsx';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { TableFoot } from '../../../ui/table/table-foot.tsx';
import { licencesQuery, useLicenceMutations } from '../api/licences.queries.ts';
import { planName } from '../model/plan-text.ts';
import { EndOf } from './end-of.tsx';
import classes from './subscription.module.css';

const AssignDialog = lazy(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }));
const pageSize = 10;

type Counts = CallOutput<typeof subscriptionRoutes.countByService>[number];

/** ServiceLicences shows how many licences of a service are in use and by whom, and assigns and withdraws them. */
export function ServiceLicences({ counts }: { counts: Counts }) {
  const { serviceStore, assigned, expired, total, unassigned, excess } = counts;
  const [isAssigning, setAssigning] = useState(false);
  const counted = [
    ['Total', total],
    ['Assigned', assigned],
    ['Unassigned', unassigned],
    ['Expired', expired],
  ] as const;
  return (
    <Panel
      title={serviceStore.serviceName}
      note={`${formatCount(assigned)} of ${formatCount(total)} used`}
      actions={
        <Button variant="default" disabled={unassigned === 0} onClick={() => setAssigning(true)}>
          Assign licence
        </Button>
      }
    >
      {excess > 0 ? (
        <Alert color="orange" role="status" title={`${formatCount(excess)} too many assigned`} m="md">
          {formatCount(assigned)} licences are assigned, your plan includes {formatCount(assigned - excess)}. Everybody
          keeps access. Unassign {formatCount(excess)} to match the plan.
        </Alert>
      ) : null}
      <div className={classes.use} data-tour="stats">
        <Progress value={(assigned / total) * 100} aria-label={`Licences of ${serviceStore.serviceName} in use`} />
        <dl className={classes.counts}>
          {counted.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{formatCount(value)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Holders service={serviceStore} assigned={assigned} />
      <Suspense>
        {isAssigning ? <AssignDialog service={serviceStore} onClose={() => setAssigning(false)} /> : null}
      </Suspense>
    </Panel>
  );
}

/** ServiceSkeleton is shown in place of loading licences. */
export function ServiceSkeleton() {
  return (
    <Panel title="Licences" note={<Blank width={80} />} actions={<Blank width={112} height={28} />}>
      <div className={classes.use}>
        <Blank width="100%" />
        <Blank width="60%" line={18} />
      </div>
      <BlankLines count={3} line={32} />
    </Panel>
  );
}

function Holders({ service, assigned }: { service: Counts['serviceStore']; assigned: number }) {
  const [q, setQ] = useState('');
  const [page, setPage] = useState(0);
  const licences = useQuery(
    licencesQuery({ serviceId: service.uuid, assigned: 'true', page, size: pageSize, searchTerm: q || undefined }),
  );
  const { unassign } = useLicenceMutations();
  const takeBack = (licence: Licence) =>
    confirmAction({
      title: `Take back the licence of ${licence.userName}?`,
      message: `${licence.login} can no longer use ${service.serviceName} until a licence is assigned again.`,
      confirm: 'Take back licence',
      onConfirm: async () => void (await unassign.mutateAsync(licence.uuid)),
    });
  const columns: Column<Licence>[] = [
    {
      key: 'name',
      header: 'Held by',
      cell: ({ userName, login }) => (
        <>
          {userName} <span className="dim">{login}</span>
        </>
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
      cell: (licence) => (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={`Unassign the licence of ${licence.userName}`}
          onClick={() => takeBack(licence)}
        >
          Unassign…
        </Button>
      ),
    },
  ];
  return (
    <>
      {assigned > pageSize ? (
        <div className={classes.toolbar}>
          <FilterInput
            label="Filter by holder"
            value={q}
            onChange={(next) => {
              setQ(next);
              setPage(0);
            }}
          />
        </div>
      ) : null}
      {licences.isError ? (
        <Problem error={licences.error} onRetry={() => void licences.refetch()} />
      ) : (
        <DataTable
          label={`Licences of ${service.serviceName}`}
          columns={columns}
          rows={licences.data?.content}
          rowKey={(licence) => licence.uuid}
          rowLabel={(licence) => licence.userName ?? licence.uuid}
          minWidth={760}
          empty={
            <p className={`dim ${classes.toolbar}`}>
              {q ? `No licence holder matches “${q}”.` : 'No licence is assigned yet.'}
            </p>
          }
        />
      )}
      <TableFoot
        noun="holders"
        page={page}
        size={pageSize}
        total={licences.data?.totalElements ?? 0}
        onPage={setPage}
      />
    </>
  );
}
