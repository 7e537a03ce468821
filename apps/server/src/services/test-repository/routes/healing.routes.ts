import type { RepositoryCalls } from '@touchstone/contracts/test-repository';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { StepHealing } from '../app/healing/step-healing.ts';

export function addHealingRoutes(registrar: Registrar, calls: RepositoryCalls, healing: StepHealing): void {
  registrar.add(calls.getFailedStep, ({ caller, query }) => healing.find(caller, query.runId, query.stepId));
  registrar.add(calls.updateFailedStep, ({ caller, body }) => healing.accept(caller, body));
  registrar.add(calls.undoFailedStepUpdate, ({ caller, query }) => healing.undo(caller, query.runId, query.stepId));
}
