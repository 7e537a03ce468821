import { type RepositoryStep, type RunSettings, runTargetTitle } from '@touchstone/contracts/test-repository';
import type { Step } from '@touchstone/engine-keyword/core';
import { AppError, newId } from '@touchstone/kernel';
import type { PlannedRun, PlannedStep, RunViewer } from '../../runs/index.ts';
import type { Repository, RunnableFunction, RunnableScript } from '../../test-repository/index.ts';
import type { PlannedVariable, Variables } from '../../workspaces/index.ts';
import { planRows } from '../domain/plan-rows.ts';
import { hasKeyword, loopsOverRows, upTo, withEvidence, withRetries } from '../domain/prepare-steps.ts';
import { type GivenSettings, settingsOf } from '../domain/run-settings.ts';
import type { PlannedScript, ScriptLabel, ScriptPlan } from '../domain/script-plan.ts';
import { webTestingErrors } from '../errors.ts';
import type { RunTargets } from './run-targets.ts';

/** The most steps of a run, counting each row of data tables. */
const maxRows = 100_000;
const maxPlanMb = 32;

/** What to run, and how. */
export interface ScriptRunInput extends GivenSettings {
  projectId: string;
  scriptUUIDs: readonly string[];
  /** A suite whose scripts run instead of `scriptUUIDs`. */
  suiteUUID?: string | undefined;
  name?: string | undefined;
  /** A run configuration of the project; settings given besides override it. */
  configurationUUID?: string | undefined;
  environmentId?: string | undefined;
  /** Override the variables of environment and project, such as the inputs of a workflow node. */
  given?: readonly PlannedVariable[];
  /** Variables whose values are returned to whoever starts the run. */
  handedOn?: readonly string[];
  /** For a dry run: the steps to run instead of the saved ones, and the last step. */
  dryRun?: { steps?: RepositoryStep[] | undefined; stepId?: string | undefined } | undefined;
}

/** createPlanScripts plans a run of scripts: everything it needs is read now. */
export function createPlanScripts({
  repository,
  variables,
  targets,
}: {
  targets: Pick<RunTargets, 'plan'>;
  repository: Pick<
    Repository,
    'readForRun' | 'elementPrints' | 'readSuiteForRun' | 'readRunConfiguration' | 'setLastRun' | 'setLastRunOfSuite'
  >;
  variables: Pick<Variables, 'plan'>;
}) {
  /** The suite to run, and its scripts; throws if it has none or is in another project. */
  const readSuite = async (caller: RunViewer, { projectId, suiteUUID }: ScriptRunInput) => {
    if (suiteUUID === undefined) return undefined;
    const { suite, scriptIds } = await repository.readSuiteForRun(caller, suiteUUID);
    if (suite.projectId !== projectId) throw new AppError(webTestingErrors.otherProjects);
    if (scriptIds.length === 0) throw new AppError(webTestingErrors.emptySuite, { params: { suite: suite.name } });
    return { ...suite, scriptIds };
  };
  return async function planScripts(caller: RunViewer, input: ScriptRunInput): Promise<PlannedRun> {
    const { projectId, configurationUUID, dryRun, given = [], handedOn = [] } = input;
    const configuration =
      configurationUUID === undefined
        ? undefined
        : await repository.readRunConfiguration(caller, projectId, configurationUUID);
    const settings = settingsOf(input, configuration?.settings);
    const environmentId = input.environmentId ?? configuration?.environmentId ?? undefined;
    const planned = await targets.plan(settings.targets);
    const suite = await readSuite(caller, input);
    const wanted = [...new Set(suite?.scriptIds ?? input.scriptUUIDs)];
    const read = await repository.readForRun(caller, projectId, wanted, dryRun?.steps);
    const found =
      settings.healing === 'off' ? read : await repository.elementPrints.withKnown(caller.organizationId, read);
    const { environmentName, scopes } = await variables.plan(caller, projectId, environmentId);
    const scripts = found.scripts.map((script) => plannedScript(script, settings, dryRun?.stepId));
    const isDryRun = dryRun !== undefined;
    const functions = found.functions.map((one) => preparedFunction(one, settings));
    const isChaining = suite?.isChaining ?? false;
    const plan: ScriptPlan = {
      targets: planned,
      parallel: isChaining ? 1 : settings.parallel,
      timeoutMs: settings.timeoutMs,
      recording: settings.recording,
      healing: settings.healing,
      environmentName,
      ...(environmentId !== undefined && { environmentId }),
      infrastructure: settings.infrastructure,
      isDryRun,
      isChaining,
      variables: [[...given], ...scopes],
      handedOn: [...handedOn],
      functions,
      scripts,
    };
    assertBounds(plan);
    const ids = scripts.map(({ scriptId }) => scriptId);
    const heals = settings.healing === 'heal';
    const titles = planned.map(runTargetTitle);
    const hasMeasures = [...scripts, ...functions].some(({ steps }) =>
      hasKeyword(steps as RepositoryStep[], 'endMeasure'),
    );
    const label: ScriptLabel = {
      environmentName,
      targets: titles,
      isDryRun,
      scripts: scripts.length,
      hasMeasures,
      heals,
    };
    return {
      name: input.name ?? suite?.name ?? nameOf(scripts),
      plan,
      label,
      runnerLabel: settings.infrastructure,
      steps: stepsOf(plan),
      auditDetail: { scripts: ids.length, targets: titles, isDryRun },
      stored: async ({ runId }) => {
        await repository.setLastRun(ids, runId);
        if (suite) await repository.setLastRunOfSuite(suite.id, runId);
      },
    };
  };
}
/** PlanScripts plans runs of scripts. */
export type PlanScripts = ReturnType<typeof createPlanScripts>;

