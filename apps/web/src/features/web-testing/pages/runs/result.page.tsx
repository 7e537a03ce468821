import { useQuery } from '@tanstack/react-query';
import { type RunAnswer, runTitle } from '@touchstone/contracts/runs';
import { runTargetTitle, type ScriptStepResult, type TestReport } from '@touchstone/contracts/web-testing';
import { ListChecks } from 'lucide-react';
import { Link } from 'react-router';
import { z } from 'zod';
import { formatDuration } from '../../../../shared/format.ts';
import { useSearchState } from '../../../../shared/use-search-state.ts';
import { SegmentedBar } from '../../../../ui/chart/segmented-bar.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page, Problem } from '../../../../ui/page.tsx';
import { ListDetail } from '../../../../ui/panes/list-detail.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { isFinal, RunActions, runQuery, useLiveRun } from '../../../runs/index.ts';
import { reportQuery, resultsQuery } from '../../api/executions.ts';
import { projectQuery } from '../../api/projects.ts';
import { HealedNotice } from '../../components/healing/healed-notice.tsx';
import { UnitRecording } from '../../components/recordings/unit-recording.tsx';
import { ChosenRun } from '../../components/results/chosen-run.tsx';
import { OneTimeCode } from '../../components/results/one-time-code.tsx';
import { ResultList } from '../../components/results/result-list.tsx';
import classes from '../../components/results/results.module.css';
import { RunMeasures } from '../../components/results/run-measures.tsx';
import { StepFilters } from '../../components/results/step-filters.tsx';
import { StepResult } from '../../components/results/step-result.tsx';
import { shownPath } from '../../model/shown-path.ts';
import { useCanWrite } from '../../model/use-may.ts';
import { webTestingPaths } from '../../paths.ts';

const title = 'Final report';
const searchSchema = z.object({
  step: z.string().catch('').default(''),
  show: z.enum(['', 'failed']).catch('').default(''),
  target: z.string().catch('').default(''),
});

/**
 * ResultPage is the report of a run of web scripts: live during the run, then each step with the expected and actual
 * value.
 */
export function ResultPage() {
  return (
    <ChosenRun
      title={title}
      icon={<ListChecks size={20} />}
      hint="A report belongs to a run. Open one from the runs of a project."
    >
      {(id) => <Found key={id} id={id} />}
    </ChosenRun>
  );
}

/** Everything on the page appears together, so that nothing moves. */
function Found({ id }: { id: string }) {
  const run = useQuery(runQuery(id));
  const report = useQuery({ ...reportQuery(id), enabled: run.isSuccess });
  const results = useQuery({ ...resultsQuery(id), enabled: run.isSuccess });
  const project = useQuery({ ...projectQuery(run.data?.projectId ?? ''), enabled: run.isSuccess });
  const canWrite = useCanWrite(project.data);
  if (run.data && report.data && results.data && (project.data || project.isError))
    return <Report run={run.data} report={report.data} steps={results.data} canWrite={canWrite} />;
  return (
    <Page title={title}>
      <Loaded query={run} back={{ label: 'Projects', path: webTestingPaths.projects }}>
        {() => <Loaded query={report}>{() => <Loaded query={results}>{() => null}</Loaded>}</Loaded>}
      </Loaded>
    </Page>
  );
}

interface ReportProps {
  run: RunAnswer;
  report: TestReport;
  steps: readonly ScriptStepResult[];
  canWrite: boolean;
}

function Report({ run, report, steps, canWrite }: ReportProps) {
  const { runId, status, executionStatus } = run;
  const live = useLiveRun(run);
  return (
    <Page
      title={runTitle(run)}
      documentTitle={`${runTitle(run)} · ${executionStatus}`}
      actions={<RunActions run={run} canWrite={canWrite} />}
    >
      <div className={classes.screen}>
        <div className={classes.head}>
          <div className="row wraps">
            <StatusLabel status={status}>{executionStatus}</StatusLabel>
            <RunWith report={report} />
            <span className="dim">by {run.startedBy}</span>
            <RelativeTime at={run.createdAt} />
            <span className="num">{formatDuration(run.durationMs)}</span>
            {isFinal(status) ? null : (
              <Link className="link" to={webTestingPaths.preview(runId)}>
                Watch
              </Link>
            )}
          </div>
          <SegmentedBar counts={run.counts} />
          {status === 'queued' && report.infrastructure ? (
            <p className="dim" style={{ margin: 0 }}>
              Waits for a runner with the label “{report.infrastructure}”.
            </p>
          ) : null}
          <HealedNotice runId={runId} steps={steps} />
          <RunMeasures runId={runId} steps={steps} />
          {run.message ? <p className={classes.message}>{run.message}</p> : null}
          {canWrite && !isFinal(status) ? <OneTimeCode runId={runId} /> : null}
        </div>
        {live.error ? <Problem error={live.error} onRetry={() => window.location.reload()} /> : null}
        <Steps run={run} steps={steps} report={report} canWrite={canWrite} />
      </div>
      <div className="visually-hidden" role="status" aria-live="polite">
        {isFinal(status) ? `Run finished: ${executionStatus}` : ''}
      </div>
    </Page>
  );
}

function RunWith({ report }: { report: TestReport }) {
  const { targets, environmentName, isDryRun, scripts } = report;
  return (
    <>
      <span className="num">{targets.map(runTargetTitle).join(', ')}</span>
      {environmentName ? <span className="dim">{environmentName}</span> : null}
      {isDryRun ? <span className="dim">Dry run</span> : null}
      {scripts.length === 1 && scripts[0] ? (
        <Link className="link" to={webTestingPaths.steps(scripts[0].scriptUUID)}>
          Open script
        </Link>
      ) : null}
    </>
  );
}

const isFailed = ({ status }: ScriptStepResult) => status === 'failed' || status === 'error';

type StepsProps = ReportProps;

function Steps({ run, steps: all, report, canWrite }: StepsProps) {
  const [{ step: wanted, show, target }, setSearch] = useSearchState(searchSchema);
  const steps = target === '' ? all : all.filter((step) => String(step.target) === target);
  const failed = steps.filter(isFailed);
  const shown = show === 'failed' ? failed : steps;
  const chosen =
    steps.find(({ stepId }) => stepId === wanted) ?? (isFinal(run.status) ? (failed[0] ?? steps[0]) : undefined);
  const recording = chosen?.unit == null ? undefined : report.recordings.find(({ unit }) => unit === chosen.unit);
  return (
    <ListDetail
      listWidth={520}
      listName="Steps"
      isOpen={wanted !== ''}
      onBack={() => setSearch({ step: '' })}
      list={
        <>
          <StepFilters
            targets={report.targets}
            all={steps.length}
            failed={failed.length}
            value={{ show, target }}
            onChange={setSearch}
          />
          <ResultList
            steps={shown}
            pathOf={(step) => shownPath(step, report, target !== '')}
            chosen={chosen?.stepId}
            onChoose={(stepId) => setSearch({ step: stepId })}
          />
        </>
      }
      detail={
        <div className={classes.detail} data-tour="step-result">
          {chosen ? (
            <>
              <h2>{chosen.title}</h2>
              <StepResult key={chosen.stepId} runId={run.runId} result={chosen} canWrite={canWrite} />
              {recording ? (
                <UnitRecording
                  key={recording.unit}
                  runId={run.runId}
                  recording={recording}
                  steps={all}
                  chosen={chosen}
                  onChoose={(stepId) => setSearch({ step: stepId })}
                />
              ) : null}
            </>
          ) : (
            <p className="dim">Results appear here as the run goes on.</p>
          )}
        </div>
      }
    />
  );
}
