import type { AssertionResult, Exchange, StepDetail, StepSummary } from '@touchstone/contracts/api-testing';
import type { Proof } from '@touchstone/contracts/runs';
import type { Extracted, HeaderList, AssertionResult as HttpAssertionResult } from '@touchstone/engine-assert/core';
import type { HttpStep, HttpStepResult, StepAttempt } from '@touchstone/engine-http/core';
import { sharedLoop } from '@touchstone/kernel';
import { type StoreBody, viewBody } from './body.ts';
import type { Mask } from './mask.ts';
import { measuredProof } from './measured-proof.ts';

interface PlannedStep {
  step: HttpStep;
  /** Order in the plan, from 0. */
  index: number;
  suite: { suiteId: string; suiteName: string } | null;
  scriptId: string | null;
  /** Set if a script jumped back to the step. */
  repetition?: { occurrence: number; position: number };
  /** Applied to every stored text. */
  mask: Mask;
}

/** A step that has run, to be recorded for a report. */
export interface RecordHttpStepOptions extends PlannedStep {
  result: HttpStepResult;
  /** Stores a body that is binary or larger than 64 KB and returns its file id. */
  storeBody?: StoreBody;
  /** Text bodies up to this many bytes stay in the step; default 65536. */
  inlineBytes?: number;
}

/**
 * recordHttpStep converts the HTTP engine's result to the step that is stored, shown and reported; secrets in it are
 * masked.
 */
export async function recordHttpStep(options: RecordHttpStepOptions): Promise<StepDetail> {
  const { step, result, suite, mask } = options;
  const found = result.assertions.map((assertion) => {
    const proof = assertion.proof ?? measuredProof(assertion, result);
    return { ...assertion, ...(proof && { proof }) };
  });
  const assertions = await sharedLoop.work(maskEach(found, mask, maskAssertion));
  const passed = assertions.filter(({ status }) => status === 'passed').length;
  const { exchange, isCut } = await recordExchange(options);
  const logs = await sharedLoop.work(maskEach(result.scriptLogs ?? [], mask, maskLog));
  if (isCut) logs.push(noSpace);
  const error = result.error ? { code: result.error.code, message: mask(result.error.message) } : null;
  return {
    stepId: result.stepId,
    index: options.index,
    name: mask(step.name),
    suiteId: suite?.suiteId ?? null,
    suiteName: suite?.suiteName ?? step.group,
    scriptId: options.scriptId,
    method: result.request?.method ?? step.method,
    url: mask(result.request?.url ?? step.url),
    status: result.status,
    statusCode: result.response?.status ?? null,
    durationMs: Math.round(result.durationMs * 10) / 10,
    assertionsPassed: passed,
    assertionsFailed: assertions.length - passed,
    message: error?.message ?? assertions.find(({ status }) => status === 'failed')?.message ?? null,
    attempt: 1 + (result.earlierAttempts?.length ?? 0),
    ...executionOf(options),
    startedAt: result.startedAt.toISOString(),
    exchange,
    assertions,
    extracted: await sharedLoop.work(maskEach(result.extracted, mask, maskExtracted)),
    ...(logs.length > 0 && { logs }),
    ...(result.earlierAttempts && {
      earlierAttempts: result.earlierAttempts.map((attempt) => recordAttempt(attempt, mask)),
    }),
    ...(result.nextStep !== undefined && { nextStep: result.nextStep === null ? null : mask(result.nextStep) }),
    unresolved: result.unresolved.map(({ name, place }) => ({ name, place: mask(place) })),
    error,
  };
}

/** recordSkippedStep returns the record of a step that was planned but not sent. */
export function recordSkippedStep({
  step,
  index,
  suite,
  scriptId,
  mask,
  message,
}: PlannedStep & { message: string }): StepDetail {
  return {
    stepId: step.id,
    index,
    name: mask(step.name),
    suiteId: suite?.suiteId ?? null,
    suiteName: suite?.suiteName ?? step.group,
    scriptId,
    method: step.method,
    url: mask(step.url),
    status: 'skipped',
    statusCode: null,
    durationMs: null,
    assertionsPassed: 0,
    assertionsFailed: 0,
    message: mask(message),
    attempt: 0,
    ...executionOf({ step }),
    startedAt: null,
    exchange: null,
    assertions: [],
    extracted: [],
    unresolved: [],
    error: null,
  };
}

/** summaryOf reduces a step to what lists and the event stream show. */
export function summaryOf(detail: StepDetail): StepSummary {
  const { startedAt, exchange, assertions, extracted, unresolved, error, logs, earlierAttempts, nextStep, ...summary } =
    detail;
  return summary;
}

const executionOf = ({ step, repetition }: Pick<PlannedStep, 'step' | 'repetition'>) => ({
  ...(step.iteration && { iteration: { index: step.iteration.index, label: step.iteration.label } }),
  ...repetition,
});

