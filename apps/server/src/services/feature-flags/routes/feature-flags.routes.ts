import { featureFlagRoutes as calls, type EvaluatedFlag } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Flags } from '../app/flags.ts';
import type { TargetingContext } from '../domain/flags.ts';
import { featureFlagErrors } from '../errors.ts';

/** Evaluate asks OpenFeature for flags in a context. */
export interface Evaluate {
  all(context: TargetingContext): Promise<EvaluatedFlag[]>;
  one(key: string, context: TargetingContext): Promise<EvaluatedFlag | undefined>;
}

export function addFeatureFlagRoutes(
  registrar: Registrar,
  needs: { flags: Flags; evaluate: Evaluate; isFirstLogin: (userId: string) => Promise<boolean> },
): void {
  const { flags, evaluate, isFirstLogin } = needs;
  const contextOf = async (caller: Caller, request: FastifyRequest, service: string | undefined) => ({
    ...{ key: caller.userId, name: caller.name, email: caller.email, role: caller.role },
    ...{ organization: caller.organizationName, subscription: caller.plan },
    firstTimeUser: String(await isFirstLogin(caller.userId)),
    bot: String(/bot|crawl|spider|headless/i.test(request.headers['user-agent'] ?? '')),
    language: (request.headers['accept-language'] ?? '').split(/[,;]/)[0]?.trim() ?? '',
    ip: caller.address || 'Failed to capture IP Address',
    ...(service && { service }),
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
}
