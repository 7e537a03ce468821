import type { Runs } from '../../runs/index.ts';
import type { ChildRun, FlowAttempt } from '../domain/flow-kind.ts';

/**
 * startChild starts the run of an attempt, unless it exists. Its end arrives through the inbox. It belongs to the
 * workspace in its plan, or to the workflow's.
 */
export async function startChild(
  runs: Runs,
  { organizationId, projectId, caller, stepId, runId: parentRunId, signal }: FlowAttempt,
  { runId, plan }: { runId: string; plan: () => Promise<ChildRun & { projectId?: string }> },
): Promise<void> {
  const parent = { runId: parentRunId, ...(stepId && { stepId }) };
  const user = { userId: caller.userId, name: caller.name };
  const exists = async () => (await runs.listByIds(organizationId, [runId])).length > 0;
  if (await exists()) return;
  const planned = await plan();
  if (signal.aborted) return;
  try {
    await runs.enqueue({ projectId, ...planned, runId, organizationId, user, parent });
  } catch (error) {
    if (!(await exists())) throw error;
  }
}
