import { type RepositoryStep, runTargetTitle } from '@touchstone/contracts/test-repository';
import { findKeyword } from '@touchstone/engine-keyword/core';
import type { PlannedFunction, PlannedScript, ScriptPlan } from './script-plan.ts';
import { rowTitle, stepTitle } from './steps/step-title.ts';

/** A part of a run with its own browser: a script in a target, or such a script with one row of its table. */
export interface Unit {
  key: string;
  /** Index of its target in the run. */
  target: number;
  script: PlannedScript;
  row: { number: number; values: Record<string, string> } | null;
}

/** A row of the plan of a run: a step, or a container of steps. */
export interface PlanRow {
  kind: 'target' | 'script' | 'row' | 'container' | 'branch' | 'step' | 'control';
  title: string;
  /** Unique in the run. */
  key: string;
  parentKey: string | null;
  isContainer: boolean;
  unit: Unit | null;
  /** Index of its target in the run. */
  target: number;
  /** Null for a target. */
  scriptId: string | null;
  step: RepositoryStep | null;
  /** Id of the function the step is in; null if it is in the script, or the plan is older. */
  functionId: string | null;
  /** Titles of its containers, outermost first. */
  path: string[];
  /** Whether its failure is caught: by a Try around it, or because its container is retried. */
  isCaught: boolean;
}

/** The parts of a script with their own browsers in a target; `key` is the script's. */
function* unitsOf(script: PlannedScript, key: string, target: number): Generator<Unit> {
  const { table, isRunByRow } = script;
  if (!isRunByRow || !table) {
    yield { key, target, script, row: null };
    return;
  }
  for (const [index, values] of table.rows.entries()) {
    const row = { number: index + 1, values: valuesOf(table.columns, values) };
    yield { key: `${key}.${index}`, target, script, row };
  }
}

/** valuesOf returns the values of a row by column. */
export const valuesOf = (columns: readonly string[], values: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));

/** executionKey returns the key of a step's executions within its unit, from its path in the interpreter. */
export const executionKey = (unitKey: string, path: readonly string[], stepId: string): string =>
  [unitKey, ...path, stepId].join('/');

type Rows = Pick<ScriptPlan, 'targets' | 'scripts' | 'functions'>;

/**
 * planRows yields what a run will do, in order: containers before their content. With several targets, each has a
 * container; with one, scripts are at the top.
 */
export function* planRows(plan: Rows): Generator<PlanRow> {
  const functions = new Map(plan.functions.map((one) => [one.name, one]));
  for (const [target, described] of plan.targets.entries()) {
    if (plan.targets.length === 1) {
      yield* targetRows(plan.scripts, { functions, target, prefix: '', parentKey: null, path: [] });
      return;
    }
    const title = runTargetTitle(described);
    const key = `target ${target}`;
    yield { kind: 'target', title, key, parentKey: null, path: [], target, scriptId: null, ...container };
    yield* targetRows(plan.scripts, { functions, target, prefix: `${target}:`, parentKey: key, path: [title] });
  }
}

const container = { isContainer: true, unit: null, step: null, functionId: null, isCaught: false } as const;

interface TargetPlace extends Pick<Place, 'functions' | 'path'> {
  target: number;
  /** Distinguishes the keys of one target from those of another. */
  prefix: string;
  parentKey: string | null;
}

function* targetRows(
  scripts: readonly PlannedScript[],
  { functions, target, prefix, parentKey, path: around }: TargetPlace,
): Generator<PlanRow> {
  for (const [at, script] of scripts.entries()) {
    const { scriptId, name } = script;
    const scriptKey = `${prefix}${at}`;
    const key = `script ${scriptKey}`;
    const shared = { ...container, target, scriptId };
    yield { kind: 'script', title: name, key, parentKey, path: around, ...shared };
    const path = [...around, name];
    for (const unit of unitsOf(script, scriptKey, target)) {
      const place: Place = { unit, functions, parentKey: key, ids: [], path, calls: [], isCaught: false };
      if (unit.row) {
        const title = rowTitle(unit.row);
        place.parentKey = `row ${unit.key}`;
        place.path = [...path, title];
        yield { kind: 'row', title, key: place.parentKey, parentKey: key, path, ...shared, unit };
      }
      yield* stepRows(script.steps, place);
    }
  }
}

interface Place {
  unit: Unit;
  functions: ReadonlyMap<string, PlannedFunction>;
  parentKey: string;
  /** Ids of the enclosing steps, as the interpreter reports them. */
  ids: string[];
  path: string[];
  /** Functions being called around the step. */
  calls: string[];
  isCaught: boolean;
}

function* stepRows(steps: readonly RepositoryStep[], place: Place): Generator<PlanRow> {
  for (const step of steps) yield* rowsOfStep(step, place);
}

function* rowsOfStep(step: RepositoryStep, place: Place): Generator<PlanRow> {
  const { unit, parentKey, ids, path } = place;
  const key = executionKey(unit.key, ids, step.id);
  const title = stepTitle(step);
  const isCaught = place.isCaught && step.onFailure !== 'continue' && step.keyword !== 'stop';
  const functionId = place.functions.get(place.calls.at(-1) ?? '')?.functionId ?? null;
  const shared = { unit, target: unit.target, scriptId: unit.script.scriptId, step, functionId, isCaught };
  const inner = innerSteps(step, place);
  if (!inner) {
    yield { kind: 'step', title, key, parentKey, isContainer: false, path, ...shared };
    return;
  }
  const container = `in ${key}`;
  yield { kind: 'container', title, key: container, parentKey, isContainer: true, path, ...shared };
  const around = { ...place, parentKey: container, ids: [...ids, step.id], path: [...path, title], calls: inner.calls };
  const within = { ...around, isCaught: isCaught || isTriedAgain(step) };
  // The container's own outcome, such as whether its condition is true, is a step in it.
  const own = findKeyword(step.keyword)?.title ?? step.keyword;
  yield { kind: 'control', title: own, key, parentKey: container, isContainer: false, path: within.path, ...shared };
  yield* stepRows(inner.steps, step.keyword === 'tryCatch' ? { ...within, isCaught: true } : within);
  if (inner.otherwise.length === 0) return;
  const other = `otherwise ${key}`;
  const name = step.keyword === 'tryCatch' ? 'After a failure' : 'Otherwise';
  yield {
    kind: 'branch',
    title: name,
    key: other,
    parentKey: container,
    isContainer: true,
    path: within.path,
    ...shared,
  };
  yield* stepRows(inner.otherwise, { ...within, parentKey: other, path: [...within.path, name] });
}

/** isTriedAgain returns whether a container step is retried when a step in it fails. */
export const isTriedAgain = ({ onFailure, retries }: Pick<RepositoryStep, 'onFailure' | 'retries'>): boolean =>
  onFailure === 'retry' && retries > 0;

/** The content of a step; undefined if it is no container. A recursive function call isn't expanded. */
function innerSteps(
  step: RepositoryStep,
  { functions, calls }: Place,
): { steps: readonly RepositoryStep[]; otherwise: readonly RepositoryStep[]; calls: string[] } | undefined {
  if (step.keyword === 'callFunction') {
    const name = (step.args.function ?? '').trim();
    const called = calls.includes(name) ? undefined : functions.get(name);
    return called && { steps: called.steps as RepositoryStep[], otherwise: [], calls: [...calls, name] };
  }
  if (!findKeyword(step.keyword)?.holds) return undefined;
  return { steps: step.steps ?? [], otherwise: step.otherwise ?? [], calls };
}
