import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { DetectVariables } from '../app/suites/detect-variables.ts';
import type { OwnVariables } from '../app/suites/suite-variables.ts';

const calls = apiTestingRoutes;

export function addVariableRoutes(registrar: Registrar, variables: OwnVariables, detect: DetectVariables): void {
  registrar.add(calls.listSuiteVariables, async ({ caller, query }) => ({
    variables: await variables.list(caller, query.suiteId),
  }));
  registrar.add(calls.createSuiteVariables, async ({ caller, body }) => ({
    variables: await variables.add(caller, body.suiteId, body.variables),
  }));
  registrar.add(calls.detectVariables, async ({ caller, body }) => ({
    variables: await detect(caller, body),
  }));
}
