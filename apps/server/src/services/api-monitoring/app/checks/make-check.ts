import type { CheckOutcome, MonitorDefinition } from '@touchstone/contracts/api-monitoring';
import { type Check, probe } from '@touchstone/engine-probe';
import { AppError } from '@touchstone/kernel';
import { isFailedStatement, outageOf } from '../../../../platform/database/outage.ts';
import { platformErrors } from '../../../../platform/errors.ts';
import type { ApiTesting } from '../../../api-testing/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { maskedOutcome } from '../../domain/masked-outcome.ts';
import { scriptOutcome } from '../../domain/script-outcome.ts';
import { type ProbedDefinition, plainOutcome, soapRequest } from '../../domain/to-check.ts';
import type { CheckContexts } from './check-context.ts';

/** The input of a check. */
export interface CheckOrder {
  place: { organizationId: string; projectId: string; environmentId: string | null };
  definition: MonitorDefinition;
  owner: () => Promise<Actor>;
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * createMakeCheck makes one check in this process, of any kind except suites, workflows and heartbeats. Throws only
 * while the database is away.
 */
export function createMakeCheck({
  contexts,
  apiTesting: { scriptTargets },
}: {
  contexts: CheckContexts;
  apiTesting: Pick<ApiTesting, 'scriptTargets'>;
}) {
  const sendScript = async ({
    definition,
    place,
    owner,
    timeoutMs,
    signal,
  }: CheckOrder & { definition: { kind: 'api-script' } }): Promise<CheckOutcome> => {
    const startedAt = performance.now();
    const limit = AbortSignal.timeout(timeoutMs);
    const { scriptId } = definition as Extract<MonitorDefinition, { kind: 'api-script' }>;
    const script = { scriptId, environmentId: place.environmentId };
    const detail = await scriptTargets.send(await owner(), script, AbortSignal.any([signal, limit]));
    if (detail.status === 'cancelled' && limit.aborted) {
      const message = `The script did not end within ${timeoutMs / 1000} s.`;
      return plainOutcome('DOWN', 'TIMEOUT', message, performance.now() - startedAt);
    }
    return scriptOutcome(detail);
  };

  return async function makeCheck(order: CheckOrder): Promise<CheckOutcome> {
    const { definition, place, owner, timeoutMs, signal } = order;
    try {
      if (definition.kind === 'api-script') return await sendScript({ ...order, definition });
      const context = await contexts.contextFor(place, definition, owner);
      const found = await probe(toCheck(definition as ProbedDefinition), {
        timeoutMs,
        signal,
        session: context.session,
      });
      return maskedOutcome(found, context.secrets);
    } catch (error) {
      if (outageOf(error)) throw error;
      // A failure of the product itself says nothing about the target.
      if (error instanceof AppError && error.status < 500) return plainOutcome('UNKNOWN', error.code, error.message);
      if (isFailedStatement(error)) return plainOutcome('UNKNOWN', 'INTERNAL', platformErrors.internal.message);
      const reason = error instanceof Error ? error.message : String(error);
      return plainOutcome('UNKNOWN', 'INTERNAL', `The check could not be made: ${reason}`);
    }
  };
}
/** MakeCheck makes one check in this process. */
export type MakeCheck = ReturnType<typeof createMakeCheck>;

const toCheck = (definition: ProbedDefinition): Check =>
  (definition.kind === 'soap' ? soapRequest(definition) : definition) as Check;
