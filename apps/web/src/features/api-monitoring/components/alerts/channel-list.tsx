import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AlertChannel } from '@touchstone/contracts/api-monitoring';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Problem } from '../../../../ui/page.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import { channelsQuery, useChannelMutations } from '../../api/alerts.ts';
import { channelForms } from '../../model/alerts/channel-form.ts';
import { ChannelDialog } from './channel-dialog.tsx';

interface Props {
  projectId: string;
  canWrite: boolean;
}

/** ChannelList lists the alert channels of a project. */
export function ChannelList({ projectId, canWrite }: Props) {
  const channels = useQuery(channelsQuery(projectId));
  const [dialog, setDialog] = useState<{ channel?: AlertChannel } | null>(null);
  const { test, remove } = useChannelMutations(projectId);
  const sendTest = ({ channelId, name }: AlertChannel) =>
    test.mutate(channelId, {
      onSuccess: ({ isDelivered, message, answer }) =>
        toast(
          isDelivered ? 'success' : 'error',
          isDelivered ? (answer ?? 'The other side took it.') : (message ?? 'It was not delivered.'),
          isDelivered ? `Test message sent to ${name}` : `Test message to ${name} failed`,
        ),
      onError: toastError,
    });
  const askDelete = ({ channelId, name }: AlertChannel) =>
    confirmAction({
      title: `Delete channel ${name}?`,
      message: "This also deletes its deliveries. You can't undo this.",
      confirm: 'Delete channel',
      onConfirm: () => remove.mutateAsync(channelId),
    });
  const button = canWrite ? <Button onClick={() => setDialog({})}>Create channel</Button> : null;
  return (
    <>
      {channels.isError && !channels.data ? (
        <Problem error={channels.error} onRetry={() => void channels.refetch()} />
      ) : (
        <DataTable
          label="Alert channels"
          columns={columnsOf(
            canWrite
              ? { onTest: sendTest, onEdit: (channel) => setDialog({ channel }), onDelete: askDelete }
              : undefined,
          )}
          rows={channels.data}
          rowKey={({ channelId }) => channelId}
          rowLabel={({ name }) => name}
          minWidth={900}
          {...(canWrite ? { onOpen: (channel: AlertChannel) => setDialog({ channel }) } : {})}
          empty={
            <EmptyState icon={<Bell size={20} />} title="No channels yet" action={button}>
              A channel is where alerts go: e-mail, a webhook or a chat.
            </EmptyState>
          }
        />
      )}
      {channels.data?.length && canWrite ? <div style={{ padding: 16 }}>{button}</div> : null}
      {dialog ? <ChannelDialog projectId={projectId} {...dialog} onClose={() => setDialog(null)} /> : null}
    </>
  );
}

interface Actions {
  onTest: (channel: AlertChannel) => void;
  onEdit: (channel: AlertChannel) => void;
  onDelete: (channel: AlertChannel) => void;
}

function columnsOf(actions: Actions | undefined): Column<AlertChannel>[] {
  const columns: Column<AlertChannel>[] = [
    { key: 'name', header: 'Channel', cell: ({ name }) => name },
    { key: 'kind', header: 'Kind', width: 150, cell: ({ kind }) => channelForms[kind].label },
    { key: 'target', header: 'Target', cell: ({ target }) => <span title={target}>{target}</span> },
    {
      key: 'policies',
      header: 'Policies',
      width: 180,
      cell: ({ policies }) => policies.join(', ') || <span className="dim">Not used</span>,
    },
    {
      key: 'last',
      header: 'Last message',
      width: 200,
      cell: ({ last }) =>
        last ? (
          <span title={last.message ?? undefined}>
            <StatusLabel status={last.isDelivered ? 'passed' : 'failed'}>
              <RelativeTime at={last.at} />
              <span className="visually-hidden">{last.isDelivered ? 'delivered' : 'failed'}</span>
            </StatusLabel>
          </span>
        ) : (
          <span className="dim">None</span>
        ),
    },
  ];
  if (actions)
    columns.push({
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (channel) => (
        <RowMenu
          name={channel.name}
          entries={[
            { label: 'Send test', run: () => actions.onTest(channel) },
            { label: 'Edit', run: () => actions.onEdit(channel) },
            { label: 'Delete channel…', run: () => actions.onDelete(channel) },
          ]}
        />
      ),
    });
  return columns;
}
