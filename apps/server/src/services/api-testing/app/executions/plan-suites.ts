import type { DataFileChoice } from '@touchstone/contracts/workspaces';
import { expandSteps, type Row } from '@touchstone/engine-data';
import type { HttpStep } from '@touchstone/engine-http';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { PlannedRun, PlannedStep } from '../../../runs/index.ts';
import type {
  Actor,
  Certificates,
  DataFiles,
  PlannedVariable,
  SuiteVariables,
  Variables,
} from '../../../workspaces/index.ts';
import {
  type FunctionalLabel,
  type FunctionalPlan,
  type PlannedHttpStep,
  toHttpStep,
  usesDynamicNames,
} from '../../domain/executions/functional-plan.ts';
import { planContainer, type RequestSummary, searchTextOf, stepKinds } from '../../domain/stored-step.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { digestOf } from '../digest.ts';
import type { Prerequisites } from '../prerequisites/prerequisites.ts';
import { type CollectScripts, nameOfRun, type ScriptGroup } from '../suites/collect-scripts.ts';
import type { AssertWithinLimit } from './execution-limit.ts';

export interface RunSuitesInput {
  projectId: string;
  suiteIds?: string[];
  scriptIds?: string[];
  environmentId?: string;
  parallel?: boolean | number;
  stopOnFailure?: boolean;
  dataFile?: DataFileChoice;
  /** Whether the enabled prerequisites run before the scripts; if one fails, the run ends. */
  runPrerequisites?: boolean;
  name?: string;
  /** Values that override all other variables of every script, such as the inputs of a workflow node. */
  given?: Record<string, string>;
  /** Variables that override those of the environment, the suites and the workspace, such as a schedule's. */
  overrides?: readonly PlannedVariable[];
}

export const functionalKind = 'api-functional';
const parallelByDefault = 8;
const maxSteps = 100_000;

/**
 * createPlanSuites plans a functional run: everything the engine needs is resolved now, stored with the run and never
 * changed.
 */
export function createPlanSuites({
  platform,
  variables,
  suiteVariables,
  certificates,
  dataFiles,
  prerequisites,
  assertWithinLimit,
  collectScripts,
}: {
  platform: Platform;
  variables: Variables;
  suiteVariables: SuiteVariables;
  certificates: Certificates;
  dataFiles: DataFiles;
  prerequisites: Prerequisites;
  assertWithinLimit: AssertWithinLimit;
  collectScripts: CollectScripts;
}) {
  const { sql } = platform.database;

  const planFirst = async ({ projectId, runPrerequisites }: RunSuitesInput) =>
    runPrerequisites ? prerequisites.plan(projectId) : { steps: [], dynamicNames: false };

  /** The environment scope is resolved first, so the overrides go there. */
  const planScopes = async (actor: Actor, { projectId, environmentId, overrides = [] }: RunSuitesInput) => {
    const planned = await variables.plan(actor, projectId, environmentId);
    const [environment = [], ...wider] = planned.scopes;
    return { ...planned, scopes: [[...environment, ...overrides], ...wider] };
  };

  return async function planSuites(actor: Actor, input: RunSuitesInput): Promise<PlannedRun> {
    const quota = await assertWithinLimit(actor);
    const groups = await collectScripts(actor, input);
    const data = input.dataFile && (await dataFiles.plan(actor, input.projectId, input.dataFile));
    const scripts = groups.reduce((sum, group) => sum + group.total, 0);
    const total = scripts * (data?.count ?? 1);
    if (data && total > maxSteps)
      throw new AppError(apiTestingErrors.tooManySteps, {
        params: { total, rows: data.count, scripts, limit: maxSteps },
      });
    const suiteIds = groups.map((group) => group.suiteId);
    const suiteScopes = await suiteVariables.plan(suiteIds);
    const { scopes, environmentName } = await planScopes(actor, input);
    const parallel = input.parallel === true ? parallelByDefault : Number(input.parallel || 1);
    const plan: FunctionalPlan = {
      scopes,
      suiteScopes,
      environmentId: input.environmentId ?? null,
      parallel,
      stopOnFailure: input.stopOnFailure ?? false,
      certificates: await certificates.plan(input.projectId),
    };
    const first = await planFirst(input);
    plan.dynamicNames =
      first.dynamicNames ||
      usesDynamicNames(JSON.stringify([scopes, suiteScopes])) ||
      data !== undefined ||
      (await scriptsStore.useDynamicNames(sql, suiteIds));
    const label: FunctionalLabel = {
      environmentName,
      suites: groups.map((group) => ({
        suiteId: group.suiteId,
        suiteName: group.suiteName,
        total: group.total * (data?.count ?? 1),
      })),
      ...(input.dataFile && data && { data: { fileName: input.dataFile.fileName, rows: data.count } }),
    };
    return {
      name: input.name ?? nameOfRun(groups),
      plan,
      label,
      ...quota,
      steps: after(first.steps, data ? planRows(groups, data, input) : planSteps(groups, input.given)),
      async stored({ runId }) {
        await suitesStore.setLastRun(sql, suiteIds, runId);
        if (input.dataFile && !input.scriptIds?.length) await suitesStore.setDataFile(sql, suiteIds, input.dataFile);
      },
    };
  };
}
export type PlanSuites = ReturnType<typeof createPlanSuites>;

