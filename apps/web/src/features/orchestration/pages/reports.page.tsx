import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { runStatusSchema } from '@touchstone/contracts/runs';
import { ChartColumn } from 'lucide-react';
import { Link } from 'react-router';
import { z } from 'zod';
import { formatCount } from '../../../shared/format.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Blank, BlankLines } from '../../../ui/blank/blank.tsx';
import { StatTiles } from '../../../ui/chart/stat-tile.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { ListDetail } from '../../../ui/panes/list-detail.tsx';
import { statusWords } from '../../../ui/status/status.ts';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { executionsQuery } from '../api/executions.queries.ts';
import { ExecutionDetail } from '../components/reports/execution-detail.tsx';
import { ExecutionFilters } from '../components/reports/execution-filters.tsx';
import { ExecutionList } from '../components/reports/execution-list.tsx';
import classes from '../components/reports/reports.module.css';
import { orchestrationPaths } from '../paths.ts';

const size = 20;
const icon = <ChartColumn size={20} />;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  project: z.string().catch('').default(''),
  status: runStatusSchema.optional().catch(undefined),
  run: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});
const tiles = ['passed', 'failed', 'error', 'running', 'queued', 'cancelled'] as const;

/** ReportsPage lists the executions of workflows next to the selected one. */
export function ReportsPage() {
  const [{ q, project, status, run, page }, setSearch] = useSearchState(searchSchema);
  const executions = useQuery(
    executionsQuery({
      page,
      size,
      ...(q && { searchTerm: q }),
      ...(project && { projectId: project }),
      ...(status && { status }),
    }),
  );
  const totals = executions.data?.totals;
  const chosen = run || executions.data?.content[0]?.runId;
  const isFiltered = q !== '' || project !== '' || status !== undefined;
  return (
    <Page title="Reports" documentTitle="Reports · Test Orchestration">
      <div className={classes.page}>
        <StatTiles
          stats={tiles.map((word) => ({
            label: statusWords[word],
            value: totals ? formatCount(totals[word]) : executions.isError ? '–' : <Blank width={24} height={20} />,
          }))}
        />
        <ListDetail
          listWidth={400}
          listName="Executions"
          isOpen={run !== ''}
          onBack={() => setSearch({ run: '' })}
          list={
            <div className={classes.list}>
              <PagedList
                noun="executions"
                query={executions}
                page={page}
                size={size}
                onPage={(next) => setSearch({ page: next, run: '' }, { push: true })}
                filters={
                  <ExecutionFilters
                    filter={{ q, project, status }}
                    onChange={(patch) => setSearch({ ...patch, page: 0, run: '' })}
                  />
                }
                icon={icon}
                onClear={
                  isFiltered ? () => setSearch({ q: '', project: '', status: undefined, page: 0, run: '' }) : undefined
                }
                empty={
                  <EmptyState
                    icon={icon}
                    title="No executions yet"
                    action={
                      <Button component={Link} to={orchestrationPaths.projects}>
                        Open projects
                      </Button>
                    }
                  >
                    Run a workflow to see its execution here.
                  </EmptyState>
                }
                table={(rows, none) =>
                  rows === undefined ? (
                    <BlankLines count={6} line={53} />
                  ) : rows.length === 0 ? (
                    none
                  ) : (
                    <ExecutionList
                      runs={rows}
                      chosen={chosen}
                      onChoose={(runId) => setSearch({ run: runId }, { push: run === '' })}
                    />
                  )
                }
              />
            </div>
          }
          detail={chosen === undefined ? null : <ExecutionDetail runId={chosen} />}
        />
      </div>
    </Page>
  );
}
