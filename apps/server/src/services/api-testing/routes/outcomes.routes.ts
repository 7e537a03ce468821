import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Outcomes } from '../app/outcomes.ts';

const calls = apiTestingRoutes;

export function addOutcomeRoutes(registrar: Registrar, outcomes: Outcomes): void {
  registrar.add(calls.listOutcomes, ({ caller, query }) => outcomes.list(caller, query));
  registrar.add(calls.findLastGreenRun, ({ caller, query }) => outcomes.lastGreen(caller, query.runId));
}
