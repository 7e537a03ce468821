import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Monitor, type ResultSummary, verdicts } from '@touchstone/contracts/api-monitoring';
import { ListChecks } from 'lucide-react';
import { z } from 'zod';
import { formatDuration, formatExact } from '../../../../shared/format.ts';
import { useSearchState } from '../../../../shared/use-search-state.ts';
import { EmptyState } from '../../../../ui/page.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { PagedList } from '../../../../ui/table/paged-list.tsx';
import { resultsQuery } from '../../api/results.queries.ts';
import { verdictChoices } from '../../model/status-look.ts';
import classes from './details.module.css';
import { ResultDialog } from './result-dialog.tsx';
import { VerdictLabel } from './verdict-label.tsx';

const icon = <ListChecks size={20} />;
const size = 20;
const searchSchema = z.object({
  verdict: z
    .enum(['', ...verdicts])
    .catch('')
    .default(''),
  region: z.string().catch('').default(''),
  result: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});

const columnsOf = (onOpen: (resultId: string) => void): Column<ResultSummary>[] => [
  { key: 'verdict', header: 'Result', width: 170, cell: (result) => <VerdictLabel result={result} /> },
  {
    key: 'name',
    header: 'Time',
    width: 210,
    cell: ({ resultId, at }) => (
      <button type="button" className={`link ${classes.open}`} onClick={() => onOpen(resultId)}>
        <time dateTime={at}>{formatExact(at)}</time>
      </button>
    ),
  },
  {
    key: 'time',
    header: 'Response time',
    width: 120,
    align: 'right',
    cell: ({ durationMs }) => (durationMs === null ? '–' : formatDuration(durationMs)),
  },
  { key: 'code', header: 'Status code', width: 100, align: 'right', cell: ({ statusCode }) => statusCode ?? '–' },
  { key: 'region', header: 'Region', width: 120, cell: ({ region }) => region || 'Any runner' },
  { key: 'attempt', header: 'Attempt', width: 80, align: 'right', cell: ({ attempt }) => attempt },
  {
    key: 'message',
    header: 'Reason',
    cell: ({ message }) => <span title={message ?? undefined}>{message ?? ''}</span>,
  },
];

/** ResultList lists the checks of a monitored API, latest first. */
export function ResultList({ monitor: { monitorId, regions } }: { monitor: Monitor }) {
  const [{ verdict, region, result, page }, setSearch] = useSearchState(searchSchema);
  const results = useQuery(
    resultsQuery({ monitorId, page, size, ...(verdict && { verdict }), ...(region && { region }) }),
  );
  const open = (resultId: string) => setSearch({ result: resultId }, { push: true });
  return (
    <>
      <PagedList
        noun="results"
        query={results}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={
          <>
            <Select
              w={150}
              aria-label="Result"
              placeholder="Any result"
              clearable
              data={verdictChoices}
              value={verdict || null}
              onChange={(value) => setSearch({ verdict: (value ?? '') as typeof verdict, page: 0 })}
            />
            {regions.length > 1 ? (
              <Select
                w={150}
                aria-label="Region"
                placeholder="Any region"
                clearable
                data={regions}
                value={region || null}
                onChange={(value) => setSearch({ region: value ?? '', page: 0 })}
              />
            ) : null}
          </>
        }
        icon={icon}
        onClear={verdict === '' && region === '' ? undefined : () => setSearch({ verdict: '', region: '', page: 0 })}
        empty={
          <EmptyState icon={icon} title="No results in the last 24 hours">
            Each check is listed here with what it found.
          </EmptyState>
        }
        table={(rows, none) => (
          <DataTable
            label="Results"
            columns={columnsOf(open)}
            rows={rows}
            rowKey={({ resultId }) => resultId}
            rowLabel={({ at }) => formatExact(at)}
            minWidth={900}
            onOpen={({ resultId }) => open(resultId)}
            empty={none}
          />
        )}
      />
      {result ? <ResultDialog resultId={result} onClose={() => setSearch({ result: '' })} /> : null}
    </>
  );
}
