import type { ScriptAuthentication, StepSummary } from '@touchstone/contracts';
import { createHttpSession, type HttpSessionState, type HttpStep, runSteps } from '@touchstone/engine-http';
import { createMask, recordHttpStep, summaryOf } from '@touchstone/report';
import type { Platform } from '../../../platform/platform.ts';
import type { OpenStep, RunContext, RunKind } from '../../runs/index.ts';
import { functionalKind } from '../app/run-suites.ts';
import { executionStatusOf } from '../domain/execution-status.ts';
import type { FunctionalPlan, PlannedHttpStep } from '../domain/functional-plan.ts';
import {
  dynamicOptions,
  openCertificates,
  openScopes,
  secretsOf,
  sessionOptions,
  storeBodyOf,
} from './session-options.ts';

/** createFunctionalRun executes functional runs with the engine `http`. */
export function createFunctionalRun(platform: Platform): RunKind {
  return {
    kind: functionalKind,
    executionStatus: executionStatusOf,
    execute: (context) => execute(platform, context),
  };
}

async function execute(platform: Platform, context: RunContext): Promise<void> {
  const plan = context.plan as FunctionalPlan;
  const { scopes, secrets } = openScopes(platform, plan.scopes);
  const maskOfRun = createMask(secrets);
  const open = new Map<string, { step: OpenStep; mask: (text: string) => string }>();
  const session = createHttpSession({
    ...sessionOptions(platform, context),
    ...openCertificates(platform, plan.certificates),
    ...(await dynamicOptions(plan.dynamicNames)),
    scopes,
    ...(context.checkpoint ? { state: context.checkpoint as HttpSessionState } : {}),
  });
  context.keepState(() => session.state());

  async function* steps(): AsyncGenerator<HttpStep> {
    for await (const step of context.openSteps()) {
      const { sealedAuthentication, scriptId: _id, ...planned } = step.plan as PlannedHttpStep;
      const authentication: ScriptAuthentication = sealedAuthentication
        ? JSON.parse(platform.secrets.open(sealedAuthentication.value, sealedAuthentication.place))
        : { type: 'none' };
      const own = secretsOf(authentication);
      open.set(planned.id, { step, mask: own.length ? createMask([...secrets, ...own]) : maskOfRun });
      yield { ...planned, authentication } as HttpStep;
    }
  }

  try {
    await runSteps({
      steps: steps(),
      session,
      concurrency: plan.parallel,
      stopOnFailure: plan.stopOnFailure,
      signal: context.signal,
      emit: async (event) => {
        const entry = open.get(event.step.id);
        if (!entry) return;
        const summary = entry.step.summary as StepSummary;
        const { index } = entry.step;
        if (event.type === 'started')
          return context.started({ index, summary: { ...summary, status: 'running', attempt: context.attempt } });
        open.delete(event.step.id);
        if (event.type === 'skipped') {
          const skipped: StepSummary = {
            ...summary,
            status: 'skipped',
            message: event.message,
            attempt: context.attempt,
          };
          return context.finished({
            index,
            status: 'skipped',
            durationMs: 0,
            startedAt: new Date(),
            summary: skipped,
            detail: null,
          });
        }
        // A step that the stop interrupted has no result: it is closed with the run, or executed by the next runner.
        if (context.signal.aborted && event.result.status === 'cancelled') return;
        const detail = await recordHttpStep({
          step: event.step,
          result: event.result,
          index,
          suite: { suiteId: summary.suiteId ?? '', suiteName: summary.suiteName },
          scriptId: summary.scriptId,
          attempt: context.attempt,
          mask: entry.mask,
          storeBody: storeBodyOf(platform, context.organizationId, `run:${context.runId}`),
        });
        await context.finished({
          index,
          status: event.result.status,
          durationMs: event.result.durationMs,
          startedAt: event.result.startedAt,
          summary: summaryOf(detail),
          detail,
        });
      },
    });
  } finally {
    await session.close();
  }
}
