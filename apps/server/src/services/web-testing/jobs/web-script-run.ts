import { type PlannedTarget, runTargetTitle } from '@touchstone/contracts/test-repository';
import type { Session } from '@touchstone/engine-browser';
import { secretMask } from '@touchstone/engine-keyword/core';
import type { Platform } from '../../../platform/platform.ts';
import type { RunContext } from '../../runs/index.ts';
import type { NewPrint, Repository } from '../../test-repository/index.ts';
import { openScopes } from '../../workspaces/index.ts';
import type { KeptSessions } from '../app/kept-sessions.ts';
import type { WatchedRuns } from '../app/live/watched-runs.ts';
import type { OneTimeCodes } from '../app/one-time-codes.ts';
import type { UnitRecordings } from '../app/unit-recordings.ts';
import { KeptVariables } from '../domain/kept-variables.ts';
import { planRows, type Unit } from '../domain/plan-rows.ts';
import { RecordPlaces } from '../domain/record-places.ts';
import { healingOf, readPlan, type ScriptPlan } from '../domain/script-plan.ts';
import { noDetail } from '../domain/steps/step-detail.ts';
import type { Browsers } from './browsers.ts';
import { keepRecording, type UnitKeeper } from './keep-recording.ts';
import { type IndexedRow, runUnit, type UnitEnd, type UnitRun } from './run-unit.ts';

/** The rows of a unit to execute, by the key of their executions. */
interface UnitRows {
  unit: Unit;
  /** Number of the unit in the run, from 1 on. */
  number: number;
  rows: Map<string, IndexedRow>;
}

interface Parts {
  platform: Platform;
  browsers: Pick<Browsers, 'open'>;
  repository: Pick<Repository, 'baselinesOf' | 'elementPrints'>;
  keptSessions: Pick<KeptSessions, 'of'>;
  codes: Pick<OneTimeCodes, 'take'>;
  watchedRuns: Pick<WatchedRuns, 'opened'>;
  recordings: Pick<UnitRecordings, 'put'>;
}

/** What chained scripts of a target pass on. */
interface Chain {
  variables: Record<string, string>;
  hasFailed: boolean;
}

/**
 * executeScripts executes the scripts of a plan, each in its own browser and with the plan's concurrency, and records
 * every step.
 */
