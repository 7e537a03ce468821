import type { Session } from '@touchstone/engine-browser';
import { secretMask } from '@touchstone/engine-keyword/core';
import type { Platform } from '../../../platform/platform.ts';
import type { RunContext } from '../../runs/index.ts';
import { openScopes } from '../../workspaces/index.ts';
import type { OneTimeCodes } from '../app/one-time-codes.ts';
import { KeptVariables } from '../domain/kept-variables.ts';
import { planRows, type Unit } from '../domain/plan-rows.ts';
import { RecordPlaces } from '../domain/record-places.ts';
import type { ScriptPlan } from '../domain/script-plan.ts';
import { noDetail } from '../domain/step-detail.ts';
import type { Browsers } from './browsers.ts';
import { type IndexedRow, runUnit, type UnitEnd, type UnitRun } from './run-unit.ts';

/** The executed rows of a unit, by the key of their executions. */
interface UnitRows {
  unit: Unit;
  rows: Map<string, IndexedRow>;
}

/** executeScripts runs the scripts of a plan one after the other, each in a browser of its own, and records every step. */
export async function executeScripts(
  {
    platform,
    browsers,
    codes,
  }: { platform: Platform; browsers: Pick<Browsers, 'open'>; codes: Pick<OneTimeCodes, 'take'> },
  context: RunContext,
): Promise<void> {
  const plan = context.plan as ScriptPlan;
  const places = await placesOf(context);
  const { scopes, secrets } = openScopes(platform, plan.variables);
  const variables = Object.assign({}, ...scopes.toReversed()) as Record<string, string>;
  // One script after the other listens.
  let onNews: () => void = () => undefined;
  context.onWake(() => onNews());
  const code = {
    take: () => codes.take(context.runId),
    onNews: (listener: () => void) => {
      onNews = listener;
    },
  };
  const shared = { context, plan, places, variables, secrets, code };
  const kept = new KeptVariables(plan.handedOn ?? [], secretMask(secrets), context.checkpoint);
  if (plan.handedOn?.length) context.keepState(() => kept.read());
  let hasFailed = false;
  for (const { unit, rows } of unitRows(plan)) {
    if (context.signal.aborted) return;
    const hasOpen = [...rows.values()].some(({ index }) => places.openId(index) !== undefined);
    // A script that a lost runner had begun is run again from its start; what it recorded stays as it is. Scripts of a chain are run again
    // from the first, because each needs the variables of those before.
    if (!hasOpen && !plan.isChaining) continue;
    if (hasFailed && plan.isChaining) {
      await skipAll({ context, places, rows, message: 'Not run, because a script before failed.' });
      continue;
    }
    const own = new Map<string, string>();
    kept.begin(unit.key, own);
    const { failure, variables: set } = await executeUnit({ ...shared, unit, rows, own }, browsers);
    if (plan.isChaining) Object.assign(variables, set);
    if (failure !== undefined && !hasFailed) context.conclude(told(plan, unit, failure));
    hasFailed ||= failure !== undefined;
  }
  if (kept.problem !== undefined) context.conclude(kept.problem, 'failed');
}

/** The first failure of a run, with the script where there are several. */
const told = ({ scripts }: ScriptPlan, { script }: Unit, failure: string): string =>
  scripts.length > 1 ? `${script.name}: ${failure}` : failure;

/** Runs a script in a browser of its own, or records why there is none; gives what the first failure said, and the variables that its steps set. */
async function executeUnit(
  run: Omit<UnitRun, 'driver'>,
  browsers: Pick<Browsers, 'open'>,
): Promise<Pick<UnitEnd, 'failure' | 'variables'>> {
  const { context, plan, rows, places } = run;
  const session = await openBrowser(browsers, context, plan).catch((error: unknown) => error);
  if (!isSession(session)) {
    if (context.signal.aborted) return { failure: undefined, variables: {} };
    const message = session instanceof Error ? session.message : String(session);
    await cannotBegin({ context, places, rows, message });
    return { failure: message, variables: {} };
  }
  try {
    const { skipped, ...end } = await runUnit({ ...run, driver: session });
    if (context.signal.aborted) return { ...end, failure: undefined };
    await skipRest({ context, places, rows, skipped });
    return end;
  } finally {
    await session.close();
  }
}

const isSession = (value: unknown): value is Session => value instanceof Object && 'perform' in value;

const openBrowser = (browsers: Pick<Browsers, 'open'>, context: RunContext, plan: ScriptPlan): Promise<Session> => {
  const { organizationId, projectId, signal } = context;
  return browsers.open({ organizationId, projectId, browser: plan.browser, viewport: plan.viewport, signal });
};

/** What earlier runners have recorded, and what is left. */
async function placesOf(context: RunContext): Promise<RecordPlaces> {
  const open = new Map<number, string>();
  for await (const { index, stepId } of context.openSteps()) open.set(index, stepId);
  const { last, repeats } = await context.progress();
  return new RecordPlaces({ open, repeats, nextIndex: context.total, lastPosition: last?.position });
}

/** Units with their rows; the n-th row that is executed has the index n, as the core counts them. */
function* unitRows(plan: ScriptPlan): Generator<UnitRows> {
  let current: UnitRows | undefined;
  let index = 0;
  for (const row of planRows(plan)) {
    if (row.isContainer || !row.unit) continue;
    if (current?.unit.key !== row.unit.key) {
      if (current) yield current;
      current = { unit: row.unit, rows: new Map() };
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

/** Rows that the script did not come to are skipped, with the reason of what they lie in where it has one. */
async function skipRest({ context, places, rows, skipped }: Rest & { skipped: ReadonlyMap<string, string> }) {
  for (const row of rows.values()) {
    if (places.openId(row.index) === undefined) continue;
    await record({ context, places, row, status: 'skipped', message: reasonFor(row.key, skipped) });
  }
}

/** Rows of a script that is not begun. */
async function skipAll({ message, ...rest }: Rest & { message: string }): Promise<void> {
  for (const row of rest.rows.values())
    if (rest.places.openId(row.index) !== undefined) await record({ ...rest, row, status: 'skipped', message });
}

function reasonFor(key: string, skipped: ReadonlyMap<string, string>): string {
  for (let at = key.lastIndexOf('/'); at > 0; at = key.lastIndexOf('/', at - 1)) {
    const reason = skipped.get(key.slice(0, at));
    if (reason) return reason;
  }
  return 'Not run, because the script took another way.';
}

/** Without a browser the first step has the error, and the others are not run. */
async function cannotBegin({ context, places, rows, message }: Rest & { message: string }): Promise<void> {
  let status: 'error' | 'skipped' = 'error';
  for (const row of rows.values()) {
    if (places.openId(row.index) === undefined) continue;
    const told = status === 'error' ? message : 'Not run, because no browser could be opened.';
    await record({ context, places, row, status, message: told });
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
    index: place.index,
    status,
    durationMs: null,
    startedAt: new Date(),
    message,
    outcome: { isCaught: false, isFlaky: false, hasPicture: false },
    detail: { ...noDetail, path, sourceStepId: step?.id ?? null, keyword: step?.keyword ?? null },
  });
}
