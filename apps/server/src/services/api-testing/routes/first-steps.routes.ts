import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { FirstStepsKeeper } from '../app/first-steps/first-steps.ts';
import type { SampleWorkspaces } from '../app/first-steps/sample-workspace.ts';

export function addFirstStepsRoutes(
  registrar: Registrar,
  { firstSteps, sampleWorkspaces }: { firstSteps: FirstStepsKeeper; sampleWorkspaces: SampleWorkspaces },
): void {
  registrar.add(apiTestingRoutes.getFirstSteps, ({ caller }) => firstSteps.get(caller));
  registrar.add(apiTestingRoutes.openSampleWorkspace, ({ caller }) => sampleWorkspaces.open(caller));
}
