import type { ScriptAuthentication } from '@touchstone/contracts/api-testing';
import type { DataFileChoice } from '@touchstone/contracts/workspaces';
import type { HttpStep } from '@touchstone/engine-http';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { RunQuota } from '../../../runs/index.ts';
import {
  type Actor,
  type Certificates,
  type DataFiles,
  openScopes,
  type PlannedCertificate,
  type PlannedVariable,
  type SuiteVariables,
  type Variables,
  type Workspaces,
} from '../../../workspaces/index.ts';
import { toHttpStep } from '../../domain/executions/functional-plan.ts';
import { secretsOf } from '../../domain/suites/without-secrets.ts';
import { apiTestingErrors } from '../../errors.ts';
import type { ScriptRow } from '../../store/scripts.store.ts';
import type { AssertWithinLimit } from '../executions/execution-limit.ts';
import { type CollectScripts, nameOfRun } from '../suites/collect-scripts.ts';

const maxRows = 100_000;
/** Bounded because every thread keeps its own histograms for each request. */
const maxSteps = 200;

/** LoadSource is what virtual users execute, with secrets opened: seal it before storing it. */
export interface LoadSource {
  name: string;
  environmentName: string | null;
  suites: { suiteId: string; suiteName: string; total: number }[];
  /** All scripts in order: one iteration. */
  steps: HttpStep[];
  scopes: Record<string, string>[];
  rows: Record<string, string>[] | undefined;
  /** Values that must never be shown. */
  secrets: string[];
  certificates: PlannedCertificate[];
  /** Of the organization's runs; absent: none. */
  quota?: RunQuota;
}

export interface LoadSourceInput {
  projectId: string;
  suiteIds?: string[];
  scriptIds?: string[];
  environmentId?: string;
  dataFile?: DataFileChoice;
  /** These override all other variables of the same name. */
  overrides?: readonly PlannedVariable[];
}

/** createLoadSources provides performance runs with the scripts, variables and rows of a workspace. */
export function createLoadSources(needs: {
  platform: Platform;
  workspaces: Workspaces;
  variables: Variables;
  suiteVariables: SuiteVariables;
  certificates: Certificates;
  dataFiles: DataFiles;
  collectScripts: CollectScripts;
  assertWithinLimit: AssertWithinLimit;
}) {
  const {
    platform,
    workspaces,
    variables,
    suiteVariables,
    certificates,
    dataFiles,
    collectScripts,
    assertWithinLimit,
  } = needs;

  const readRows = async (actor: Actor, { projectId, dataFile }: LoadSourceInput) => {
    if (dataFile === undefined) return undefined;
    const data = await dataFiles.plan(actor, projectId, dataFile);
    if (data.count > maxRows)
      throw new AppError(apiTestingErrors.tooManyRows, { params: { rows: data.count, limit: maxRows } });
    return Array.fromAsync(await data.rows());
  };

  return {
    async read(actor: Actor, input: LoadSourceInput): Promise<LoadSource> {
      await workspaces.open(actor, input.projectId, 'edit');
      const quota = await assertWithinLimit(actor);
      const groups = await collectScripts(actor, input);
      const ofSuites = await suiteVariables.plan(groups.map((group) => group.suiteId));
      const planned = await variables.plan(actor, input.projectId, input.environmentId);
      const [environment = [], ...wider] = planned.scopes;
      const { scopes, secrets } = openScopes(platform, [[...environment, ...(input.overrides ?? [])], ...wider]);
      const steps: HttpStep[] = [];
      for (const { suiteId, scripts } of groups) {
        const own = openScopes(platform, [ofSuites[suiteId] ?? []]);
        secrets.push(...own.secrets);
        for await (const row of scripts())
          steps.push({ ...openStep(platform, row, secrets), groupScope: own.scopes[0] ?? {} });
      }
      if (steps.length === 0 || steps.length > maxSteps)
        throw new AppError(apiTestingErrors.loadNeedsScripts, { params: { limit: maxSteps } });
      return {
        name: nameOfRun(groups),
        ...quota,
        environmentName: planned.environmentName,
        suites: groups.map(({ suiteId, suiteName, total }) => ({ suiteId, suiteName, total })),
        steps,
        scopes,
        rows: await readRows(actor, input),
        secrets,
        certificates: await certificates.plan(input.projectId),
      };
    },
  };
}
/** What load tests use of API testing: scripts as steps, their variables, files and certificates. */
export type LoadSources = ReturnType<typeof createLoadSources>;

function openStep(platform: Platform, row: ScriptRow, secrets: string[]): HttpStep {
  const authentication: ScriptAuthentication = row.authentication
    ? JSON.parse(platform.secrets.open(row.authentication, `api_testing.script.authentication:${row.id}`))
    : { type: 'none' };
  secrets.push(...secretsOf(authentication));
  return toHttpStep({ stepId: row.id, suiteId: row.suiteId, document: row.document }, authentication);
}