const recordAttempt = (attempt: StepAttempt, mask: Mask) => ({
  status: attempt.status,
  statusCode: attempt.statusCode ?? null,
  startedAt: attempt.startedAt.toISOString(),
  durationMs: Math.round(attempt.durationMs * 10) / 10,
  message: attempt.message === undefined ? null : mask(attempt.message),
});

async function recordExchange({
  result,
  mask,
  storeBody,
  inlineBytes,
}: RecordHttpStepOptions): Promise<{ exchange: Exchange | null; isCut: boolean }> {
  const { request, response, timing, certificate } = result;
  if (!request) return { exchange: null, isCut: false };
  let isCut = false;
  const store: StoreBody | undefined =
    storeBody &&
    (async (...body) => {
      const fileId = await storeBody(...body);
      isCut ||= fileId === undefined;
      return fileId;
    });
  const view = { mask, storeBody: store, inlineBytes };
  const exchange = {
    request: {
      method: request.method,
      url: mask(request.url),
      headers: maskHeaders(request.headers, mask),
      ...(request.body && { body: await viewBody(request.body, view) }),
    },
    ...(response && {
      response: {
        status: response.status,
        statusText: mask(response.statusText),
        httpVersion: response.httpVersion,
        headers: maskHeaders(response.headers, mask),
        body: await viewBody(response.body, view),
        ...(response.remoteAddress !== undefined && { remoteAddress: response.remoteAddress }),
        ...(response.stream && { stream: response.stream }),
      },
    }),
    redirects: result.redirects.map((hop) => ({ ...hop, url: mask(hop.url), location: mask(hop.location) })),
    ...(timing && { timing }),
    ...(certificate && { certificate }),
  };
  return { exchange, isCut };
}

/** What was sent and checked is complete; only the stored record isn't. */
const noSpace =
  'error: There was no space left to store a large body of this step, so only its beginning is kept. Ask your administrator to free some.';

const maskHeaders = (headers: HeaderList, mask: Mask): HeaderList =>
  headers.map(([name, value]) => [mask(name), mask(value)]);

type Pieces<Result> = Generator<undefined, Result>;

/** Long texts, and lists of any length, are masked in pieces, so that they never block the event loop. */
function* maskEach<Item, Masked>(
  items: readonly Item[],
  mask: Mask,
  each: (item: Item, mask: Mask) => Pieces<Masked>,
): Pieces<Masked[]> {
  const masked: Masked[] = [];
  for (const item of items) {
    masked.push(yield* each(item, mask));
    yield;
  }
  return masked;
}

function* maskAssertion(assertion: HttpAssertionResult, mask: Mask): Pieces<AssertionResult> {
  const { expected, actual, path, message, faults, proof, ...rest } = assertion;
  return {
    ...rest,
    message: yield* mask.pieces(message),
    ...(path !== undefined && { path: yield* mask.pieces(path) }),
    ...(expected !== undefined && { expected: yield* maskValue(expected, mask) }),
    ...(actual !== undefined && { actual: yield* maskValue(actual, mask) }),
    ...(faults && { faults: yield* maskEach(faults, mask, maskFault) }),
    ...(proof && { proof: { ...proof, lines: yield* maskEach(proof.lines, mask, maskLine) } }),
  };
}

function* maskFault(fault: NonNullable<AssertionResult['faults']>[number], mask: Mask): Pieces<typeof fault> {
  return { ...fault, place: yield* mask.pieces(fault.place), message: yield* mask.pieces(fault.message) };
}

function* maskLine(line: Proof['lines'][number], mask: Mask): Pieces<typeof line> {
  return { ...line, text: yield* mask.pieces(line.text) };
}

function* maskExtracted({ name, value, found, message }: Extracted, mask: Mask): Pieces<Extracted> {
  return {
    name,
    value: yield* mask.pieces(value),
    found,
    ...(message !== undefined && { message: yield* mask.pieces(message) }),
  };
}

function* maskLog({ level, text }: { level: string; text: string }, mask: Mask): Pieces<string> {
  return yield* mask.pieces(`${level}: ${text}`);
}

function* maskValue(value: unknown, mask: Mask): Pieces<unknown> {
  if (typeof value === 'string') return yield* mask.pieces(value);
  if (typeof value === 'number' || typeof value === 'bigint') {
    const masked = mask(String(value));
    return masked === String(value) && typeof value === 'number' ? value : masked;
  }
  if (Array.isArray(value)) return yield* maskEach(value, mask, maskValue);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(yield* maskEach(Object.entries(value), mask, maskEntry));
  return value;
}

function* maskEntry([key, item]: [string, unknown], mask: Mask): Pieces<[string, unknown]> {
  return [mask(key), yield* maskValue(item, mask)];
}
