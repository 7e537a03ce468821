import { ActionIcon, Button, Select, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ExecutionSummary, runStatusSchema, type StepSummary } from '@touchstone/contracts';
import { ArrowDownNarrowWide, ListOrdered, ListX } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { z } from 'zod';
import { formatCount } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Late, Problem } from '../../../ui/page.tsx';
import { SplitPane } from '../../../ui/split-pane.tsx';
import { executionQuery } from '../api/executions.queries.ts';
import { projectQuery } from '../api/projects.queries.ts';
import { useLiveRun } from '../api/run-events.ts';
import { FilterInput } from '../components/filter-input.tsx';
import classes from '../components/report.module.css';
import { ReportHeader } from '../components/report-header.tsx';
import { StepDetailPane } from '../components/step-detail-pane.tsx';
import { StepList } from '../components/step-list.tsx';
import { arrangeSteps, firstFailure } from '../model/step-list.ts';
import { useCanWrite } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

const searchSchema = z.object({
  status: runStatusSchema.optional().catch(undefined),
  suite: z.string().optional().catch(undefined),
  q: z.string().catch('').default(''),
  sort: z.enum(['failed', 'plan']).catch('failed').default('failed'),
  step: z.string().optional().catch(undefined),
});

export function ReportPage() {
  const { runId = '' } = useParams();
  const run = useQuery(executionQuery(runId));
  if (run.data) return <Report key={runId} run={run.data} />;
  if (run.isError) return <Problem error={run.error} onRetry={() => void run.refetch()} />;
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
  const [search, setSearch] = useSearchState(searchSchema);
  const project = useQuery(projectQuery(run.projectId)).data;
  const canWrite = useCanWrite(project);
  const { sort, status, suite, q: text } = search;
  const items = useMemo(
    () => arrangeSteps(view.steps, view.counts.total, { sort, status, suite, text }),
    [view.steps, view.counts.total, sort, status, suite, text],
  );

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
  const toggleSort = () => setSearch({ sort: sort === 'failed' ? 'plan' : 'failed' });
  useHotkey('failedFirst', toggleSort);
  const loading = view.loaded < view.counts.total;
  const filtering = Boolean(status || suite || text);

  return (
    <div style={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      <title>{`${run.name} · ${view.executionStatus} · Touchstone`}</title>
      <ReportHeader
        run={run}
        live={live}
        canWrite={canWrite}
        status={status}
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
            ? 'The suites of this run hold no scripts.'
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
              <div style={{ display: 'flex', flexDirection: 'column', height: '100%', background: 'var(--surface)' }}>
                <div className={classes.listBar}>
                  <div className="grow">
                    <FilterInput
                      label="Filter steps"
                      value={text}
                      onChange={(next) => setSearch({ q: next })}
                      width={200}
                    />
                  </div>
                  {run.suites.length > 1 ? (
                    <Select
                      w={150}
                      aria-label="Suite"
                      placeholder="All suites"
                      clearable
                      data={run.suites.map((item) => ({ value: item.suiteId, label: item.suiteName }))}
                      value={suite ?? null}
                      onChange={(value) => setSearch({ suite: value ?? undefined })}
                    />
                  ) : null}
                  <Tooltip
                    label={
                      sort === 'failed'
                        ? 'Failed first; switch to the order of the plan'
                        : 'In the order of the plan; switch to failed first'
                    }
                  >
                    <ActionIcon
                      variant="default"
                      aria-label="Failed first"
                      aria-pressed={sort === 'failed'}
                      onClick={toggleSort}
                    >
                      {sort === 'failed' ? <ArrowDownNarrowWide size={15} /> : <ListOrdered size={15} />}
                    </ActionIcon>
                  </Tooltip>
                </div>
                {items.length > 0 ? (
                  <StepList
                    items={items}
                    steps={view.steps}
                    selectedId={selected?.stepId}
                    onSelect={select}
                    showSuite={sort === 'failed' && run.suites.length > 1}
                  />
                ) : (
                  <EmptyState
                    icon={<ListX size={20} />}
                    title="No step matches"
                    action={
                      <Button
                        variant="default"
                        onClick={() => setSearch({ q: '', status: undefined, suite: undefined })}
                      >
                        Clear the filter
                      </Button>
                    }
                  >
                    {loading ? 'Steps are still being read.' : 'No step of this run fits the filter.'}
                  </EmptyState>
                )}
                <div className={`${classes.foot} num`}>
                  {filtering ? `${formatCount(items.filter((item) => item.kind === 'step').length)} of ` : ''}
                  {formatCount(view.counts.total)} steps
                  {loading ? ` · reading, ${formatCount(view.loaded)} so far` : ''}
                </div>
              </div>
            }
            second={
              <div style={{ height: '100%', background: 'var(--surface)' }}>
                {selected ? (
                  <StepDetailPane runId={run.runId} projectId={run.projectId} step={selected} />
                ) : (
                  <EmptyState title="No step chosen">
                    {view.completed
                      ? 'Choose a step to see what was sent and what came back.'
                      : 'Choose a step, or wait: the first failure opens by itself.'}
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
