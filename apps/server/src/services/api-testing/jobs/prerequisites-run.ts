import { runPrerequisitesSchema } from '@touchstone/contracts/api-testing';
import { createHttpSession, type HttpSessionState } from '@touchstone/engine-http';
import type { Platform } from '../../../platform/platform.ts';
import type { RunContext, RunKind } from '../../runs/index.ts';
import { dynamicOptions, openCertificates, openScopes, sessionOptions } from '../../workspaces/index.ts';
import type { AssertWithinLimit } from '../app/executions/execution-limit.ts';
import { prerequisitesKind } from '../app/prerequisites/prerequisites.ts';
import { executionStatusOf } from '../domain/executions/execution-status.ts';
import { functionalDocument } from '../domain/executions/execution-summary.ts';
import type { FunctionalPlan } from '../domain/executions/functional-plan.ts';
import { presentStep } from '../domain/stored-step.ts';
import { PrerequisiteRunner, type PrerequisiteServices } from './prerequisite-runner.ts';

/** createPrerequisitesRun returns the executor of standalone prerequisites: one after the other, until one fails. */
export function createPrerequisitesRun(
  platform: Platform,
  services: PrerequisiteServices,
  start: Pick<RunKind, 'open' | 'plan'> & { assertWithinLimit: AssertWithinLimit },
): RunKind {
  return {
    open: start.open,
    plan: start.plan,
    kind: prerequisitesKind,
    title: 'Prerequisites',
    service: 'api-testing',
    input: runPrerequisitesSchema,
    link: null,
    executionStatus: executionStatusOf,
    async retry(run) {
      await start.assertWithinLimit(run);
      return { onlyFailed: true };
    },
    present: presentStep,
    report: functionalDocument,
    execute: (context) => execute(platform, services, context),
  };
}

async function execute(platform: Platform, services: PrerequisiteServices, context: RunContext): Promise<void> {
  const plan = context.plan as FunctionalPlan;
  const { scopes, secrets } = openScopes(platform, plan.scopes);
  const session = createHttpSession({
    ...sessionOptions(platform, context),
    ...openCertificates(platform, plan.certificates),
    ...(await dynamicOptions(plan.dynamicNames)),
    scopes,
    owner: { organizationId: context.organizationId, userId: context.createdBy },
    ...(context.checkpoint ? { state: context.checkpoint as HttpSessionState } : {}),
  });
  const prerequisites = new PrerequisiteRunner({ platform, services, context, session, scopes: plan.scopes, secrets });
  context.keepState(() => ({ ...session.state(), prerequisites: prerequisites.state() }));
  try {
    for await (const step of context.openSteps())
      if (prerequisites.endsBefore(step) || !(await prerequisites.run(step))) return;
  } finally {
    await session.close();
  }
}
