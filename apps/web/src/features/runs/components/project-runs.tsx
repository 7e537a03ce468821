import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../ui/loaded.tsx';
import { runsQuery } from '../api/runs.queries.ts';
import { RunTable } from './run-table.tsx';

/** ProjectRuns lists the latest runs of a project, of any kind. */
export function ProjectRuns({ projectId, size = 10 }: { projectId: string; size?: number }) {
  return (
    <Loaded
      query={useQuery(runsQuery({ projectId, page: 0, size }))}
      empty="No runs yet"
      isEmpty={({ content }) => content.length === 0}
    >
      {({ content }) => <RunTable label="Runs" runs={content} />}
    </Loaded>
  );
}
