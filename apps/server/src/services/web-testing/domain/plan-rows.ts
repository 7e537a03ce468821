import type { RepositoryStep } from '@touchstone/contracts/test-repository';
import { findKeyword, type KeywordFunction } from '@touchstone/engine-keyword/core';
import type { PlannedScript, ScriptPlan } from './script-plan.ts';
import { rowTitle, stepTitle } from './step-title.ts';

/** A part of a run that has a browser of its own: a script, or a script with one row of its table. */
export interface Unit {
  key: string;
  script: PlannedScript;
  row: { number: number; values: Record<string, string> } | null;
}

/** A row of the plan of a run: a step, or a container of steps. */
export interface PlanRow {
  kind: 'script' | 'row' | 'container' | 'branch' | 'step' | 'control';
  title: string;
  /** Unique in the run. */
  key: string;
  parentKey: string | null;
  isContainer: boolean;
  unit: Unit | null;
  scriptId: string;
  step: RepositoryStep | null;
  /** Titles of what it lies in, the outermost first. */
  path: string[];
  /** Whether a failure of it is caught: by a Try around it, or because what it lies in is tried again. */
  isCaught: boolean;
}

/** unitsOf gives the parts of a script that have browsers of their own. */
export function* unitsOf(script: PlannedScript, at: number): Generator<Unit> {
  const { table, isRunByRow } = script;
  if (!isRunByRow || !table) {
    yield { key: String(at), script, row: null };
    return;
  }
  for (const [index, values] of table.rows.entries())
    yield { key: `${at}.${index}`, script, row: { number: index + 1, values: valuesOf(table.columns, values) } };
}

/** valuesOf gives the values of a row by column. */
export const valuesOf = (columns: readonly string[], values: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));

/** executionKey names the executions of a step within its unit, as the interpreter tells where it is. */
export const executionKey = (unitKey: string, path: readonly string[], stepId: string): string =>
  [unitKey, ...path, stepId].join('/');

/** planRows gives what a run will do, in order: containers before what lies in them. */
export function* planRows({ scripts, functions }: Pick<ScriptPlan, 'scripts' | 'functions'>): Generator<PlanRow> {
  const byName = new Map(functions.map((one) => [one.name, one]));
  for (const [at, script] of scripts.entries()) {
    const { scriptId, name } = script;
    const shared = { parentKey: null, isContainer: true, scriptId, step: null, isCaught: false };
    yield { kind: 'script', title: name, key: `script ${at}`, unit: null, path: [], ...shared };
    for (const unit of unitsOf(script, at)) {
      const parent = unit.row ? `row ${unit.key}` : `script ${at}`;
      const path = unit.row ? [name, rowTitle(unit.row)] : [name];
      if (unit.row)
        yield {
          kind: 'row',
          title: rowTitle(unit.row),
          key: parent,
          unit,
          path: [name],
          ...shared,
          parentKey: `script ${at}`,
        };
      yield* stepRows(script.steps, {
        unit,
        functions: byName,
        parentKey: parent,
        ids: [],
        path,
        calls: [],
        isCaught: false,
      });
    }
  }
}

interface Place {
  unit: Unit;
  functions: ReadonlyMap<string, KeywordFunction>;
  parentKey: string;
  /** Ids of the steps around, as the interpreter tells them. */
  ids: string[];
  path: string[];
  /** Functions that are being called around. */
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
  const shared = { unit, scriptId: unit.script.scriptId, step, isCaught };
  const inner = innerSteps(step, place);
  if (!inner) {
    yield { kind: 'step', title, key, parentKey, isContainer: false, path, ...shared };
    return;
  }
  const container = `in ${key}`;
  yield { kind: 'container', title, key: container, parentKey, isContainer: true, path, ...shared };
  const around = { ...place, parentKey: container, ids: [...ids, step.id], path: [...path, title], calls: inner.calls };
  const within = { ...around, isCaught: isCaught || isTriedAgain(step) };
  // What the container itself says, such as whether its condition holds, is a step in it.
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

/** isTriedAgain tells of a step that holds others whether it is tried again when one of them fails. */
export const isTriedAgain = ({ onFailure, retries }: Pick<RepositoryStep, 'onFailure' | 'retries'>): boolean =>
  onFailure === 'retry' && retries > 0;

/** What lies in a step; undefined for one that holds nothing. A function that calls itself is not opened again. */
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
