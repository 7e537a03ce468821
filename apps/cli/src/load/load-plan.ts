import { readFile } from 'node:fs/promises';
import type { FileSource, HttpBody, HttpStep, KeyValue } from '@touchstone/engine-http';
import {
  type LoadExecutor,
  type LoadPlan,
  type LoadScenario,
  type LoadStage,
  type LoadThreshold,
  readK6Options,
  type ThinkTime,
  validatePlan,
} from '@touchstone/engine-load';
import { parseDuration } from '@touchstone/kernel';
import { CliError } from '../cli-error.ts';
import type { CertificateFlags } from '../document/client-certificate.ts';
import { openDataRows } from '../document/data-rows.ts';
import { formats, type SourceFormat } from '../document/import-source.ts';
import { type FileFlags, requestFiles } from '../document/working-folder.ts';
import { readGivenDocument, withHeaders } from '../given-document.ts';
import { parseHeader, parseVariables } from '../name-value.ts';
import type { ServerFlags } from '../remote/server-options.ts';

/** LoadFlags are the options of `touchstone load` as typed. */
export interface LoadFlags
  extends Partial<Record<SourceFormat, string>>,
    Partial<CertificateFlags>,
    FileFlags,
    ServerFlags {
  suite: string[];
  project?: string;
  env?: string;
  url?: string;
  method: string;
  body?: string;
  plan?: string;
  postmanEnv?: string;
  globals?: string;
  baseUrl?: string;
  header: string[];
  var: string[];
  secret: string[];
  data?: string;
  dataMode: string;
  vus?: string;
  duration?: string;
  iterations?: string;
  rate?: string;
  stages?: string;
  executor?: string;
  thinkTime?: string;
  k6Options?: string;
  threshold: string[];
  abortOnFail?: boolean;
  threads?: string;
  insecure?: boolean;
  label?: string;
  commit?: string;
  summary?: string;
  savePlan?: string;
}

/** PlannedRun is a plan with the notes about how it was read. */
export interface PlannedRun {
  plan: LoadPlan;
  notes: string[];
  /** Values that are masked wherever they appear. */
  secrets: string[];
  /** Opens the files of requests. */
  files: FileSource;
}

const maxDataRows = 1_000_000;
const defaultDurationMs = 30_000;

