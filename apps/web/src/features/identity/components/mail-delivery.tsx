import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MailStateView } from '@touchstone/contracts/identity';
import { MailCheck } from 'lucide-react';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Problem } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import type { Status } from '../../../ui/status/status.ts';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { TableFoot } from '../../../ui/table/table-foot.tsx';
import { mailStatesQuery, useRetryMails } from '../api/outbox.queries.ts';
import classes from './outbox.module.css';

const size = 20;
const filters = ['all', 'queued', 'failed', 'sent'] as const;
const searchSchema = z.object({
  status: z.enum(filters).catch('all').default('all'),
  page: z.coerce.number().int().min(1).catch(1).default(1),
});

const words = { outbox: 'Kept', queued: 'Waiting', failed: 'Failed', sent: 'Sent' } as const;
const glyphs: Record<MailStateView['status'], Status> = {
  outbox: 'skipped',
  queued: 'queued',
  failed: 'failed',
  sent: 'passed',
};
const minuteMs = 60_000;

function NextAttempt({ nextAttemptAt }: MailStateView) {
  const isSoon = nextAttemptAt !== null && Date.parse(nextAttemptAt) - Date.now() < minuteMs;
  return isSoon ? 'within a minute' : <RelativeTime at={nextAttemptAt} />;
}
const canBeSent = ({ status }: MailStateView) => status === 'queued' || status === 'failed';

/** MailDelivery lists the delivery states of the mails sent by a mail server, and sends pending and failed ones now. */
export function MailDelivery() {
  const [{ status, page }, setSearch] = useSearchState(searchSchema);
  const mails = useQuery(mailStatesQuery({ page: page - 1, size, ...(status !== 'all' && { status }) }));
  const retry = useRetryMails();
  const total = mails.data?.totalElements ?? 0;
  const showAll = () => setSearch({ status: 'all', page: 1 });
  const columns: Column<MailStateView>[] = [
    { key: 'to', header: 'Recipient', width: 220, cell: ({ to }) => to },
    { key: 'subject', header: 'Subject', cell: ({ subject }) => subject },
    {
      key: 'status',
      header: 'Status',
      width: 110,
      cell: (mail) => <StatusLabel status={glyphs[mail.status]}>{words[mail.status]}</StatusLabel>,
    },
    { key: 'attempts', header: 'Attempts', align: 'right', width: 84, cell: ({ attempts }) => attempts },
    {
      key: 'error',
      header: 'Last error',
      width: '26%',
      cell: ({ error }) => (error ? <span className={classes.error}>{error}</span> : '–'),
    },
    { key: 'next', header: 'Next attempt', width: 120, cell: NextAttempt },
    { key: 'created', header: 'Created', width: 110, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      key: 'actions',
      header: '',
      width: 96,
      cell: (mail) =>
        canBeSent(mail) ? (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`Retry mail to ${mail.to}: ${mail.subject}`}
            disabled={retry.isPending}
            onClick={() => retry.mutate({ mailIds: [mail.mailId] })}
          >
            Retry
          </Button>
        ) : null,
    },
  ];
  return (
    <>
      <div className={classes.toolbar} data-tour="filter">
        <SegmentedControl
          aria-label="Status"
          value={status}
          onChange={(next) => setSearch({ status: next as typeof status, page: 1 })}
          data={filters.map((value) => ({ value, label: value === 'all' ? 'All' : words[value] }))}
        />
        {(status === 'queued' || status === 'failed') && total > 0 ? (
          <Button loading={retry.isPending} onClick={() => retry.mutate({ status })}>
            Retry all {words[status].toLowerCase()} mails
          </Button>
        ) : null}
      </div>
      {mails.isError ? (
        <Problem error={mails.error} onRetry={() => void mails.refetch()} />
      ) : (
        <DataTable
          label="Mails"
          minWidth={1080}
          columns={columns}
          rows={mails.data?.content}
          rowKey={({ mailId }) => mailId}
          rowLabel={({ to, subject }) => `${subject} to ${to}`}
          empty={
            <EmptyState
              icon={<MailCheck size={20} />}
              title={status === 'all' ? 'No mails yet' : `No ${words[status].toLowerCase()} mails`}
              action={
                status === 'all' ? null : (
                  <Button variant="default" onClick={showAll}>
                    Show all mails
                  </Button>
                )
              }
            >
              Mails of the last 30 days appear here.
            </EmptyState>
          }
        />
      )}
      <TableFoot
        noun="mails"
        page={page - 1}
        size={size}
        total={total}
        onPage={(next) => setSearch({ page: next + 1 }, { push: true })}
      />
    </>
  );
}
