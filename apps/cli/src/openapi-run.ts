import type { StepDetail } from '@touchstone/contracts';
import { createHttpSession, type HttpStep, type KeyValue, runSteps, type StepEvent } from '@touchstone/engine-http';
import { importOpenApi } from '@touchstone/engine-import';
import {
  countStep,
  createMask,
  noCounts,
  type ReportCounts,
  type ReportRun,
  recordHttpStep,
  recordSkippedStep,
  renderHtmlReport,
  renderJsonReport,
  renderJunitReport,
} from '@touchstone/report';
import { CliError } from './cli-error.ts';
import { parseHeader, parseVariables } from './name-value.ts';
import { readOpenApiDocument } from './openapi-document.ts';
import { type Outcome, outcomeOf, outcomeWords } from './outcome.ts';
import { type Failure, Progress, type Screen, screenOf } from './progress.ts';
import { type FileReporter, parseReporters, writeReport } from './reporters.ts';
import { StepSpool } from './step-spool.ts';
import { onStop } from './stop-signal.ts';

export interface OpenApiRunOptions {
  /** Path or address of the document. */
  source: string;
  baseUrl: string;
  headers: string[];
  variables: string[];
  secrets: string[];
  parallel: number;
  stopOnFailure: boolean;
  reporter: string;
  output: string;
}

const failuresShown = 50;
const problemsShown = 10;
const secretHeader = /authorization|cookie|key|token|secret|password/i;
const renderers: Record<FileReporter, (run: ReportRun) => AsyncIterable<string>> = {
  html: renderHtmlReport,
  junit: renderJunitReport,
  json: renderJsonReport,
};

/** runOpenApi sends every operation of an OpenAPI document and holds the answers against it; it needs no server of Touchstone. */
export async function runOpenApi(
  options: OpenApiRunOptions,
  screen: Screen = screenOf(process.stdout),
): Promise<Outcome> {
  const headers = options.headers.map(parseHeader);
  const secrets = parseVariables(options.secrets, '--secret');
  const variables = { ...parseVariables(options.variables, '--var'), ...secrets };
  const reporters = parseReporters(options.reporter, options.output);
  assertAddress(options.baseUrl);
  const api = importOpenApi(await readOpenApiDocument(options.source), { baseUrl: options.baseUrl });
  const progress = new Progress(screen, { isListed: reporters.isListed });
  for (const { place, reason } of api.problems.slice(0, problemsShown))
    progress.note(`Not imported: ${place}: ${reason}`);
  if (api.problems.length > problemsShown) progress.note(`… and ${api.problems.length - problemsShown} more`);
  if (api.steps.length === 0)
    throw new CliError(`Nothing to run: ${api.problems[0]?.reason ?? 'the document has no operations.'}`);

  const plan = new Plan(api.steps, headers);
  const mask = createMask([...Object.values(secrets), ...secretsIn(headers)]);
  const spool = await StepSpool.create();
  try {
    const recorded = await execute({ ...options, plan, mask, variables, spool, progress });
    const { counts, isStopped, startedAt, failures } = recorded;
    const durationMs = Date.now() - startedAt.getTime();
    const outcome = outcomeOf(counts, isStopped);
    progress.failures(failures, counts.failed + counts.errors);
    const missing = [...new Set(failures.flatMap(({ unresolved }) => unresolved.map(({ name }) => name)))];
    if (missing.length > 0)
      progress.note(`\nGive the missing values: ${missing.map((name) => `--secret ${name}=…`).join(' ')}`);
    progress.end(outcomeWords[outcome], outcome === 'passed', counts, durationMs);
    const run = {
      name: mask(api.title),
      status: outcome === 'empty' ? ('passed' as const) : outcome,
      executionStatus: outcomeWords[outcome],
      startedAt: startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
      durationMs,
      environmentName: mask(options.baseUrl),
      startedBy: 'touchstone run',
      counts,
      suites: plan.suites,
    };
    for (const { type, path } of reporters.files) {
      await writeReport(path, renderers[type]({ ...run, steps: spool.steps() }));
      progress.note(`Report: ${path}`);
    }
    return outcome;
  } finally {
    await spool.remove();
  }
}