/** Yields the given steps, then the others. */
async function* after(first: PlannedStep[], others: AsyncGenerator<PlannedStep>): AsyncGenerator<PlannedStep> {
  yield* first;
  yield* others;
}

async function* planSteps(groups: ScriptGroup[], scope?: Record<string, string>): AsyncGenerator<PlannedStep> {
  for (const group of groups) {
    const suite = containerOf(group);
    let isFirst = true;
    for await (const row of group.scripts()) {
      if (isFirst) yield suite;
      isFirst = false;
      yield planStep(row, group, { parentId: suite.stepId, step: { ...stepOf(row), ...(scope && { scope }) } });
    }
  }
}

/**
 * The scripts of a suite once per row of its data file. The values of a row override the given ones; only one row
 * is in memory at a time.
 */
async function* planRows(
  groups: ScriptGroup[],
  { rows, count }: { rows: () => Promise<AsyncIterable<Row>>; count: number },
  { dataFile, given: scope }: RunSuitesInput,
): AsyncGenerator<PlannedStep> {
  const labelColumn = dataFile?.labelColumn;
  for (const group of groups) {
    const scripts = new Map((await Array.fromAsync(group.scripts())).map((row) => [row.id, row]));
    const steps = [...scripts.values()].map((row) => ({ ...stepOf(row), ...(scope && { scope }) }));
    if (steps.length === 0) continue;
    const options = { iterations: count, ...(labelColumn && { labelColumn }) };
    const suite = containerOf(group);
    let iteration: PlannedStep | undefined;
    let sequence: string | undefined;
    yield suite;
    for await (const step of expandSteps(steps, await rows(), options)) {
      if (step.group !== sequence || !iteration) {
        sequence = step.group;
        iteration = containerOf(group, { parentId: suite.stepId, title: step.iteration?.label ?? '' });
        yield iteration;
      }
      const row = scripts.get(step.id.slice(0, step.id.indexOf('#')));
      if (row) yield planStep(row, group, { parentId: iteration.stepId, step });
    }
  }
}

/** The container of a suite, or of one data row within it. */
function containerOf(
  { suiteId, suiteName }: ScriptGroup,
  iteration?: { parentId: string; title: string },
): PlannedStep {
  const place = iteration
    ? { kind: stepKinds.iteration, ...iteration }
    : { kind: stepKinds.suite, parentId: null, title: suiteName };
  return planContainer({ stepId: newId(), ...place }, suiteId);
}

/** A hash of everything in a script that affects its outcome; saving credentials again counts as a change. */
function revisionOf({ document, authentication }: ScriptRow): string {
  const { scriptName: _name, description: _description, ...decisive } = document;
  return digestOf([decisive, authentication]);
}

const stepOf = (row: ScriptRow): HttpStep =>
  toHttpStep({ stepId: row.id, suiteId: row.suiteId, document: row.document }, { type: 'none' });

function planStep(
  row: ScriptRow,
  { suiteId, suiteName }: ScriptGroup,
  { parentId, step }: { parentId: string; step: HttpStep },
): PlannedStep {
  const { authentication: _none, id: _source, ...httpStep } = step;
  const sealedAuthentication = row.authentication
    ? { value: row.authentication, place: `api_testing.script.authentication:${row.id}` }
    : null;
  const plan: PlannedHttpStep = { ...httpStep, scriptId: row.id, sealedAuthentication };
  const { name: title, method, url, iteration } = step;
  const summary: RequestSummary = {
    suiteId,
    suiteName,
    scriptId: row.id,
    method,
    url,
    ...(iteration && { iteration: { index: iteration.index, label: iteration.label } }),
  };
  return {
    stepId: newId(),
    kind: stepKinds.request,
    title,
    searchText: searchTextOf(title, url),
    parentId,
    groupId: suiteId,
    sourceId: row.id,
    sourceRevision: revisionOf(row),
    plan,
    summary,
  };
}
