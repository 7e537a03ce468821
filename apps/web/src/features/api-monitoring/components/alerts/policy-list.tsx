import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AlertPolicy } from '@touchstone/contracts/api-monitoring';
import { Route } from 'lucide-react';
import { useState } from 'react';
import { toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Problem } from '../../../../ui/page.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import { policiesQuery, usePolicyMutations } from '../../api/alerts.ts';
import { PolicyDialog } from './policy-dialog.tsx';

interface Props {
  projectId: string;
  canWrite: boolean;
}

/** PolicyList lists the alert policies of a project. */
export function PolicyList({ projectId, canWrite }: Props) {
  const policies = useQuery(policiesQuery(projectId));
  const [dialog, setDialog] = useState<{ policy?: AlertPolicy } | null>(null);
  const { update, remove } = usePolicyMutations(projectId);
  const askDelete = ({ policyId, name }: AlertPolicy) =>
    confirmAction({
      title: `Delete policy ${name}?`,
      message: "Messages that were not sent are cancelled. You can't undo this.",
      confirm: 'Delete policy',
      onConfirm: () => remove.mutateAsync(policyId),
    });
  const button = canWrite ? <Button onClick={() => setDialog({})}>Create policy</Button> : null;
  const actions = canWrite
    ? {
        onEnabled: ({ policyId }: AlertPolicy, isEnabled: boolean) =>
          update.mutate({ id: policyId, isEnabled }, { onError: toastError }),
        onEdit: (policy: AlertPolicy) => setDialog({ policy }),
        onDelete: askDelete,
      }
    : undefined;
  return (
    <>
      {policies.isError && !policies.data ? (
        <Problem error={policies.error} onRetry={() => void policies.refetch()} />
      ) : (
        <DataTable
          label="Alert policies"
          columns={columnsOf(actions)}
          rows={policies.data}
          rowKey={({ policyId }) => policyId}
          rowLabel={({ name }) => name}
          minWidth={850}
          {...(actions ? { onOpen: actions.onEdit } : {})}
          empty={
            <EmptyState icon={<Route size={20} />} title="No policies yet" action={button}>
              A policy says who is told of an incident, in which steps, and when messages wait.
            </EmptyState>
          }
        />
      )}
      {policies.data?.length && canWrite ? <div style={{ padding: 16 }}>{button}</div> : null}
      {dialog ? <PolicyDialog projectId={projectId} {...dialog} onClose={() => setDialog(null)} /> : null}
    </>
  );
}

interface Actions {
  onEnabled: (policy: AlertPolicy, isEnabled: boolean) => void;
  onEdit: (policy: AlertPolicy) => void;
  onDelete: (policy: AlertPolicy) => void;
}

const count = (number: number, noun: string) => `${number} ${number === 1 ? noun : `${noun}s`}`;

function scopeOf({ collectionIds, monitorIds, tags }: AlertPolicy): string {
  const parts = [
    collectionIds.length > 0 ? count(collectionIds.length, 'collection') : '',
    monitorIds.length > 0 ? count(monitorIds.length, 'monitored API') : '',
    tags.length > 0 ? `tags ${tags.join(', ')}` : '',
  ].filter(Boolean);
  return parts.length === 0 ? 'Whole project' : parts.join(', ');
}

function columnsOf(actions: Actions | undefined): Column<AlertPolicy>[] {
  const columns: Column<AlertPolicy>[] = [
    { key: 'name', header: 'Policy', cell: ({ name }) => name },
    {
      key: 'steps',
      header: 'Escalation',
      width: 200,
      cell: ({ steps }) =>
        steps.map(({ afterMinutes }) => (afterMinutes === 0 ? 'at once' : `${afterMinutes} min`)).join(' → '),
    },
    { key: 'scope', header: 'Scope', cell: scopeOf },
    {
      key: 'quiet',
      header: 'Quiet hours',
      width: 150,
      cell: ({ quietHours }) => (quietHours.length > 0 ? quietWords(quietHours) : <span className="dim">None</span>),
    },
    {
      key: 'enabled',
      header: 'Enabled',
      width: 80,
      cell: (policy) => (
        <Switch
          size="xs"
          aria-label={`${policy.name} is enabled`}
          checked={policy.isEnabled}
          disabled={!actions}
          onChange={(event) => actions?.onEnabled(policy, event.currentTarget.checked)}
        />
      ),
    },
  ];
  if (actions)
    columns.push({
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (policy) => (
        <RowMenu
          name={policy.name}
          entries={[
            { label: 'Edit', run: () => actions.onEdit(policy) },
            { label: 'Delete policy…', run: () => actions.onDelete(policy) },
          ]}
        />
      ),
    });
  return columns;
}

/** The first quiet hours, and the number of further ones. */
const quietWords = ([first, ...more]: AlertPolicy['quietHours']): string =>
  `${first?.from} – ${first?.to}${more.length > 0 ? ` +${more.length}` : ''}`;
