import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ExecutionSummary, StepSummary } from '@touchstone/contracts/api-testing';
import { runTitle } from '@touchstone/contracts/runs';
import { ListX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Late, Problem } from '../../../ui/page.tsx';
import { SplitPane } from '../../../ui/split-pane.tsx';
import { executionQuery } from '../api/executions.queries.ts';
import { projectQuery } from '../api/projects.queries.ts';
import { useLiveRun } from '../api/run-events.ts';
import { ReportHeader } from '../components/report/report-header.tsx';
import { StepDetailPane } from '../components/report/step-detail-pane.tsx';
import { reportSearchSchema, StepListPane } from '../components/report/step-list-pane.tsx';
import { firstFailure } from '../model/run/step-list.ts';
import { useCanWrite } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

const toReports = { label: 'Report Dashboard', path: apiTestingPaths.reports() };

export function ReportPage() {
  const { runId = '' } = useParams();
  const run = useQuery(executionQuery(runId));
  if (run.data) return <Report key={runId} run={run.data} />;
  if (run.isError) return <Problem error={run.error} onRetry={() => void run.refetch()} back={toReports} />;
  return (
    <Late>
      <p className="dim" style={{ padding: 16 }}>
        Loading the report…
      </p>
    </Late>
  );
}

function Report({ run }: { run: ExecutionSummary }) {
  const live = useLiveRun(run);
  const { view } = live;
  const [search, setSearch] = useSearchState(reportSearchSchema);
  const project = useQuery(projectQuery(run.projectId)).data;
  const canWrite = useCanWrite(project);
  // The first failure opens by itself once; afterwards the selection belongs to the user and nothing moves it.
  const [opened, setOpened] = useState<string | undefined>(search.step);
  const failure = opened === undefined ? firstFailure(view.steps) : undefined;
  useEffect(() => {
    if (failure) setOpened(failure.stepId);
  }, [failure]);
  const fallback = view.completed ? view.steps.find((step) => step !== undefined) : undefined;
  const selected = opened ? view.steps.find((step) => step?.stepId === opened) : fallback;
  const select = (step: StepSummary) => {
    setOpened(step.stepId);
    setSearch({ step: step.stepId });
  };
  return (
    <div style={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
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
        <div className="grow" style={{ minHeight: 0 }}>
          <SplitPane
            id="report"
            label="Width of the step list"
            direction="row"
            initial={42}
            first={
              <StepListPane
                run={run}
                view={view}
                search={search}
                onSearch={setSearch}
                selectedId={selected?.stepId}
                onSelect={select}
              />
            }
            second={
              <div style={{ height: '100%', background: 'var(--surface)' }} data-tour="step-detail">
                {selected ? (
                  <StepDetailPane runId={run.runId} projectId={run.projectId} step={selected} />
                ) : (
                  <EmptyState title="No step chosen">
                    {view.completed
                      ? 'Choose a step to see what was sent and what came back.'
                      : 'Choose a step, or wait: the first failure opens automatically.'}
                  </EmptyState>
                )}
              </div>
            }
          />
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