export async function executeScripts(parts: Parts, context: RunContext): Promise<void> {
  const { platform, codes } = parts;
  const plan = readPlan(context.plan);
  const placesOf = await readPlaces(context);
  const { scopes, secrets } = openScopes(platform, plan.variables);
  const variables = Object.assign({}, ...scopes.toReversed()) as Record<string, string>;
  const chains = plan.targets.map((): Chain => ({ variables: { ...variables }, hasFailed: false }));
  const code = codeOf(codes, context);
  const fails = firstFailure(context, plan);
  const kept = new KeptVariables(plan.handedOn ?? [], secretMask(secrets), context.checkpoint);
  if (plan.handedOn?.length) context.keepState(() => kept.read());
  const execute = async ({ unit, number, rows }: UnitRows): Promise<void> => {
    const places = placesOf(rows);
    // A script that a lost runner had started is run again from its start; its existing records stay. Scripts of a
    // chain are run again from the first, because each needs the variables of the earlier ones.
    if (!places.hasOpen && !plan.isChaining) return;
    const chain = plan.isChaining ? chains[unit.target] : undefined;
    if (chain?.hasFailed) {
      await skipAll({ context, places, rows, message: 'Not run, because a script before failed.' });
      return;
    }
    const own = new Map<string, string>();
    kept.begin(unit.key, own);
    const shared = { context, plan, places, unit, rows, secrets, code, own, variables: chain?.variables ?? variables };
    const { failure, variables: set } = await executeUnit(shared, number, parts);
    if (failure !== undefined) fails({ unit, rows }, failure);
    if (!chain) return;
    Object.assign(chain.variables, set);
    chain.hasFailed = failure !== undefined;
  };
  // Workers take units from one list. A worker that returns or throws closes it; the others finish what they have
  // started.
  const units = unitRows(plan);
  const work = async () => {
    for (const next of units) {
      if (context.signal.aborted) return;
      await execute(next);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: plan.parallel }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (kept.problem !== undefined) context.conclude(kept.problem, 'failed');
}

/** Codes from users for steps that wait for one; all of them are notified, and each code is taken once. */
function codeOf(codes: Pick<OneTimeCodes, 'take'>, context: RunContext): UnitRun['code'] {
  const listeners = new Set<() => void>();
  context.onWake(() => {
    for (const listener of listeners) listener();
  });
  return {
    take: () => codes.take(context.runId),
    onNews(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Concludes with the failure of the unit that is first in the plan, with its target and script if there are several.
 */
function firstFailure(context: RunContext, { targets, scripts }: ScriptPlan) {
  let first = Number.POSITIVE_INFINITY;
  return ({ unit, rows }: Pick<UnitRows, 'unit' | 'rows'>, failure: string): void => {
    const [{ index } = { index: 0 }] = rows.values();
    if (index >= first) return;
    first = index;
    const target = targets.length > 1 ? targets[unit.target] : undefined;
    const script = scripts.length > 1 ? `${unit.script.name}: ` : '';
    context.conclude(`${target ? `${runTargetTitle(target)}: ` : ''}${script}${failure}`);
  };
}

/**
 * Runs a script in its own browser, or records why there is none; returns the first failure's message, and the
 * variables set by its steps.
 */
async function executeUnit(
  run: Omit<UnitRun, 'driver'>,
  number: number,
  parts: Parts,
): Promise<Pick<UnitEnd, 'failure' | 'variables'>> {
  const { context, rows, places } = run;
  const session = await openBrowser(parts, run).catch((error: unknown) => error);
  if (!isSession(session)) {
    if (context.signal.aborted) return { failure: undefined, variables: {} };
    const message = session instanceof Error ? session.message : String(session);
    await cannotBegin({ context, places, rows, message });
    return { failure: message, variables: {} };
  }
  const { driver, closed } = parts.watchedRuns.opened(context.runId, session);
  const { platform, recordings } = parts;
  const recording = await keepRecording({ ...run, number, session, platform, recordings });
  let hasFailed = false;
  try {
    const code = { ...run.code, take: async () => hidden(await run.code.take(), recording) };
    const { skipped, prints, ...end } = await runUnit({ ...run, code, driver });
    await keepPrints(parts, context, prints);
    hasFailed = end.failure !== undefined;
    if (context.signal.aborted) return { ...end, failure: undefined };
    await skipRest({ context, places, rows, skipped });
    return end;
  } finally {
    closed();
    await recording.end(hasFailed);
    await session.close();
  }
}

/** Failing to store what a run has learnt doesn't fail the run. */
async function keepPrints(
  { platform, repository }: Pick<Parts, 'platform' | 'repository'>,
  { organizationId, projectId, runId, signal }: RunContext,
  prints: readonly NewPrint[],
): Promise<void> {
  if (signal.aborted) return;
  await repository.elementPrints.keep({ organizationId, projectId }, prints).catch((error: unknown) => {
    platform.log.warn({ err: error, runId }, 'what is known of elements was not kept');
  });
}

/** Masks a code in the recording before a step types it. */
function hidden(code: string | undefined, recording: UnitKeeper): string | undefined {
  if (code !== undefined) recording.hide(code);
  return code;
}

const isSession = (value: unknown): value is Session => value instanceof Object && 'perform' in value;

const openBrowser = (
  parts: Pick<Parts, 'browsers' | 'repository' | 'keptSessions'>,
  { context, plan, unit }: Omit<UnitRun, 'driver'>,
) => {
  const { organizationId, projectId, runId, signal } = context;
  const target = plan.targets[unit.target] as PlannedTarget;
  const place = { organizationId, projectId, scriptId: unit.script.scriptId, target: runTargetTitle(target) };
  const baselines = parts.repository.baselinesOf({ ...place, runId });
  const { environmentId } = plan;
  const keptSessions = parts.keptSessions.of({ organizationId, projectId, environmentId, by: { runId } });
  const healing = healingOf(plan);
  return parts.browsers.open({
    organizationId,
    projectId,
    target,
    baselines,
    keptSessions,
    ...(healing && { healing }),
    signal,
  });
};

/** Returns the places of a unit's rows: what earlier runners have recorded, and what is left. */
async function readPlaces(context: RunContext): Promise<(rows: ReadonlyMap<string, IndexedRow>) => RecordPlaces> {
  const open = new Map<number, string>();
  for await (const { index, stepId } of context.openSteps()) open.set(index, stepId);
  const { repeats, behind } = await context.progress();
  let nextIndex = context.total;
  const takeIndex = () => nextIndex++;
  return (rows) => {
    const indexes = [...rows.values()].map(({ index }) => index);
    return new RecordPlaces(indexes, { open, repeats, behind }, takeIndex);
  };
}

/** Units with their rows; the n-th executed row has the index n, as the core counts them. */
function* unitRows(plan: ScriptPlan): Generator<UnitRows> {
  let current: UnitRows | undefined;
  let index = 0;
  let number = 0;
  for (const row of planRows(plan)) {
    if (row.isContainer || !row.unit) continue;
    if (current?.unit.key !== row.unit.key) {
      if (current) yield current;
      number += 1;
      current = { unit: row.unit, number, rows: new Map() };
    }
    current.rows.set(row.key, { ...row, index });
    index += 1;
  }
  if (current) yield current;
}

interface Rest {
  context: RunContext;
  places: RecordPlaces;
  rows: ReadonlyMap<string, IndexedRow>;
}

/** Skips rows that weren't reached, with the reason of their container if it has one. */
async function skipRest({ context, places, rows, skipped }: Rest & { skipped: ReadonlyMap<string, string> }) {
  for (const row of rows.values()) {
    if (!places.isOpen(row.index)) continue;
    await record({ context, places, row, status: 'skipped', message: reasonFor(row.key, skipped) });
  }
}

/** Skips all rows of a script that isn't started. */
async function skipAll({ message, ...rest }: Rest & { message: string }): Promise<void> {
  for (const row of rest.rows.values())
    if (rest.places.isOpen(row.index)) await record({ ...rest, row, status: 'skipped', message });
}

function reasonFor(key: string, skipped: ReadonlyMap<string, string>): string {
  for (let at = key.lastIndexOf('/'); at > 0; at = key.lastIndexOf('/', at - 1)) {
    const reason = skipped.get(key.slice(0, at));
    if (reason) return reason;
  }
  return 'Not run, because the script took another way.';
}

/** Without a browser, the first step gets the error, and the others aren't run. */
async function cannotBegin({ context, places, rows, message }: Rest & { message: string }): Promise<void> {
  let status: 'error' | 'skipped' = 'error';
  for (const row of rows.values()) {
    if (!places.isOpen(row.index)) continue;
    const reason = status === 'error' ? message : 'Not run, because no browser could be opened.';
    await record({ context, places, row, status, message: reason });
    status = 'skipped';
  }
}

async function record(given: {
  context: RunContext;
  places: RecordPlaces;
  row: IndexedRow;
  status: 'error' | 'skipped';
  message: string;
}): Promise<void> {
  const { context, places, row, status, message } = given;
  const place = places.next(row.index);
  if (!place) return;
  const { step, path } = row;
  await context.finished({
    ...place.take(),
    status,
    durationMs: null,
    startedAt: new Date(),
    message,
    outcome: { isCaught: false, isFlaky: false, hasPicture: false },
    detail: {
      ...noDetail,
      target: row.target,
      unit: row.unit?.key ?? null,
      path,
      sourceStepId: step?.id ?? null,
      keyword: step?.keyword ?? null,
    },
  });
}
