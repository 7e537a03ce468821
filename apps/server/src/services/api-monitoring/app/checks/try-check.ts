import type { CheckOutcome, MonitorDefinition } from '@touchstone/contracts/api-monitoring';
import { AppError } from '@touchstone/kernel';
import type { Actor } from '../../../workspaces/index.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { defaultRules } from '../monitors/create-monitors.ts';
import type { AssertChecked } from '../monitors/monitor-values.ts';
import type { Open } from '../open.ts';
import type { MakeCheck } from './make-check.ts';

/** createTryCheck checks an unsaved definition once; stores nothing. */
export function createTryCheck({
  open,
  makeCheck,
  assertChecked,
}: {
  open: Open;
  makeCheck: MakeCheck;
  assertChecked: AssertChecked;
}) {
  return async function tryCheck(
    caller: Actor,
    input: { projectId: string; definition: MonitorDefinition; environmentId: string | null; timeoutMs: number },
    signal: AbortSignal,
  ): Promise<CheckOutcome> {
    const { projectId, definition, environmentId, timeoutMs } = input;
    await open.project(caller, projectId, 'edit');
    if (['api-suite', 'workflow', 'heartbeat'].includes(definition.kind))
      throw new AppError(apiMonitoringErrors.notTried);
    const schedule = { type: 'interval', everySeconds: 60 } as const;
    await assertChecked(caller, { projectId, definition, environmentId, schedule, rules: defaultRules });
    const place = { organizationId: caller.organizationId, projectId, environmentId };
    return makeCheck({ place, definition, owner: async () => caller, timeoutMs, signal });
  };
}
/** TryCheck checks an unsaved definition once. */
export type TryCheck = ReturnType<typeof createTryCheck>;
