import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { PlannedStep, Run, Runs } from '../../runs/index.ts';
import {
  type FunctionalLabel,
  type FunctionalPlan,
  type PlannedHttpStep,
  plannedSummary,
  toHttpStep,
  usesDynamicNames,
} from '../domain/functional-plan.ts';
import { apiTestingErrors } from '../errors.ts';
import { type ScriptRow, scriptsStore } from '../store/scripts.store.ts';
import { suitesStore } from '../store/suites.store.ts';
import type { Certificates } from './certificates.ts';
import type { Environments } from './environments.ts';
import type { Actor, Workspaces } from './workspaces.ts';

export interface RunSuitesInput {
  projectId: string;
  suiteIds?: string[];
  scriptIds?: string[];
  environmentId?: string;
  parallel?: boolean | number;
  stopOnFailure?: boolean;
  name?: string;
}

export const functionalKind = 'api-functional';
/** Executions a day of an organization on the FREE plan. */
const freeExecutionsPerDay = 100;
const parallelByDefault = 8;

/** createRunSuites plans a functional run: everything the engine needs, resolved now, stored with the run and never changed. */
export function createRunSuites({
  platform,
  runs,
  workspaces,
  environments,
  certificates,
}: {
  platform: Platform;
  runs: Runs;
  workspaces: Workspaces;
  environments: Environments;
  certificates: Certificates;
}) {
  const { sql } = platform.database;

  const assertWithinLimit = async (actor: Actor) => {
    if (actor.plan === 'PRO' || actor.plan === 'ENTERPRISE') return;
    const midnight = new Date(platform.clock.now());
    midnight.setUTCHours(0, 0, 0, 0);
    const used = await runs.statistics.countSince(actor.organizationId, midnight);
    if (used >= freeExecutionsPerDay) throw new AppError(apiTestingErrors.executionLimit);
  };

  /** Scripts in the order they run: the suites as given, each in its own order; of named scripts only those. */
  const collect = async (actor: Actor, input: RunSuitesInput): Promise<Group[]> => {
    const suites = input.suiteIds?.length ? await workspaces.openSuites(actor, input.suiteIds, 'edit') : [];
    const chosen = input.scriptIds?.length ? await workspaces.openScripts(actor, input.scriptIds, 'edit') : [];
    if (!suites.length && !chosen.length) throw new AppError(apiTestingErrors.suiteOrScriptRequired);
    if ([...suites, ...chosen].some((row) => row.projectId !== input.projectId))
      throw new AppError(apiTestingErrors.otherProject);
    const others = [...new Set(chosen.map((row) => row.suiteId))].filter(
      (id) => !suites.some((suite) => suite.id === id),
    );
    const all = [...suites, ...(await suitesStore.findMany(sql, actor.organizationId, others))];
    return all.map(({ id: suiteId, name: suiteName, scriptCount }) => {
      if (!chosen.length)
        return { suiteId, suiteName, total: scriptCount, scripts: () => scriptsStore.readSuite(sql, suiteId) };
      const scripts = chosen.filter((row) => row.suiteId === suiteId);
      return { suiteId, suiteName, total: scripts.length, scripts: () => scripts };
    });
  };

  return async function runSuites(actor: Actor, input: RunSuitesInput): Promise<Run> {
    await workspaces.open(actor, input.projectId, 'edit');
    await assertWithinLimit(actor);
    const groups = await collect(actor, input);
    const { scopes, environmentName } = await environments.planVariables(actor, input.projectId, input.environmentId);
    const parallel = input.parallel === true ? parallelByDefault : Number(input.parallel || 1);
    const plan: FunctionalPlan = {
      scopes,
      parallel,
      stopOnFailure: input.stopOnFailure ?? false,
      certificates: await certificates.plan(input.projectId),
    };
    plan.dynamicNames =
      usesDynamicNames(JSON.stringify(scopes)) ||
      (await scriptsStore.useDynamicNames(
        sql,
        groups.map((group) => group.suiteId),
      ));
    const label: FunctionalLabel = {
      environmentName,
      suites: groups.map(({ suiteId, suiteName, total }) => ({ suiteId, suiteName, total })),
    };
    const run = await runs.start({
      organizationId: actor.organizationId,
      projectId: input.projectId,
      kind: functionalKind,
      name: input.name ?? nameOf(groups.map((group) => group.suiteName)),
      plan,
      label,
      steps: planSteps(groups),
      user: actor,
    });
    await suitesStore.setLastRun(
      sql,
      groups.map((group) => group.suiteId),
      run.runId,
    );
    await platform.audit(actor, { action: 'run.started', target: run.runId, detail: { name: run.name } });
    return run;
  };
}
export type RunSuites = ReturnType<typeof createRunSuites>;

interface Group {
  suiteId: string;
  suiteName: string;
  total: number;
  scripts(): AsyncIterable<ScriptRow> | Iterable<ScriptRow>;
}

async function* planSteps(groups: Group[]): AsyncGenerator<PlannedStep> {
  let index = 0;
  for (const group of groups) {
    for await (const row of group.scripts()) {
      yield planStep(row, group, index);
      index += 1;
    }
  }
}

function planStep(row: ScriptRow, suite: { suiteId: string; suiteName: string }, index: number): PlannedStep {
  const stepId = newId();
  const { authentication: _none, ...httpStep } = toHttpStep(
    { stepId, suiteId: suite.suiteId, document: row.document },
    { type: 'none' },
  );
  const sealedAuthentication = row.authentication
    ? { value: row.authentication, place: `api_testing.script.authentication:${row.id}` }
    : null;
  const plan: PlannedHttpStep = { ...httpStep, scriptId: row.id, sealedAuthentication };
  const { suiteId, suiteName } = suite;
  const summary = plannedSummary({ stepId, index, suiteId, suiteName, scriptId: row.id, document: row.document });
  return { stepId, name: row.name, groupId: suite.suiteId, sourceId: row.id, plan, summary };
}

function nameOf(suiteNames: string[]): string {
  const shown = suiteNames.slice(0, 2).join(', ');
  return (suiteNames.length > 2 ? `${shown} and ${suiteNames.length - 2} more` : shown).slice(0, 255);
}
