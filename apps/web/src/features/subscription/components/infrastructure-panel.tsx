import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { InfrastructureLicence } from '@touchstone/contracts/subscription';
import { lazy, Suspense, useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { StatTiles } from '../../../ui/chart/stat-tile.tsx';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { concurrencyQuery, useLicenceMutations } from '../api/licences.queries.ts';
import { countDedicated } from '../model/infrastructure-counts.ts';
import { EndOf } from './end-of.tsx';
import classes from './subscription.module.css';

const AssignTeamDialog = lazy(async () => ({ default: (await import('./assign-team-dialog.tsx')).AssignTeamDialog }));
export const infrastructureTexts = {
  BROWSER: {
    title: 'Browsers',
    one: 'browser',
    none: 'No browser is dedicated to your organization. Please add browsers.',
  },
  DEVICE: {
    title: 'Devices',
    one: 'device',
    none: 'No device is dedicated to your organization. Please add devices.',
  },
};
const statusWords: Record<InfrastructureLicence['subscriptionStatus'], string> = {
  PENDING: 'Awaiting payment',
  ACTIVE: 'Active',
  EXPIRED: 'Expired',
  CANCELLED: 'Cancelled',
};

interface Props {
  kind: InfrastructureLicence['kind'];
  licences: InfrastructureLicence[];
}

/** InfrastructurePanel shows the organization's dedicated browsers or devices, and how many shared ones it may use. */
export function InfrastructurePanel({ kind, licences }: Props) {
  const text = infrastructureTexts[kind];
  const [assigned, setAssigned] = useState<InfrastructureLicence | null>(null);
  const { unassignTeam, cancel } = useLicenceMutations();
  const askCancel = ({ uuid, name }: InfrastructureLicence) =>
    confirmAction({
      title: `Cancel the licence of ${name}?`,
      message: `Its team can no longer use this ${text.one}. You can't undo this.`,
      confirm: 'Cancel licence',
      onConfirm: async () => toast('success', (await cancel.mutateAsync(uuid)).message),
    });
  const columns: Column<InfrastructureLicence>[] = [
    { key: 'name', header: 'Name', cell: (licence) => licence.name },
    { key: 'system', header: 'Operating system', width: 160, cell: (licence) => licence.operatingSystem },
    { key: 'status', header: 'Status', width: 140, cell: (licence) => statusWords[licence.subscriptionStatus] },
    { key: 'team', header: 'Team', width: 110, cell: (licence) => (licence.teamId ? 'Assigned' : 'Unassigned') },
    { key: 'end', header: 'Ends', width: 130, cell: (licence) => <EndOf date={licence.subscriptionEndDate} /> },
    {
      key: 'actions',
      header: '',
      width: 180,
      align: 'right',
      cell: (licence) =>
        licence.subscriptionStatus === 'CANCELLED' ? null : (
          <span className="row" style={{ justifyContent: 'flex-end', gap: 4 }}>
            {licence.teamId ? (
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                aria-label={`Unassign ${licence.name}`}
                onClick={() => unassignTeam.mutate(licence, { onError: toastError })}
              >
                Unassign
              </Button>
            ) : (
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                aria-label={`Assign ${licence.name}`}
                onClick={() => setAssigned(licence)}
              >
                Assign…
              </Button>
            )}
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              aria-label={`Cancel ${licence.name}`}
              onClick={() => askCancel(licence)}
            >
              Cancel…
            </Button>
          </span>
        ),
    },
  ];
  const counts = countDedicated(licences);
  return (
    <Panel title={text.title} note={<SharedUse kind={kind} />}>
      <div className={classes.tiles}>
        <StatTiles
          stats={[
            { label: 'Total', value: formatCount(counts.total) },
            { label: 'Assigned', value: formatCount(counts.assigned) },
            { label: 'Unassigned', value: formatCount(counts.unassigned) },
            { label: 'Expired', value: formatCount(counts.expired) },
          ]}
        />
      </div>
      <DataTable
        label={text.title}
        columns={columns}
        rows={licences}
        rowKey={(licence) => licence.uuid}
        rowLabel={(licence) => licence.name}
        minWidth={720}
      />
      <Suspense>{assigned ? <AssignTeamDialog licence={assigned} onClose={() => setAssigned(null)} /> : null}</Suspense>
    </Panel>
  );
}

function SharedUse({ kind }: { kind: InfrastructureLicence['kind'] }) {
  const { data: limit } = useQuery(concurrencyQuery);
  const { cancelConcurrency } = useLicenceMutations();
  if (!limit) return null;
  const shared = kind === 'BROWSER' ? limit.browser : limit.device;
  const { one } = infrastructureTexts[kind];
  if (shared === 0) return <>No shared {one}s</>;
  const askCancel = () =>
    confirmAction({
      title: `Give up shared ${one}s?`,
      message: `Your organization can no longer use shared ${one}s.`,
      confirm: `Give up shared ${one}s`,
      onConfirm: async () => toast('success', (await cancelConcurrency.mutateAsync(kind)).message),
    });
  return (
    <span className="row">
      {shared === null ? `Shared ${one}s without a limit` : `${formatCount(shared)} shared at once`}
      <Button variant="subtle" color="gray" size="compact-xs" onClick={askCancel} aria-label={`Give up shared ${one}s`}>
        Give up…
      </Button>
    </span>
  );
}