function plannedScript(
  { scriptId, name, moduleName, steps: saved, problems, table }: RunnableScript,
  settings: RunSettings,
  stepId: string | undefined,
): PlannedScript {
  const steps = stepId === undefined ? saved : upTo(saved, stepId);
  if (!steps) throw new AppError(webTestingErrors.stepNotFound);
  if (steps.length === 0) throw new AppError(webTestingErrors.nothingToRun, { params: { script: name } });
  const [first] = problems;
  if (first) {
    const details = problems
      .slice(0, 50)
      .map(({ stepId: id, field, message }) => ({ path: `${id}.${field}`, message }));
    const problem = /[.!?]$/.test(first.message) ? first.message : `${first.message}.`;
    throw new AppError(webTestingErrors.hasProblems, { params: { script: name, problem }, details });
  }
  const isRunByRow = table !== null && table.rows.length > 0 && !loopsOverRows(steps);
  return { scriptId, name, moduleName, steps: prepared(steps, settings), table, isRunByRow };
}

const prepared = (steps: readonly RepositoryStep[], { retries, evidence }: RunSettings): RepositoryStep[] =>
  withEvidence(withRetries(steps, retries), evidence);

const preparedFunction = (one: RunnableFunction, settings: RunSettings): RunnableFunction => ({
  ...one,
  steps: prepared(one.steps as RepositoryStep[], settings) as Step[],
});

const nameOf = ([first, ...others]: readonly PlannedScript[]): string =>
  others.length === 0 ? (first?.name ?? '') : `${first?.name} and ${others.length} more`.slice(0, 255);

function assertBounds(plan: ScriptPlan): void {
  const mb = Math.ceil(Buffer.byteLength(JSON.stringify(plan)) / 1024 / 1024);
  if (mb > maxPlanMb) throw new AppError(webTestingErrors.planTooLarge, { params: { mb, most: maxPlanMb } });
  let count = 0;
  for (const _row of planRows(plan)) {
    count += 1;
    if (count > maxRows) throw new AppError(webTestingErrors.tooManyRows, { params: { most: maxRows } });
  }
}

/** The rows of a run; a retry takes all of them, because a step depends on the earlier ones. */
async function* stepsOf(plan: ScriptPlan): AsyncGenerator<PlannedStep> {
  const ids = new Map<string, string>();
  for (const { kind, title, key, parentKey, isContainer, target, unit, scriptId, step } of planRows(plan)) {
    const stepId = newId();
    if (isContainer) ids.set(key, stepId);
    yield {
      stepId,
      kind,
      title,
      parentId: parentKey === null ? null : (ids.get(parentKey) ?? null),
      isContainer,
      groupId: scriptId,
      sourceId: scriptId,
      plan: {},
      summary: { keyword: step?.keyword ?? null, sourceStepId: step?.id ?? null, target, unit: unit?.key ?? null },
    };
  }
}
