import type { StepDetail } from '@touchstone/contracts';
import {
  type ClientCertificate,
  createHttpSession,
  type HttpStep,
  type KeyValue,
  runSteps,
  type StepEvent,
} from '@touchstone/engine-http';
import type { ImportedCollection, ImportedVariable } from '@touchstone/engine-import';
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
import { type CertificateFlags, readClientCertificate } from './client-certificate.ts';
import { readPostmanEnvironment, readSource, type SourceFormat } from './import-source.ts';
import { parseHeader, parseVariables } from './name-value.ts';
import { type Outcome, outcomeOf, outcomeWords } from './outcome.ts';
import { type Failure, Progress, type Screen, screenOf } from './progress.ts';
import { type FileReporter, parseReporters, writeReport } from './reporters.ts';
import { StepSpool } from './step-spool.ts';
import { onStop } from './stop-signal.ts';

export interface DocumentRunOptions {
  format: SourceFormat;
  /** Path or address of the document; of curl also the command itself. */
  source: string;
  baseUrl: string | undefined;
  /** File of a Postman environment. */
  environment: string | undefined;
  headers: string[];
  variables: string[];
  secrets: string[];
  certificate: CertificateFlags;
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

/** runDocument sends every request of a document of another tool and holds the answers against it; it needs no server of Touchstone. */
export async function runDocument(
  options: DocumentRunOptions,
  screen: Screen = screenOf(process.stdout),
): Promise<Outcome> {
  const headers = options.headers.map(parseHeader);
  const secrets = parseVariables(options.secrets, '--secret');
  const given = { ...parseVariables(options.variables, '--var'), ...secrets };
  const reporters = parseReporters(options.reporter, options.output);
  if (options.baseUrl !== undefined) assertAddress(options.baseUrl);
  const certificate = await readClientCertificate(options.certificate);
  const api = await readSource(options.format, options.source, options.baseUrl);
  const environment = options.environment === undefined ? undefined : await readEnvironment(options.environment);
  const progress = new Progress(screen, { isListed: reporters.isListed });
  noteProblems([...api.problems, ...(environment?.problems ?? [])], (text) => progress.note(text));
  if (api.steps.length === 0)
    throw new CliError(`Nothing to run: ${api.problems[0]?.reason ?? 'the document has no requests.'}`);

  const plan = new Plan(api, headers, { byGroup: options.format === 'openapi' });
  const scopes = [
    {
      ...valuesOf(environment?.variables ?? []),
      ...(options.baseUrl !== undefined && { baseUrl: options.baseUrl }),
      ...given,
    },
    valuesOf(api.variables),
  ];
  const hidden = [...api.variables, ...(environment?.variables ?? [])].filter(({ isSecret }) => isSecret);
  const mask = createMask([...Object.values(secrets), ...secretsIn(headers), ...hidden.map(({ value }) => value)]);
  const spool = await StepSpool.create();
  try {
    const recorded = await execute({ ...options, certificate, plan, mask, scopes, spool, progress });
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
      environmentName: mask(environment?.title ?? options.baseUrl ?? ''),
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

/** noteProblems tells what of a document could not be read, the first ones in full. */
export function noteProblems(problems: ImportedCollection['problems'], note: (text: string) => void): void {
  for (const { place, reason } of problems.slice(0, problemsShown)) note(`Not imported: ${place}: ${reason}`);
  if (problems.length > problemsShown) note(`… and ${problems.length - problemsShown} more`);
}

async function readEnvironment(path: string) {
  const { title, environments, variables, problems } = await readPostmanEnvironment(path);
  const [first] = environments;
  return { title: first?.name ?? title, variables: first?.variables ?? variables, problems };
}

/** A variable without a value is one that the user has to give. */
const valuesOf = (variables: readonly ImportedVariable[]): Record<string, string> =>
  Object.fromEntries(variables.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]));

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

  /** `byGroup` brings the requests of a group together, where the document has no order of its own. */
  constructor({ steps: imported, title }: ImportedCollection, headers: KeyValue[], options: { byGroup: boolean }) {
    const own = new Set(headers.map(({ key }) => key.toLowerCase()));
    const groups = Map.groupBy(imported, ({ group }) => group || title);
    const ordered = options.byGroup ? [...groups.values()].flat() : imported;
    this.steps = ordered.map((step) => ({
      ...step,
      group: step.group || title,
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
  certificate: ClientCertificate | undefined;
  plan: Plan;
  mask: (text: string) => string;
  scopes: Record<string, string>[];
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
  const session = createHttpSession({
    scopes: options.scopes,
    scopeNames: ['environment', 'collection'],
    ...(options.certificate ? { tls: { clientCertificates: [options.certificate] } } : {}),
  });
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
  const common = { step, index: plan.indexOf(step), suite, scriptId: null, mask };
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
