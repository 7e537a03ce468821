import type { RepositoryCalls } from '@touchstone/contracts/test-repository';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Baselines } from '../app/baselines/baselines.ts';
import type { StepBaselines } from '../app/baselines/step-baselines.ts';

export function addBaselineRoutes(
  registrar: Registrar,
  calls: RepositoryCalls,
  { baselines, ofSteps }: { baselines: Baselines; ofSteps: StepBaselines },
): void {
  registrar.add(calls.listBaselines, ({ caller, query }) => baselines.list(caller, query));
  registrar.add(calls.getBaseline, ({ caller, params }) => baselines.get(caller, params.id));
  registrar.add(calls.findStepBaseline, ({ caller, query }) => ofSteps.find(caller, query.runId, query.stepId));
  registrar.add(calls.acceptBaseline, ({ caller, body }) => ofSteps.accept(caller, body));
  registrar.add(calls.chooseBaselineVersion, ({ caller, params, body }) => baselines.choose(caller, params.id, body));
  registrar.add(calls.downloadBaseline, async ({ caller, params, query, reply }) => {
    const { stream, sizeBytes } = await baselines.read(caller, params.id, query.version);
    return reply.type('image/png').header('content-length', sizeBytes).send(stream);
  });
  registrar.add(calls.deleteBaseline, async ({ caller, params }) => {
    await baselines.delete(caller, params.id);
    return { message: 'Baseline deleted' };
  });
}
