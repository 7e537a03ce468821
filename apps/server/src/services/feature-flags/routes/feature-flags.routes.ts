import { featureFlagRoutes as calls, type EvaluatedFlag } from '@touchstone/contracts/feature-flags';
import { AppError } from '@touchstone/kernel';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Flags } from '../app/flags.ts';
import type { TargetingContext } from '../domain/flags.ts';
import { contextOfCall, contextOfPerson } from '../domain/targeting-context.ts';
import { featureFlagErrors } from '../errors.ts';

/** Evaluates flags in a context through OpenFeature. */
export interface Evaluate {
  all(context: TargetingContext): Promise<EvaluatedFlag[]>;
  one(key: string, context: TargetingContext): Promise<EvaluatedFlag | undefined>;
}

export function addFeatureFlagRoutes(
  registrar: Registrar,
  needs: { flags: Flags; evaluate: Evaluate; isFirstLogin: (userId: string) => Promise<boolean> },
): void {
  const { flags, evaluate, isFirstLogin } = needs;
  const contextOf = async (caller: Caller, { headers }: FastifyRequest, service: string | undefined) => ({
    ...contextOfPerson({ ...caller, firstLogin: await isFirstLogin(caller.userId) }),
    ...contextOfCall({
      address: caller.address,
      service,
      userAgent: headers['user-agent'],
      acceptLanguage: headers['accept-language'],
    }),
  });
  registrar.add(calls.evaluateFlags, async ({ caller, request, body }) => ({
    flags: await evaluate.all(await contextOf(caller, request, body.context?.service)),
  }));
  registrar.add(calls.evaluateFlag, async ({ caller, request, body, params }) => {
    const flag = await evaluate.one(params.key, await contextOf(caller, request, body.context?.service));
    if (!flag) throw new AppError(featureFlagErrors.notFound);
    return flag;
  });
  registrar.add(calls.listFlags, () => flags.list());
  registrar.add(calls.updateFlag, ({ caller, body }) => flags.update(caller, body));
  registrar.add(calls.previewFlag, ({ body }) => flags.preview(body));
}
