import { Button, Modal, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AlertDelivery, type DeliveryState, deliveryStates } from '@touchstone/contracts/api-monitoring';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { formatDuration, formatExact } from '../../../../shared/format.ts';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { useSearchState } from '../../../../shared/use-search-state.ts';
import { EmptyState } from '../../../../ui/page.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import type { Status } from '../../../../ui/status/status.ts';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { PagedList } from '../../../../ui/table/paged-list.tsx';
import { deliveriesQuery, usePolicyMutations } from '../../api/alerts.ts';
import classes from '../details/details.module.css';

const icon = <Send size={20} />;
const size = 20;
const searchSchema = z.object({
  state: z
    .enum(['', ...deliveryStates])
    .catch('')
    .default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});

const looks: Record<DeliveryState, { status: Status; word: string }> = {
  WAITING: { status: 'queued', word: 'Waiting' },
  SENDING: { status: 'running', word: 'Sending' },
  DELIVERED: { status: 'passed', word: 'Delivered' },
  FAILED: { status: 'failed', word: 'Failed' },
  CANCELLED: { status: 'cancelled', word: 'Cancelled' },
};
const eventWords: Record<AlertDelivery['event'], string> = {
  opened: 'Opened',
  worsened: 'Worsened',
  reminder: 'Reminder',
  acknowledged: 'Acknowledged',
  closed: 'Closed',
  burning: 'Burning',
  'still-burning': 'Still burning',
  recovered: 'Recovered',
};

const columns: Column<AlertDelivery>[] = [
  {
    key: 'state',
    header: 'State',
    width: 130,
    cell: ({ state }) => <StatusLabel status={looks[state].status}>{looks[state].word}</StatusLabel>,
  },
  { key: 'name', header: 'Event', width: 120, cell: ({ event }) => eventWords[event] },
  {
    key: 'incidents',
    header: 'About',
    cell: ({ incidents, objectives }) =>
      [
        ...incidents.map(({ number, monitorName }) => `#${number} ${monitorName}`),
        ...objectives.map(({ name }) => `Error budget of ${name}`),
      ].join(', '),
  },
  { key: 'channel', header: 'Channel', width: 160, cell: ({ channelName }) => channelName },
  { key: 'policy', header: 'Policy', width: 160, cell: ({ policyName, step }) => `${policyName}, step ${step}` },
  { key: 'tries', header: 'Tries', width: 70, align: 'right', cell: ({ attemptCount }) => attemptCount },
  { key: 'created', header: 'Created', width: 130, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

interface Props {
  projectId: string;
  canWrite: boolean;
}

/** DeliveryList lists the messages of a project with the receivers' responses. */
export function DeliveryList({ projectId, canWrite }: Props) {
  const [{ state, page }, setSearch] = useSearchState(searchSchema);
  const deliveries = useQuery(deliveriesQuery({ projectId, page, size, ...(state && { state }) }));
  const [opened, setOpened] = useState<string | null>(null);
  const shown = deliveries.data?.content.find(({ deliveryId }) => deliveryId === opened);
  return (
    <>
      <PagedList
        noun="deliveries"
        query={deliveries}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={
          <Select
            w={160}
            aria-label="State"
            placeholder="Any state"
            clearable
            data={deliveryStates.map((value) => ({ value, label: looks[value].word }))}
            value={state || null}
            onChange={(value) => setSearch({ state: (value ?? '') as typeof state, page: 0 })}
          />
        }
        icon={icon}
        onClear={state === '' ? undefined : () => setSearch({ state: '', page: 0 })}
        empty={
          <EmptyState icon={icon} title="No deliveries yet">
            Each message of a policy is listed here with the answer of the other side.
          </EmptyState>
        }
        table={(rows, none) => (
          <DataTable
            label="Deliveries"
            columns={columns}
            rows={rows}
            rowKey={({ deliveryId }) => deliveryId}
            rowLabel={({ channelName }) => channelName}
            minWidth={950}
            onOpen={({ deliveryId }) => setOpened(deliveryId)}
            empty={none}
          />
        )}
      />
      {shown ? <DeliveryDialog delivery={shown} canWrite={canWrite} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

interface DialogProps {
  delivery: AlertDelivery;
  canWrite: boolean;
  onClose: () => void;
}

function DeliveryDialog({ delivery, canWrite, onClose }: DialogProps) {
  const { deliveryId, projectId, channelName, state, dueAt, attempts } = delivery;
  const { sendAgain } = usePolicyMutations(projectId);
  const isOver = state === 'DELIVERED' || state === 'FAILED' || state === 'WAITING';
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Message to ${channelName}`}
      size={640}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.result}>
        <StatusLabel status={looks[state].status}>
          {state === 'WAITING' ? `Waiting until ${formatExact(dueAt)}` : looks[state].word}
        </StatusLabel>
        {attempts.length === 0 ? <p className="dim">Not tried yet.</p> : null}
        {attempts.map(({ at, isDelivered, status, message, answer, durationMs }) => (
          <section key={at} className={classes.result} aria-label={formatExact(at)}>
            <div className="row">
              <StatusLabel status={isDelivered ? 'passed' : 'failed'}>{formatExact(at)}</StatusLabel>
              <span className="dim num">
                {[status === null ? '' : `Status ${status}`, formatDuration(durationMs)].filter(Boolean).join(' · ')}
              </span>
            </div>
            {message ? <p>{message}</p> : null}
            {answer ? (
              <pre className="mono" style={{ margin: 0, whiteSpace: 'pre-wrap' }}>
                {answer}
              </pre>
            ) : null}
          </section>
        ))}
        {canWrite && isOver ? (
          <div>
            <Button
              variant="default"
              loading={sendAgain.isPending}
              onClick={() =>
                sendAgain.mutate(deliveryId, {
                  onSuccess: () => toast('success', `The message to ${channelName} is being sent.`),
                  onError: toastError,
                })
              }
            >
              Send again
            </Button>
          </div>
        ) : null}
      </div>
    </Modal>
  );
}
