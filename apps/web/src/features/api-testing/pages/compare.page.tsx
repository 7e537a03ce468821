import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { executionQuery } from '../api/executions.queries.ts';
import { lastGreenQuery } from '../api/outcomes.queries.ts';
import { ComparisonResults, shownSteps } from '../components/report/comparison-results.tsx';
import { RunPicker } from '../components/report/run-picker.tsx';
import classes from '../components/report/step-comparison.module.css';
import { ProjectGate } from '../components/workspace/project-gate.tsx';
import { apiTestingPaths, lastGreen } from '../paths.ts';

const searchSchema = z.object({
  base: z.string().catch('').default(''),
  current: z.string().catch('').default(''),
  show: z.enum(shownSteps).catch('differing').default('differing'),
});

/**
 * ComparePage compares two finished runs of a workspace; `last-green` as the base is the last green run before the
 * other one.
 */
export function ComparePage() {
  const [{ base, current }] = useSearchState(searchSchema);
  const known = current || (base === lastGreen ? '' : base);
  const run = useQuery({ ...executionQuery(known), enabled: known !== '' });
  if (!known)
    return <ProjectGate title="Compare runs">{({ projectId }) => <Comparison projectId={projectId} />}</ProjectGate>;
  if (run.data) return <Comparison projectId={run.data.projectId} />;
  return (
    <Page title="Compare runs">
      {run.isError ? (
        <Problem
          error={run.error}
          onRetry={() => void run.refetch()}
          back={{ label: 'Report Dashboard', path: apiTestingPaths.reports() }}
        />
      ) : null}
    </Page>
  );
}

function Comparison({ projectId }: { projectId: string }) {
  const [{ base, current, show }, setSearch] = useSearchState(searchSchema);
  const wantsGreen = base === lastGreen;
  const green = useQuery({ ...lastGreenQuery(current), enabled: wantsGreen && current !== '' });
  const named = useQuery({ ...executionQuery(base), enabled: base !== '' && !wantsGreen }).data;
  const before = wantsGreen ? (green.data ?? undefined) : named;
  const after = useQuery({ ...executionQuery(current), enabled: current !== '' }).data;
  return (
    <Page title="Compare runs">
      <div className={classes.pickers}>
        <div>
          <RunPicker
            label="Before"
            projectId={projectId}
            value={before}
            onChange={(runId) => setSearch({ base: runId })}
          />
          <OpenReport label="Before" run={before} />
        </div>
        <div>
          <RunPicker
            label="After"
            projectId={projectId}
            value={after}
            onChange={(runId) => setSearch({ current: runId })}
          />
          <OpenReport label="After" run={after} />
        </div>
      </div>
      {green.isError ? <Problem error={green.error} onRetry={() => void green.refetch()} /> : null}
      {wantsGreen && green.data === null ? (
        <EmptyState title="No green run yet">
          No earlier run of the same suites in the same environment passed. Choose another run to compare with.
        </EmptyState>
      ) : null}
      {base === '' || current === '' ? (
        <EmptyState title="Choose two runs">Find finished runs by name, number, label or commit.</EmptyState>
      ) : null}
      {before && after ? (
        <ComparisonResults
          key={`${before.runId} ${after.runId}`}
          baseRunId={before.runId}
          runId={after.runId}
          show={show}
          onShow={(next) => setSearch({ show: next })}
        />
      ) : null}
    </Page>
  );
}

/** Link to the report of a selected run; reserves its line before. */
function OpenReport({ label, run }: { label: string; run: { runId: string } | undefined }) {
  return (
    <p className={classes.open}>
      {run ? (
        <Link className="link" to={apiTestingPaths.report(run.runId)} aria-label={`Open report: ${label}`}>
          Open report
        </Link>
      ) : null}
    </p>
  );
}
