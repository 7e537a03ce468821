import type { StepDetail } from '@touchstone/contracts/api-testing';
import { withRetries } from '@touchstone/engine-data/with-retries';
import {
  type ClientCertificate,
  createHttpSession,
  type FileSource,
  type KeyValue,
  runSteps,
  type StepEvent,
} from '@touchstone/engine-http';
import type { ImportProblem } from '@touchstone/engine-import';
import {
  countStep,
  createMask,
  httpRunDocument,
  type Mask,
  noCounts,
  type ReportCounts,
  type ReportDocument,
  recordHttpStep,
  recordSkippedStep,
  renderHtmlReport,
  renderJsonReport,
  renderJunitReport,
} from '@touchstone/report';
import { CliError } from '../cli-error.ts';
import { type DocumentSource, readGivenDocument } from '../given-document.ts';
import { parseHeader, parseVariables } from '../name-value.ts';
import { type Outcome, outcomeOf, outcomeWords } from '../outcome.ts';
import { type Failure, Progress, type Screen, screenOf } from '../progress.ts';
import { type FileReporter, parseReporters, writeReport } from '../reporters.ts';
import { StepSpool } from '../step-spool.ts';
import { onStop } from '../stop-signal.ts';
import { type CertificateFlags, readClientCertificate } from './client-certificate.ts';
import { DocumentPlan } from './document-plan.ts';

export interface DocumentRunOptions extends DocumentSource {
  headers: string[];
  variables: string[];
  secrets: string[];
  certificate: CertificateFlags;
  /** Path of a file; all requests run once per row of it. */
  data: string | undefined;
  /** How often a request is sent again before its result counts. */
  retries: number;
  /** Delay before the first repetition; doubles with each further one. */
  retryDelayMs: number;
  parallel: number;
  stopOnFailure: boolean;
  reporter: string;
  output: string;
}

const failuresShown = 50;
const problemsShown = 10;
const secretHeader = /authorization|cookie|key|token|secret|password/i;
const renderers: Record<FileReporter, (document: ReportDocument) => AsyncIterable<string>> = {
  html: renderHtmlReport,
  junit: renderJunitReport,
  json: renderJsonReport,
};

/**
 * runDocument sends every request of another tool's document and checks the responses against it, without a Touchstone
 * server.
 */
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
  const { api, files, problems, environmentName, ...document } = await readGivenDocument(options);
  const progress = new Progress(screen, { isListed: reporters.isListed });
  noteProblems(problems, (text) => progress.note(text));
  if (api.steps.length === 0)
    throw new CliError(`Nothing to run: ${api.problems[0]?.reason ?? 'the document has no requests.'}`);

  const data = options.data === undefined ? undefined : await openData(options.data);
  const plan = new DocumentPlan(api, headers, { byGroup: options.format === 'openapi', data });
  const [ofEnvironment, ...others] = document.scopes;
  const scopes = [{ ...ofEnvironment, ...given }, ...others];
  const mask = createMask([...Object.values(secrets), ...secretsIn(headers), ...document.secrets]);
  // Only reports read the steps again.
  const spool = reporters.files.length > 0 ? await StepSpool.create() : undefined;
  try {
    const recorded = await execute({ ...options, files, certificate, plan, mask, scopes, spool, progress });
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
      environmentName: mask(environmentName ?? options.baseUrl ?? ''),
      startedBy: 'touchstone run',
      counts,
      suites: plan.suites,
    };
    if (spool)
      for (const { type, path } of reporters.files) {
        await writeReport(path, renderers[type](httpRunDocument({ ...run, steps: spool.steps() })));
        progress.note(`Report: ${path}`);
      }
    return outcome;
  } finally {
    await spool?.remove();
  }
}

const openData = async (path: string) => (await import('./data-rows.ts')).openDataRows(path);
const openDynamicValues = async () => (await import('@touchstone/engine-data/dynamic-names')).loadDynamicValues();