/** readPlan builds a run's plan from the options. Throws CliError with what to correct. */
export async function readPlan(flags: LoadFlags): Promise<PlannedRun> {
  const secrets = parseVariables(flags.secret, '--secret');
  const given = { ...parseVariables(flags.var, '--var'), ...secrets };
  const thresholds = flags.threshold.map((text) => readThreshold(text, flags.abortOnFail === true));
  const planned =
    flags.plan === undefined
      ? await composePlan(flags, given)
      : { plan: await readPlanFile(flags.plan, given), notes: [], secrets: [], files: requestFiles(flags) };
  const plan: LoadPlan = { ...planned.plan, thresholds: [...planned.plan.thresholds, ...thresholds] };
  let problems: ReturnType<typeof validatePlan>;
  try {
    problems = validatePlan(plan);
  } catch {
    throw new CliError(`--plan ${flags.plan} is not a load plan. Write one with --save-plan and change it.`);
  }
  if (problems.length > 0) throw new CliError(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
  return { plan, notes: planned.notes, secrets: [...planned.secrets, ...Object.values(secrets)], files: planned.files };
}

async function composePlan(flags: LoadFlags, given: Record<string, string>): Promise<PlannedRun> {
  const headers = flags.header.map(parseHeader);
  const source =
    flags.url === undefined ? await stepsOfDocument(flags, headers) : await stepsOfUrl(flags, flags.url, headers);
  const k6 = flags.k6Options === undefined ? undefined : readK6Options(await readText(flags.k6Options, '--k6-options'));
  const steps = flags.insecure === true ? source.steps.map(withoutVerification) : source.steps;
  const data = flags.data === undefined ? undefined : await readData(flags.data, flags.dataMode);
  const shared = {
    steps,
    scopes: [{ ...source.variables, ...given }],
    ...(data === undefined ? {} : { data }),
    ...(flags.thinkTime === undefined ? {} : { thinkTime: readThinkTime(flags.thinkTime) }),
  };
  const loads: Pick<LoadScenario, 'name' | 'executor'>[] =
    k6 === undefined || k6.scenarios.length === 0 ? [{ name: 'default', executor: readExecutor(flags) }] : k6.scenarios;
  const notes = [...source.notes, ...(k6?.unread ?? []).map(({ path, message }) => `Not read: ${path}: ${message}`)];
  const scenarios = loads.map((load): LoadScenario => ({ ...load, ...shared }));
  return { plan: { scenarios, thresholds: k6?.thresholds ?? [] }, notes, secrets: source.secrets, files: source.files };
}

async function readPlanFile(path: string, given: Record<string, string>): Promise<LoadPlan> {
  let plan: LoadPlan;
  try {
    plan = JSON.parse(await readText(path, '--plan')) as LoadPlan;
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`--plan ${path} is not JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(plan?.scenarios))
    throw new CliError(`--plan ${path} is not a load plan. Write one with --save-plan and change it.`);
  const scenarios = plan.scenarios.map((scenario) => ({ ...scenario, scopes: [given, ...(scenario.scopes ?? [])] }));
  return { ...plan, scenarios, thresholds: plan.thresholds ?? [] };
}

interface StepSource {
  steps: HttpStep[];
  /** Values that the document marks as secret. */
  secrets: string[];
  variables: Record<string, string>;
  notes: string[];
  files: FileSource;
}

async function stepsOfUrl(flags: LoadFlags, url: string, headers: KeyValue[]): Promise<StepSource> {
  const body = flags.body?.startsWith('@') ? await readText(flags.body.slice(1), '--body') : flags.body;
  const isTyped = headers.some(({ key }) => key.toLowerCase() === 'content-type');
  const content: HttpBody =
    body === undefined ? { type: 'none' } : { type: !isTyped && isJson(body) ? 'json' : 'text', content: body };
  const method = flags.body !== undefined && flags.method === 'GET' ? 'POST' : flags.method;
  const step: HttpStep = {
    id: 'url',
    name: `${method} ${url}`,
    group: 'url',
    method,
    url,
    headers,
    body: content,
    queryParams: [],
    pathParams: [],
    assertions: [],
    dataHandlers: [],
    settings: {},
    authentication: { type: 'none' },
  };
  return { steps: [step], secrets: [], variables: {}, notes: [], files: requestFiles(flags) };
}

async function stepsOfDocument(flags: LoadFlags, headers: KeyValue[]): Promise<StepSource> {
  const format = (Object.keys(formats) as SourceFormat[]).find((name) => flags[name] !== undefined)!;
  if (format === 'openapi' && flags.baseUrl === undefined)
    throw new CliError('Give --base-url, the address of the API to test, such as --base-url http://localhost:8080.');
  const { api, scopes, files, secrets, problems } = await readGivenDocument({
    format,
    source: flags[format]!,
    baseUrl: flags.baseUrl,
    files: flags,
    environment: flags.postmanEnv,
    globals: flags.globals,
  });
  const [environment, collection, globals] = scopes;
  return {
    steps: api.steps.map((step) => ({ ...step, headers: withHeaders(step.headers, headers) })),
    variables: { ...globals, ...collection, ...environment },
    files,
    secrets,
    notes: problems.map(({ place, reason }) => `Not imported: ${place}: ${reason}`),
  };
}

async function readData(path: string, mode: string): Promise<NonNullable<LoadScenario['data']>> {
  if (mode !== 'shared' && mode !== 'unique' && mode !== 'random')
    throw new CliError(`--data-mode ${mode} is unknown. Give shared, unique or random.`);
  const source = await openDataRows(path);
  if (source.count > maxDataRows) throw new CliError(`--data ${path} has more than ${maxDataRows} rows.`);
  const rows: Record<string, string>[] = [];
  for await (const row of source.read()) rows.push(row);
  return { mode, rows };
}

/** readExecutor returns the workload model described by the options. */
export function readExecutor(flags: LoadFlags): LoadExecutor {
  const vus = readCount(flags.vus, '--vus') ?? 1;
  const rate = readCount(flags.rate, '--rate', false);
  const iterations = readCount(flags.iterations, '--iterations');
  const durationMs = flags.duration === undefined ? defaultDurationMs : readDuration(flags.duration, '--duration');
  const stages = flags.stages === undefined ? undefined : readStages(flags.stages);
  const arrivals = { preAllocatedVus: readCount(flags.vus, '--vus') ?? Math.max(10, Math.ceil(rate ?? 10)) };
  const maxDuration = flags.duration === undefined ? {} : { maxDurationMs: durationMs };
  const needStages = (): LoadStage[] => {
    if (stages === undefined) throw new CliError('Give --stages, such as --stages 30s:10,1m:50,10s:0.');
    return stages;
  };
  const needIterations = (): number => {
    if (iterations === undefined) throw new CliError('Give --iterations.');
    return iterations;
  };
  switch (flags.executor ?? defaultExecutor({ rate, iterations, stages })) {
    case 'constant-vus':
      return { type: 'constant-vus', vus, durationMs };
    case 'ramping-vus':
      return { type: 'ramping-vus', startVus: readCount(flags.vus, '--vus') ?? 0, stages: needStages() };
    case 'shared-iterations':
      return { type: 'shared-iterations', vus, iterations: needIterations(), ...maxDuration };
    case 'per-vu-iterations':
      return { type: 'per-vu-iterations', vus, iterations: needIterations(), ...maxDuration };
    case 'constant-arrival-rate':
      if (rate === undefined) throw new CliError('Give --rate, the iterations started per second.');
      return { type: 'constant-arrival-rate', rate, durationMs, ...arrivals };
    case 'ramping-arrival-rate':
      return { type: 'ramping-arrival-rate', startRate: rate ?? 0, stages: needStages(), ...arrivals };
    default:
      throw new CliError(
        `--executor ${flags.executor} is unknown. Give constant-vus, ramping-vus, shared-iterations, per-vu-iterations, constant-arrival-rate or ramping-arrival-rate.`,
      );
  }
}

function defaultExecutor(given: Record<'rate' | 'iterations' | 'stages', unknown>): LoadExecutor['type'] {
  if (given.rate !== undefined) return given.stages === undefined ? 'constant-arrival-rate' : 'ramping-arrival-rate';
  if (given.stages !== undefined) return 'ramping-vus';
  return given.iterations === undefined ? 'constant-vus' : 'shared-iterations';
}

function readStages(text: string): LoadStage[] {
  return text.split(',').map((stage) => {
    const [time = '', target = ''] = stage.split(':');
    return { durationMs: readDuration(time, '--stages'), target: readCount(target, '--stages', false)! };
  });
}

/** readThinkTime parses a pause such as `500ms` or `1s-3s`. */
export function readThinkTime(text: string): ThinkTime {
  const [from = '', to] = text.split('-');
  const minMs = readDuration(from, '--think-time');
  return to === undefined
    ? { type: 'constant', ms: minMs }
    : { type: 'uniform', minMs, maxMs: readDuration(to, '--think-time') };
}

/** readThreshold parses `p95<300`, or `Name of a request: p95<300`. */
export function readThreshold(text: string, abortOnFail: boolean): LoadThreshold {
  const cut = text.lastIndexOf(':');
  const target: LoadThreshold['target'] =
    cut < 0 ? { type: 'total' } : { type: 'request', request: text.slice(0, cut).trim() };
  return { target, expression: text.slice(cut + 1).trim(), ...(abortOnFail ? { abortOnFail } : {}) };
}

/** readDuration parses a time such as `1m30s`, `500ms` or `30` (seconds) to milliseconds. */
export function readDuration(text: string, option: string): number {
  const ms = parseDuration(text, 's');
  if (ms === undefined) throw new CliError(`${option} "${text}" is not a time. Write it like 30s, 5m, 1h30m or 500ms.`);
  return ms;
}

/** readCount parses a number that isn't negative. */
export function readCount(text: string | undefined, option: string, isWhole = true): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  const isValid =
    text.trim() !== '' && number >= 0 && (isWhole ? Number.isSafeInteger(number) : Number.isFinite(number));
  if (!isValid) throw new CliError(`${option} "${text}" is not a ${isWhole ? 'whole ' : ''}number from 0.`);
  return number;
}

const withoutVerification = (step: HttpStep): HttpStep => ({
  ...step,
  settings: { ...step.settings, verifyCertificate: false },
});

/** readText reads the file named by an option. */
export async function readText(path: string, option: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new CliError(`${option} ${path} cannot be read. Check the path.`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
