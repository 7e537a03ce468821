import { useQuery } from '@tanstack/react-query';
import type { RunAnswer } from '@touchstone/contracts/runs';
import { Loaded } from '../../../ui/loaded.tsx';
import { useLiveRun } from '../api/live-run.ts';
import { runQuery } from '../api/runs.queries.ts';
import { StepTree } from './step-tree.tsx';

/** RunSteps shows the steps of a run, live while in progress. */
export function RunSteps({ runId }: { runId: string }) {
  const run = useQuery(runQuery(runId));
  return <Loaded query={run}>{(found) => <Steps run={found} />}</Loaded>;
}

function Steps({ run }: { run: RunAnswer }) {
  useLiveRun(run);
  return <StepTree runId={run.runId} />;
}
