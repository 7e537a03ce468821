import { Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JournalSummary } from '@touchstone/contracts/service-virtualization';
import { RadioTower } from 'lucide-react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useSearchState } from '../../../../shared/use-search-state.ts';
import { BlankLines } from '../../../../ui/blank/blank.tsx';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { FilterInput } from '../../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../../ui/table/paged-list.tsx';
import { useRows } from '../../../../ui/table/use-rows.ts';
import { journalQuery } from '../../api/journal.ts';
import { outcomeLooks } from '../../model/exchange.ts';
import classes from './journal.module.css';

const icon = <RadioTower size={20} />;
const size = 50;
const none = { q: '', method: '', status: '', outcome: '', asset: '', run: '', step: '', page: 0 } as const;
const outcomes = [
  { value: 'matched', label: 'Matched' },
  { value: 'unmatched', label: 'Unmatched' },
  { value: 'near', label: 'Near miss' },
  { value: 'violation', label: 'Violation' },
  { value: 'problem', label: 'Problem' },
];
const statuses = ['2xx', '3xx', '4xx', '5xx'];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** State of the journal in the address. */
export const journalSearchSchema = z.object({
  tab: z.enum(['calls', 'unmatched']).catch('calls').default('calls'),
  entry: z.string().catch('').default(''),
  q: z.string().catch('').default(''),
  method: z.string().catch('').default(''),
  status: z.string().catch('').default(''),
  outcome: z.enum(['', 'matched', 'unmatched', 'near', 'violation', 'problem']).catch('').default(''),
  asset: z.string().catch('').default(''),
  run: z.string().catch('').default(''),
  step: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});

interface Props {
  projectId: string;
  isLive: boolean;
  onLive: (isLive: boolean) => void;
  /** Shown if no call has arrived. */
  empty: ReactNode;
}

/** CallList lists the calls received by a mock, newest first. */
export function CallList({ projectId, isLive, onLive, empty }: Props) {
  const [search, setSearch] = useSearchState(journalSearchSchema);
  const { q, method, status, outcome, asset, run, step, page, entry } = search;
  const calls = useQuery(
    journalQuery(projectId, {
      page,
      size,
      ...(q && { searchTerm: q }),
      ...(method && { method }),
      ...(status && { status }),
      ...(outcome && { outcome }),
      ...(asset && { assetId: asset }),
      ...(run && { runId: run }),
      ...(step && { stepId: step }),
    }),
  );
  const isFiltered = [q, method, status, outcome, asset, run, step].some((value) => value !== '');
  const filter = (patch: Partial<typeof search>) => setSearch({ ...patch, page: 0 });
  const narrow = (label: string, data: typeof outcomes | string[], value: string, set: (value: string) => void) => (
    <Select
      w={124}
      aria-label={label}
      placeholder={`Any ${label.toLowerCase()}`}
      clearable
      data={data}
      value={value || null}
      onChange={(next) => set(next ?? '')}
    />
  );
  return (
    <PagedList
      noun="calls"
      query={calls}
      page={page}
      size={size}
      onPage={(next) => setSearch({ page: next }, { push: true })}
      filters={
        <>
          <FilterInput label="Filter calls" width={170} value={q} onChange={(text) => filter({ q: text })} />
          {narrow('Method', methods, method, (value) => filter({ method: value }))}
          {narrow('Status', statuses, status, (value) => filter({ status: value }))}
          {narrow('Outcome', outcomes, outcome, (value) => filter({ outcome: value as typeof outcome }))}
          <Switch label="Live" checked={isLive} onChange={(event) => onLive(event.currentTarget.checked)} />
          {asset ? (
            <button type="button" className={classes.chip} onClick={() => filter({ asset: '' })}>
              Calls of one asset ✕
            </button>
          ) : null}
          {run ? (
            <button type="button" className={classes.chip} onClick={() => filter({ run: '', step: '' })}>
              Calls of one {step ? 'step' : 'run'} ✕
            </button>
          ) : null}
        </>
      }
      icon={icon}
      onClear={isFiltered ? () => setSearch(none) : undefined}
      empty={empty}
      table={(rows, instead) =>
        rows?.length === 0 ? (
          instead
        ) : (
          <CallRows rows={rows} chosen={entry} onOpen={(entryId) => setSearch({ entry: entryId }, { push: true })} />
        )
      }
    />
  );
}

function Outcome({ call }: { call: JournalSummary }) {
  const { status, word } = outcomeLooks[call.by];
  const isMarked = call.hasProblem || call.violationCount > 0;
  const words = [
    word,
    call.hasNearMiss && 'near miss',
    call.hasProblem && 'problem',
    call.violationCount > 0 && 'violation',
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <span title={words}>
      <StatusGlyph status={isMarked ? 'flaky' : status} size={14} decorative />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

interface RowsProps {
  rows: readonly JournalSummary[] | undefined;
  chosen: string;
  onOpen: (entryId: string) => void;
}

function CallRows({ rows, chosen, onOpen }: RowsProps) {
  useRows();
  if (!rows) return <BlankLines count={8} line={36} />;
  return (
    <ul className={classes.rows} aria-label="Calls">
      {rows.map((call) => (
        <li key={call.entryId} data-row>
          <button
            type="button"
            className={classes.row}
            data-chosen={call.entryId === chosen || undefined}
            aria-current={call.entryId === chosen ? 'true' : undefined}
            onClick={() => onOpen(call.entryId)}
          >
            <Outcome call={call} />
            <span className={classes.stack}>
              <span className={classes.call} title={`${call.method} ${call.url}`}>
                <MethodWord method={call.method} />
                <span className="mono ellipsis">{call.url}</span>
              </span>
              <span className={`${classes.small} ellipsis`}>{call.assetName ?? outcomeLooks[call.by].word}</span>
            </span>
            <span className={classes.end}>
              <span className="mono num">{call.status || 'Fault'}</span>
              <span className={classes.small}>
                <RelativeTime at={call.at} />
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
