import type { Prerequisite, PrerequisiteAction, ScriptAuthentication } from '@touchstone/contracts/api-testing';
import { type HttpStep, type HttpStepResult, type PreparableSession, variableNames } from '@touchstone/engine-http';
import type { Platform } from '../../../platform/platform.ts';
import { type AskDatabases, type Databases, textOf } from '../../workspaces/index.ts';
import { toHttpStep } from '../domain/executions/functional-plan.ts';
import { nameProblem } from '../domain/prerequisites/prerequisite.ts';
import { secretsOf } from '../domain/suites/without-secrets.ts';
import { scriptsStore } from '../store/scripts.store.ts';

/** The most rows that a query may put into one variable. */
const maxRows = 500;
/** Time limit of a script in the sandbox, excluding waits for its requests, so that others aren't kept waiting. */
const maxScriptMs = 10_000;

type Action<Kind extends PrerequisiteAction['kind']> = Extract<PrerequisiteAction, { kind: Kind }>;

/** What a prerequisite returned: its values, or the problem that ended it, with what to show. */
export interface Performance {
  values: Record<string, string>;
  problem?: string;
  /** The exchange of a script prerequisite. */
  exchange?: { step: HttpStep; result: HttpStepResult };
  logs?: string[];
  /** Where the values come from, such as the name of a database. */
  source: string;
  /** Credentials that were used and must not be shown. */
  secrets: string[];
}

export interface PerformOptions {
  platform: Platform;
  databases: Databases;
  askDatabases: AskDatabases;
  scope: { organizationId: string; projectId: string };
  session: PreparableSession;
  signal: AbortSignal;
}

const failed = (problem: string, rest: Partial<Performance> = {}): Performance => ({
  values: {},
  source: '',
  secrets: [],
  ...rest,
  problem,
});

/** performPrerequisite sends the request, queries the database or runs the script. Errors are returned in `problem`. */
export async function performPrerequisite(
  prerequisite: Pick<Prerequisite, 'name' | 'action' | 'timeoutMs'> & { stepId: string },
  options: PerformOptions,
): Promise<Performance> {
  const { action } = prerequisite;
  const performance = await (action.kind === 'script'
    ? performScript(prerequisite, action, options)
    : action.kind === 'database'
      ? performQuery(prerequisite, action, options)
      : performJavaScript(prerequisite, action, options));
  const problem = performance.problem ?? nameProblem(Object.keys(performance.values));
  return problem === undefined ? performance : { ...performance, problem };
}

async function performScript(
  { name, stepId, timeoutMs }: { name: string; stepId: string; timeoutMs: number },
  action: Action<'script'>,
  { platform, scope, session, signal }: PerformOptions,
): Promise<Performance> {
  const [script] = await scriptsStore.findMany(platform.database.sql, scope.organizationId, [action.scriptId]);
  if (script?.projectId !== scope.projectId) return failed('Its script was deleted. Choose another one.');
  const authentication: ScriptAuthentication = script.authentication
    ? JSON.parse(platform.secrets.open(script.authentication, `api_testing.script.authentication:${script.id}`))
    : { type: 'none' };
  const step = toHttpStep({ stepId, suiteId: script.suiteId, document: script.document }, authentication);
  const dataHandlers = action.dataHandlers.length ? action.dataHandlers : step.dataHandlers;
  const settings = { ...step.settings, timeoutMs: Math.min(step.settings.timeoutMs ?? timeoutMs, timeoutMs) };
  const result = await session.execute({ ...step, name, dataHandlers, settings } as HttpStep, { signal });
  const values = Object.fromEntries(
    result.extracted.flatMap(({ name, value, found }) => (found ? [[name, value]] : [])),
  );
  const problem =
    result.error?.message ??
    result.assertions.find(({ status }) => status === 'failed')?.message ??
    result.extracted.find(({ found }) => !found)?.message;
  return {
    values,
    ...(problem !== undefined && { problem }),
    exchange: { step, result },
    source: step.url,
    secrets: secretsOf(authentication),
  };
}

async function performQuery(
  { timeoutMs }: { timeoutMs: number },
  action: Action<'database'>,
  { databases, askDatabases, scope, session, signal }: PerformOptions,
): Promise<Performance> {
  const target = await databases.findTarget(scope, action.databaseConfigurationId);
  if (!target) return failed('Its database configuration was deleted. Choose another one.');
  const shown = { source: target.name, secrets: target.password ? [target.password] : [] };
  const values: Record<string, string> = {};
  for (const name of variableNames(action.query)) {
    const { text, unresolved } = session.resolve(`{{${name}}}`);
    if (unresolved.length) return failed(`The variable ${unresolved[0]} has no value.`, shown);
    values[name] = text;
  }
  const wanted = action.result === 'json' ? maxRows + 1 : 1;
  try {
    const query = { text: action.query, values, maxRows: wanted };
    const rows = await askDatabases.query(target, query, { timeoutMs, signal });
    if (action.result === 'json') {
      if (rows.length > maxRows)
        return failed(`The query gives more than ${maxRows} rows. Add a limit or a condition.`, shown);
      return { values: { [action.variableName]: JSON.stringify(rows) }, ...shown };
    }
    const row = rows[0];
    if (!row) return failed('The query gives no row, so no variable could be set.', shown);
    return { values: Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, textOf(cell)])), ...shown };
  } catch (error) {
    return failed((error as Error).message, shown);
  }
}

async function performJavaScript(
  { name, timeoutMs }: { name: string; timeoutMs: number },
  action: Action<'javascript'>,
  { session, signal }: PerformOptions,
): Promise<Performance> {
  const script = { name, code: action.code, limitMs: Math.min(timeoutMs, maxScriptMs) };
  const limit = AbortSignal.timeout(timeoutMs);
  const { variables, tests, logs, error } = await session.runScript(script, AbortSignal.any([signal, limit]));
  const test = tests.find(({ passed }) => !passed);
  const line = error?.line === undefined ? '' : ` (line ${error.line})`;
  const problem =
    error && limit.aborted
      ? `The script took longer than ${timeoutMs / 1000} s. Make it simpler, or raise the time limit.`
      : error
        ? `${error.message}${line}`
        : test && `${test.name}: ${test.message}`;
  return {
    values: variables,
    ...(problem !== undefined && { problem }),
    logs: logs.map(({ level, text }) => `${level}: ${text}`),
    source: '',
    secrets: [],
  };
}
