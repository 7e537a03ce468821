import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ExecutionSummary } from '@touchstone/contracts/api-testing';
import { runTitle } from '@touchstone/contracts/runs';
import { ListX } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Problem } from '../../../ui/page.tsx';
import { executionQuery } from '../api/executions.queries.ts';
import { projectQuery } from '../api/projects.queries.ts';
import { useLiveRun } from '../api/run-events.ts';
import classes from '../components/report/report.module.css';
import { ReportHeader } from '../components/report/report-header.tsx';
import { ReportSkeleton } from '../components/report/report-skeleton.tsx';
import { ReportSteps } from '../components/report/report-steps.tsx';
import { reportSearchSchema } from '../components/report/step-list-pane.tsx';
import { useCanWrite } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

const toReports = { label: 'Report Dashboard', path: apiTestingPaths.reports() };

export function ReportPage() {
  const { runId = '' } = useParams();
  const run = useQuery(executionQuery(runId));
  if (run.data) return <Report key={runId} run={run.data} />;
  if (run.isError) return <Problem error={run.error} onRetry={() => void run.refetch()} back={toReports} />;
  return <ReportSkeleton />;
}

function Report({ run }: { run: ExecutionSummary }) {
  const live = useLiveRun(run);
  const { view } = live;
  const [search, setSearch] = useSearchState(reportSearchSchema);
  const project = useQuery(projectQuery(run.projectId)).data;
  const canWrite = useCanWrite(project);
  return (
    <div className={classes.report}>
      <title>{`${runTitle(run)} · ${view.executionStatus} · Touchstone`}</title>
      <ReportHeader
        run={run}
        live={live}
        canWrite={canWrite}
        status={search.status}
        onStatus={(next) => setSearch({ status: next })}
      />
      {live.error ? <Problem error={live.error} onRetry={() => window.location.reload()} /> : null}
      {view.counts.total === 0 ? (
        <EmptyState
          icon={<ListX size={20} />}
          title={view.completed ? 'No Test Cases' : 'Waiting for the first step'}
          action={
            view.completed ? (
              <Button variant="default" component={Link} to={apiTestingPaths.suites(run.projectId)}>
                Open test suites
              </Button>
            ) : null
          }
        >
          {view.completed
            ? 'The suites in this run have no scripts.'
            : 'The run is planned and starts as soon as a runner is free.'}
        </EmptyState>
      ) : (
        <div className={classes.steps}>
          <ReportSteps run={run} view={view} canWrite={canWrite} search={search} onSearch={setSearch} />
        </div>
      )}
      <div className="visually-hidden" role="status" aria-live="polite">
        {view.completed
          ? `Run finished: ${view.executionStatus}. ${view.counts.failed} failed, ${view.counts.error} errors, ${view.counts.passed} passed.`
          : ''}
      </div>
    </div>
  );
}
