import type { RunCounts, RunStatus } from '@touchstone/contracts/runs';
import { endpointOf } from './endpoint.ts';
import type { FunctionalLabel } from './executions/functional-plan.ts';
import type { RequestSummary } from './stored-step.ts';

export type ResultLevel = 'run' | 'suite' | 'script';
export type ResultStatus = Extract<RunStatus, 'passed' | 'failed' | 'error' | 'cancelled' | 'skipped'>;

/** The outcome of a run, or of a suite or script in it. */
export interface RunResult {
  runId: string;
  level: ResultLevel;
  subjectId: string;
  suiteId: string;
  organizationId: string;
  projectId: string;
  name: string;
  runName: string;
  suiteName: string;
  environmentName: string;
  status: ResultStatus;
  total: number;
  passed: number;
  failed: number;
  error: number;
  durationMs: number;
  startedBy: string;
  /** A script's revision; for a suite, that of all its scripts. Null if unknown. */
  revision: string | null;
  /** The endpoint a script calls, such as `GET /orders/{id}`; null for suites, runs and scripts that call none. */
  endpoint: string | null;
  finishedAt: Date;
}

/** The fields of an ended run that its results are made from. */
export interface EndedRun {
  runId: string;
  organizationId: string;
  projectId: string;
  name: string;
  status: ResultStatus;
  label: unknown;
  counts: RunCounts;
  durationMs: number;
  createdByName: string;
  finishedAt: Date;
}

/** A script of a run with all its executions. */
export interface ScriptOfRun {
  groupId: string;
  sourceId: string;
  name: string;
  /** The summary of its last step. */
  summary: unknown;
  revision: string | null;
  counts: RunCounts;
  averageMs: number;
  startedMs: number | null;
  finishedMs: number | null;
}

/** worstOf returns the combined status of steps: the worst one; if none ran, stopped or skipped. */
export function worstOf(counts: RunCounts): ResultStatus {
  if (counts.error > 0) return 'error';
  if (counts.failed > 0) return 'failed';
  if (counts.cancelled + counts.queued + counts.running > 0) return 'cancelled';
  return counts.passed > 0 || counts.total === 0 ? 'passed' : 'skipped';
}

const sumOf = (scripts: readonly ScriptOfRun[]): RunCounts => {
  const sum: RunCounts = {
    total: 0,
    queued: 0,
    running: 0,
    passed: 0,
    failed: 0,
    error: 0,
    skipped: 0,
    cancelled: 0,
  };
  for (const { counts } of scripts) for (const key of Object.keys(sum) as (keyof RunCounts)[]) sum[key] += counts[key];
  return sum;
};

/** Scripts of a suite may run concurrently, so its duration is from the first start to the last end. */
function spanOf(scripts: readonly ScriptOfRun[]): number {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { startedMs, finishedMs } of scripts) {
    if (startedMs !== null) first = Math.min(first, startedMs);
    if (finishedMs !== null) last = Math.max(last, finishedMs);
  }
  return Math.max(0, last - first);
}

/** Short, and equal exactly for equal values. */
type Digest = (values: string[]) => string;

/** A suite's revision is the same while it has the same, unchanged scripts. */
function revisionOfAll(scripts: readonly ScriptOfRun[], digestOf: Digest): string | null {
  if (scripts.some(({ revision }) => revision === null)) return null;
  return digestOf(scripts.map(({ sourceId, revision }) => `${sourceId} ${revision}`).sort());
}

function calledBy(summary: unknown): string | null {
  const { method, url } = (summary ?? {}) as Partial<RequestSummary>;
  return method && url ? endpointOf(method, url) : null;
}

/** resultsOf returns the rows stored for a run: one for the run, one per suite and one per script. */
export function resultsOf(run: EndedRun, scripts: readonly ScriptOfRun[], digestOf: Digest): RunResult[] {
  const label = run.label as FunctionalLabel;
  const suiteNames = new Map(label.suites.map(({ suiteId, suiteName }) => [suiteId, suiteName]));
  const row = (
    level: ResultLevel,
    subject: Pick<RunResult, 'suiteId' | 'name' | 'status' | 'durationMs' | 'revision'> & {
      id: string;
      endpoint?: string | null;
    },
    { total, passed, failed, error }: RunCounts,
  ): RunResult => ({
    runId: run.runId,
    level,
    subjectId: subject.id,
    suiteId: subject.suiteId,
    organizationId: run.organizationId,
    projectId: run.projectId,
    name: subject.name,
    runName: run.name,
    suiteName: suiteNames.get(subject.suiteId) ?? '',
    environmentName: label.environmentName ?? '',
    status: subject.status,
    total,
    passed,
    failed,
    error,
    durationMs: subject.durationMs,
    startedBy: run.createdByName,
    revision: subject.revision,
    endpoint: subject.endpoint ?? null,
    finishedAt: run.finishedAt,
  });
  const { runId, name, status, durationMs } = run;
  const rows = [row('run', { id: runId, suiteId: '', name, status, durationMs, revision: null }, run.counts)];
  for (const [suiteId, own] of Map.groupBy(scripts, ({ groupId }) => groupId)) {
    const counts = sumOf(own);
    const suite = {
      id: suiteId,
      suiteId,
      name: suiteNames.get(suiteId) ?? suiteId,
      revision: revisionOfAll(own, digestOf),
    };
    rows.push(row('suite', { ...suite, status: worstOf(counts), durationMs: spanOf(own) }, counts));
  }
  for (const { groupId: suiteId, sourceId: id, name: scriptName, summary, revision, counts, averageMs } of scripts) {
    const script = { id, suiteId, name: scriptName, revision, endpoint: calledBy(summary) };
    rows.push(row('script', { ...script, status: worstOf(counts), durationMs: averageMs }, counts));
  }
  return rows;
}
