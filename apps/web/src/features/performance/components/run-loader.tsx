import { useQuery } from '@tanstack/react-query';
import type { PerformanceReport } from '@touchstone/contracts';
import type { ReactNode } from 'react';
import { Late, Problem } from '../../../ui/page.tsx';
import { projectQuery, useCanWrite } from '../../api-testing/index.ts';
import { performanceReportQuery } from '../api/performance.queries.ts';
import { RunBoard } from './run-board.tsx';

interface Props {
  runId: string;
  after?: (report: PerformanceReport) => ReactNode;
}

/** RunLoader reads a run and shows its board. */
export function RunLoader({ runId, after }: Props) {
  const report = useQuery(performanceReportQuery(runId));
  const projectId = report.data?.run.projectId;
  const project = useQuery({ ...projectQuery(projectId ?? ''), enabled: projectId !== undefined }).data;
  const canWrite = useCanWrite(project);
  if (report.data) return <RunBoard report={report.data} canWrite={canWrite} after={after?.(report.data)} />;
  if (report.isError) return <Problem error={report.error} onRetry={() => void report.refetch()} />;
  return (
    <Late>
      <p className="dim" style={{ padding: 16 }}>
        Loading the run…
      </p>
    </Late>
  );
}
