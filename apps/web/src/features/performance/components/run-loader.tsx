import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Late, Problem } from '../../../ui/page.tsx';
import { projectQuery, useCanWrite } from '../../api-testing/index.ts';
import { performanceReportQuery } from '../api/performance.queries.ts';
import { performancePaths } from '../paths.ts';
import { Comparison } from './comparison.tsx';
import { RunBoard } from './run-board.tsx';

const searchSchema = z.object({ base: z.string().catch('').default('') });

const toReports = { label: 'Performance Reports', path: performancePaths.dashboard() };

/** RunLoader loads a run and shows its board; once it has ended, compared with the baseline in the address. */
export function RunLoader({ runId }: { runId: string }) {
  const [{ base }, setSearch] = useSearchState(searchSchema);
  const report = useQuery(performanceReportQuery(runId));
  const projectId = report.data?.run.projectId;
  const project = useQuery({ ...projectQuery(projectId ?? ''), enabled: projectId !== undefined }).data;
  const canWrite = useCanWrite(project);
  if (report.isError && !report.data)
    return <Problem error={report.error} onRetry={() => void report.refetch()} back={toReports} />;
  if (!report.data)
    return (
      <Late>
        <p className="dim" style={{ padding: 16 }}>
          Loading the run…
        </p>
      </Late>
    );
  const { run, configuration } = report.data;
  return (
    <RunBoard report={report.data} canWrite={canWrite}>
      <Comparison
        run={run}
        baseRunId={base || configuration.baselineRunId}
        onBase={(chosen) => setSearch({ base: chosen ?? '' })}
      />
    </RunBoard>
  );
}
