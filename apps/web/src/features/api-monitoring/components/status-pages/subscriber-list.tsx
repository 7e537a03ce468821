import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PageSubscriber, StatusPage } from '@touchstone/contracts/api-monitoring';
import { Mail, X } from 'lucide-react';
import { useState } from 'react';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Problem } from '../../../../ui/page.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { TableFoot } from '../../../../ui/table/table-foot.tsx';
import { subscribersQuery, useStatusPageMutations } from '../../api/status-pages.ts';

const size = 20;

/** SubscriberList lists the subscribers of a status page. */
export function SubscriberList({ page: { pageId, takesSubscribers } }: { page: StatusPage }) {
  const [at, setAt] = useState(0);
  const subscribers = useQuery(subscribersQuery(pageId, at, size));
  const { removeSubscriber } = useStatusPageMutations();
  const askRemove = ({ subscriberId, target }: PageSubscriber) =>
    confirmAction({
      title: `Remove ${target}?`,
      message: 'They get no further messages. They can subscribe again.',
      confirm: 'Remove subscriber',
      onConfirm: () => removeSubscriber.mutateAsync(subscriberId),
    });
  return (
    <Panel title="Subscribers">
      {subscribers.isError && !subscribers.data ? (
        <Problem error={subscribers.error} onRetry={() => void subscribers.refetch()} />
      ) : (
        <DataTable
          label="Subscribers"
          columns={columnsOf(askRemove)}
          rows={subscribers.data?.content}
          rowKey={({ subscriberId }) => subscriberId}
          rowLabel={({ target }) => target}
          minWidth={420}
          empty={
            <EmptyState icon={<Mail size={20} />} title="No subscribers yet">
              {takesSubscribers
                ? 'Visitors subscribe at the end of the status page.'
                : 'This page takes no subscribers. Edit it to change that.'}
            </EmptyState>
          }
        />
      )}
      <TableFoot noun="subscribers" total={subscribers.data?.totalElements ?? 0} page={at} size={size} onPage={setAt} />
    </Panel>
  );
}

const columnsOf = (onRemove: (subscriber: PageSubscriber) => void): Column<PageSubscriber>[] => [
  {
    key: 'name',
    header: 'Subscriber',
    cell: ({ target, kind }) => <span title={kind === 'webhook' ? 'Webhook' : 'E-mail'}>{target}</span>,
  },
  {
    key: 'state',
    header: 'State',
    width: 130,
    cell: ({ isConfirmed, problem }) => (
      <span title={problem ?? undefined}>
        <StatusLabel status={problem ? 'failed' : isConfirmed ? 'passed' : 'queued'}>
          {problem ? 'Failing' : isConfirmed ? 'Confirmed' : 'Unconfirmed'}
        </StatusLabel>
      </span>
    ),
  },
  { key: 'created', header: 'Since', width: 100, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    key: 'actions',
    header: '',
    width: 48,
    align: 'right',
    cell: (subscriber) => (
      <ActionIcon size={24} aria-label={`Remove ${subscriber.target}`} onClick={() => onRemove(subscriber)}>
        <X size={15} />
      </ActionIcon>
    ),
  },
];