function assertAddress(baseUrl: string): void {
  if (!/^https?:\/\/[^/?#\s]+/i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new CliError(`--base-url "${baseUrl}" is no address. Write it like http://localhost:8080/api.`);
}

/** Values of headers that carry credentials; of `Bearer abc` also the second word, since it may stand elsewhere alone. */
const secretsIn = (headers: KeyValue[]): string[] =>
  headers.filter(({ key }) => secretHeader.test(key)).flatMap(({ value }) => [value, value.split(/\s+/).at(-1) ?? '']);

/** Plan is the steps in order with the user's headers; groups are shown as suites. */
class Plan {
  readonly steps: HttpStep[];
  readonly suites: ReportRun['suites'];
  readonly #places: Map<string, number>;

  constructor(imported: HttpStep[], headers: KeyValue[]) {
    const own = new Set(headers.map(({ key }) => key.toLowerCase()));
    const groups = Map.groupBy(imported, ({ group }) => group);
    this.steps = [...groups.values()].flat().map((step) => ({
      ...step,
      headers: [...step.headers.filter(({ key }) => !own.has(key.toLowerCase())), ...headers],
    }));
    this.suites = [...groups].map(([group, steps]) => ({ suiteId: group, suiteName: group, total: steps.length }));
    this.#places = new Map(this.steps.map(({ id }, index) => [id, index]));
  }

  indexOf(step: HttpStep): number {
    return this.#places.get(step.id) ?? -1;
  }
}

interface Recorded {
  counts: ReportCounts;
  isStopped: boolean;
  startedAt: Date;
  failures: Failure[];
}

async function execute(options: {
  plan: Plan;
  mask: (text: string) => string;
  variables: Record<string, string>;
  spool: StepSpool;
  progress: Progress;
  parallel: number;
  stopOnFailure: boolean;
}): Promise<Recorded> {
  const { plan, progress, spool } = options;
  const startedAt = new Date();
  const counts: ReportCounts = { ...noCounts(), queued: plan.steps.length, total: plan.steps.length };
  const failures: Failure[] = [];
  const stop = new AbortController();
  const undo = onStop(() => {
    progress.note('Stopping. Press Ctrl C again to leave at once.');
    stop.abort();
  });
  const session = createHttpSession({ scopes: [options.variables] });
  try {
    await runSteps({
      steps: plan.steps,
      session,
      concurrency: options.parallel,
      stopOnFailure: options.stopOnFailure,
      signal: stop.signal,
      emit: async (event) => {
        if (event.type === 'started') {
          counts.running += 1;
          counts.queued -= 1;
        } else {
          const detail = await recordEvent(event, plan, options.mask);
          if (event.type === 'finished') counts.running -= 1;
          else counts.queued -= 1;
          countStep(counts, detail.status);
          counts.total -= 1;
          await spool.add(detail);
          progress.finished(detail);
          const isFailure = detail.status === 'failed' || detail.status === 'error';
          if (isFailure && failures.length < failuresShown) failures.push(failureOf(detail));
        }
        progress.update(counts, Date.now() - startedAt.getTime());
      },
    });
  } finally {
    undo();
    await session.close();
  }
  counts.cancelled += counts.queued;
  counts.queued = 0;
  return { counts, isStopped: stop.signal.aborted, startedAt, failures };
}

async function recordEvent(
  event: Exclude<StepEvent, { type: 'started' }>,
  plan: Plan,
  mask: (text: string) => string,
): Promise<StepDetail> {
  const { step } = event;
  const suite = { suiteId: step.group, suiteName: step.group };
  const common = { step, index: plan.indexOf(step), suite, scriptId: null, attempt: 1, mask };
  if (event.type === 'finished') return recordHttpStep({ ...common, result: event.result });
  return recordSkippedStep({ ...common, message: event.message });
}

const failureOf = ({ name, suiteName, method, url, status, message, unresolved, assertions }: StepDetail): Failure => ({
  name,
  suiteName,
  method,
  url,
  status,
  message,
  unresolved,
  assertions: assertions.filter((assertion) => assertion.status === 'failed'),
});
