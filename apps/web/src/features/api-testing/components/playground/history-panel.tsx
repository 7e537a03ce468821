import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlaygroundSend } from '@touchstone/contracts/api-testing';
import { History, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { formatDuration } from '../../../../shared/format.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Late, Problem } from '../../../../ui/page.tsx';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { statusWords } from '../../../../ui/status/status.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { FilterInput } from '../../../../ui/table/filter-input.tsx';
import { TableFoot } from '../../../../ui/table/table-foot.tsx';
import { useRows } from '../../../../ui/table/use-rows.ts';
import { Tip } from '../../../../ui/tip/tip.tsx';
import { useSendMutations } from '../../api/playground/playground.mutations.ts';
import { sendsQuery } from '../../api/playground/playground.queries.ts';
import tree from '../tree/tree.module.css';
import classes from './playground.module.css';

interface Props {
  canWrite: boolean;
  onOpen: (sendId: string) => void;
  onImport: (sendIds: string[]) => void;
}

const size = 25;

/** HistoryPanel lists the user's sends, newest first, to reopen, import or delete. */
export function HistoryPanel({ canWrite, onOpen, onImport }: Props) {
  const [page, setPage] = useState(0);
  const [searchTerm, setSearchTerm] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const sends = useQuery(sendsQuery({ page, size, ...(searchTerm ? { searchTerm } : {}) }));
  const { remove } = useSendMutations();
  useRows();
  const total = sends.data?.totalElements ?? 0;
  // The last row of the last page may have been deleted.
  if (sends.data && page > 0 && page * size >= total) setPage(Math.max(0, Math.ceil(total / size) - 1));
  const clearChosen = () => setChosen(new Set());
  const ask = (ids: string[] | 'all') => {
    const count = ids === 'all' ? total : ids.length;
    const what = count === 1 ? '1 request' : `${count} requests`;
    confirmAction({
      title: `Delete ${what} from the history?`,
      message: "Open tabs stay. You can't undo this.",
      confirm: `Delete ${what}`,
      onConfirm: async () => {
        await remove.mutateAsync(ids);
        clearChosen();
      },
    });
  };
  const toggle = (sendId: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(sendId)) next.add(sendId);
      return next;
    });
  return (
    <section className={classes.history} aria-label="Sent requests">
      <div className={classes.bar}>
        <FilterInput
          label="Filter the history"
          value={searchTerm}
          onChange={(next) => {
            setSearchTerm(next);
            setPage(0);
          }}
        />
        {canWrite && total > 0 && !searchTerm ? (
          <Tip label="Clear the history">
            <ActionIcon aria-label="Clear the history" onClick={() => ask('all')}>
              <Trash2 size={15} />
            </ActionIcon>
          </Tip>
        ) : null}
      </div>
      <div className={classes.list}>
        <Rows
          sends={sends}
          isFiltered={searchTerm !== ''}
          row={(send) => (
            <SendRow
              key={send.sendId}
              send={send}
              isChosen={chosen.has(send.sendId)}
              onChoose={canWrite ? () => toggle(send.sendId) : undefined}
              onOpen={() => onOpen(send.sendId)}
            />
          )}
        />
      </div>
      {chosen.size > 0 ? (
        <div className={tree.chosen} role="toolbar" aria-label="Selected requests">
          <span className="num grow" role="status">
            {chosen.size} selected
          </span>
          <Button variant="subtle" size="compact-sm" onClick={() => onImport([...chosen])}>
            Import
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => ask([...chosen])}>
            Delete
          </Button>
          <ActionIcon size={24} aria-label="Clear the selection" onClick={clearChosen}>
            <X size={13} />
          </ActionIcon>
        </div>
      ) : null}
      <div className={classes.foot}>
        <TableFoot noun="requests" page={page} size={size} total={total} onPage={setPage} />
      </div>
    </section>
  );
}

interface RowsProps {
  sends: {
    data: { content: PlaygroundSend[] } | undefined;
    isError: boolean;
    error: unknown;
    refetch: () => unknown;
  };
  isFiltered: boolean;
  row: (send: PlaygroundSend) => React.ReactNode;
}

function Rows({ sends: { data, isError, error, refetch }, isFiltered, row }: RowsProps) {
  if (isError && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Late>
        <p className="dim" style={{ padding: 12 }}>
          Loading the history…
        </p>
      </Late>
    );
  if (data.content.length > 0) return <ul aria-label="History">{data.content.map(row)}</ul>;
  if (isFiltered)
    return (
      <p className="dim" style={{ padding: 12 }}>
        No requests match. Try another word.
      </p>
    );
  return (
    <EmptyState icon={<History size={20} />} title="No requests sent yet">
      What you send appears here, with its response.
    </EmptyState>
  );
}

interface RowProps {
  send: PlaygroundSend;
  isChosen: boolean;
  onChoose: (() => void) | undefined;
  onOpen: () => void;
}

function SendRow({ send, isChosen, onChoose, onOpen }: RowProps) {
  const { method, url, status, statusCode, durationMs, sentAt } = send;
  return (
    <li className={classes.row} data-row>
      {onChoose ? (
        <Checkbox size="xs" aria-label={`Select ${method} ${url}`} checked={isChosen} onChange={onChoose} />
      ) : null}
      <button type="button" className={classes.open} onClick={onOpen} title={url}>
        <span className={classes.line}>
          <MethodWord method={method} />
          <span className="mono ellipsis">{url.replace(/^https?:\/\//i, '')}</span>
        </span>
        <span className={classes.line}>
          <StatusGlyph status={status} size={13} />
          <span className="num">{statusCode ?? statusWords[status]}</span>
          <span className="mono num dim">{formatDuration(durationMs)}</span>
          <span className="grow" />
          <span className="dim">
            <RelativeTime at={sentAt} />
          </span>
        </span>
      </button>
    </li>
  );
}