/** noteProblems reports what couldn't be read in a document, the first problems in full. */
export function noteProblems(problems: readonly ImportProblem[], note: (text: string) => void): void {
  for (const { place, reason } of problems.slice(0, problemsShown)) note(`Not imported: ${place}: ${reason}`);
  if (problems.length > problemsShown) note(`… and ${problems.length - problemsShown} more`);
}

function assertAddress(baseUrl: string): void {
  if (!/^https?:\/\/[^/?#\s]+/i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new CliError(`--base-url "${baseUrl}" is not an address. Write it like http://localhost:8080/api.`);
}

/** Values of headers with credentials; for `Bearer abc` also the second word, since it may appear on its own. */
const secretsIn = (headers: KeyValue[]): string[] =>
  headers.filter(({ key }) => secretHeader.test(key)).flatMap(({ value }) => [value, value.split(/\s+/).at(-1) ?? '']);

interface Recorded {
  counts: ReportCounts;
  isStopped: boolean;
  startedAt: Date;
  failures: Failure[];
}

async function execute(options: {
  certificate: ClientCertificate | undefined;
  files: FileSource;
  plan: DocumentPlan;
  mask: Mask;
  scopes: Record<string, string>[];
  spool: StepSpool | undefined;
  progress: Progress;
  parallel: number;
  retries: number;
  retryDelayMs: number;
  stopOnFailure: boolean;
}): Promise<Recorded> {
  const { plan, progress, spool } = options;
  const startedAt = new Date();
  const counts: ReportCounts = { ...noCounts(), queued: plan.total, total: plan.total };
  const failures: Failure[] = [];
  const running = new Set<string>();
  /**
   * Counts waiting and running steps; returns whether to record the event. A step that a script jumped back to counts
   * again.
   */
  const tally = ({ type, step }: StepEvent): boolean => {
    const isAgain = plan.isRecorded(step);
    if (type === 'started') {
      running.add(step.id);
      counts.running += 1;
      if (isAgain) counts.total += 1;
      else counts.queued -= 1;
      return true;
    }
    const wasSent = running.delete(step.id);
    if (wasSent) counts.running -= 1;
    else if (!isAgain) counts.queued -= 1;
    const isRecorded = type === 'finished' || !isAgain;
    if (!isRecorded && wasSent) counts.total -= 1;
    return isRecorded;
  };
  const stop = new AbortController();
  const undo = onStop(() => {
    progress.note('Stopping. Press Ctrl C again to leave at once.');
    stop.abort();
  });
  const session = createHttpSession({
    ...(options.plan.usesDynamicNames ? { dynamicValues: await openDynamicValues() } : {}),
    scopes: options.scopes,
    scopeNames: ['environment', 'collection', 'globals'],
    files: options.files,
    ...(options.certificate ? { tls: { clientCertificates: [options.certificate] } } : {}),
  });
  try {
    await runSteps({
      steps: plan.steps(),
      session: withRetries(session, { retries: options.retries, delayMs: options.retryDelayMs }),
      concurrency: options.parallel,
      stopOnFailure: options.stopOnFailure,
      // As in the tools that the documents come from, a script may jump to any request of the iteration.
      sequenceOf: ({ iteration }) => String(iteration?.index ?? 0),
      signal: stop.signal,
      emit: async (event) => {
        const isCounted = tally(event);
        if (event.type !== 'started' && isCounted) {
          const detail = await recordEvent(event, plan, options.mask);
          counts.total -= 1;
          countStep(counts, detail.status);
          await spool?.add(detail);
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
  plan: DocumentPlan,
  mask: Mask,
): Promise<StepDetail> {
  const { step } = event;
  const suiteName = plan.suiteOf(step);
  const { index, repetition } = plan.place(step);
  const suite = { suiteId: suiteName, suiteName };
  const common = { step, index, suite, scriptId: null, mask, ...(repetition && { repetition }) };
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
