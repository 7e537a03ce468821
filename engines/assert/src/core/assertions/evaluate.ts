import type {
  AssertionKind,
  AssertionOperator,
  AssertionResult,
  HttpAssertion,
  HttpDataHandler,
} from '../assertion.ts';
import { parseExactJson, plainJson, stringifyExactJson } from '../exact-json.ts';
import { describeDifference } from '../json-diff.ts';
import { isCostlyJsonPath } from '../json-path.ts';
import { pointerOf } from '../proof/json-lines.ts';
import { prove } from '../proof/prove.ts';
import type { ResponseView } from '../response-view.ts';
import { show } from '../show.ts';
import { isCostlyXPath, loadXPath } from '../xpath-query.ts';
import { checkBody, mayCompareXml } from './body.ts';
import { type AssertionCheck, asSentence, type Finding } from './finding.ts';
import { checkHeader } from './header.ts';
import { checkJsonPath } from './json-path.ts';
import { checkJsonSchema, isCostlySchema } from './json-schema.ts';
import { checkCertificateDays, checkResponseTime, checkSize } from './measure.ts';
import { checkStatus } from './status.ts';
import { checkXPath } from './xpath.ts';
import { checkXsd } from './xsd.ts';

/** EvaluationGuard runs work that a user's expression may slow down, and throws if it takes too long. */
export type EvaluationGuard = <T>(work: () => T) => T;

const actualLimit = 2000;
const maxFaults = 20;
/** Number of failed assertions per response that get a proof; beyond that, more proofs don't help. */
const maxProofs = 20;

const checks: Record<AssertionKind, AssertionCheck> = {
  status: checkStatus,
  header: checkHeader,
  body: checkBody,
  jsonPath: checkJsonPath,
  xpath: checkXPath,
  responseTime: checkResponseTime,
  size: checkSize,
  jsonSchema: checkJsonSchema,
  xsd: checkXsd,
  certificateDays: checkCertificateDays,
};

/** prepareEvaluation loads the dependencies of the assertions and data handlers; await it before evaluating. */
export function prepareEvaluation(step: {
  assertions: readonly HttpAssertion[];
  dataHandlers: readonly HttpDataHandler[];
}): Promise<void> | undefined {
  const needsXPath =
    step.assertions.some((assertion) => assertion.kind === 'xpath' || mayCompareXml(assertion)) ||
    step.dataHandlers.some((handler) => handler.source === 'xpath');
  return needsXPath ? loadXPath() : undefined;
}

/**
 * evaluateAssertions returns one result per enabled assertion, in order. It never throws: an expression that is
 * invalid, or exceeds the guard's time, is a failed assertion that says so.
 */
export const evaluateAssertions = (
  assertions: readonly HttpAssertion[],
  view: ResponseView,
  guard?: EvaluationGuard,
): AssertionResult[] => judgeAssertions(assertions, view, guard).results;

/**
 * judgeAssertions is `evaluateAssertions` with proofs: `prove` adds the lines of the response that show why to failed
 * results. It uses the guard's time, so call it after everything else is evaluated.
 */
export function judgeAssertions(
  assertions: readonly HttpAssertion[],
  view: ResponseView,
  guard: EvaluationGuard = (work) => work(),
): { results: AssertionResult[]; prove: () => void } {
  const failures: Failure[] = [];
  const results = assertions
    .filter(({ enabled }) => enabled !== false)
    .map((assertion) => {
      const { result, finding } = evaluate(assertion, view, guard);
      if (finding && !finding.passed) failures.push({ assertion, finding, result });
      return result;
    });
  const proveAll = () => {
    for (const { assertion, finding, result } of failures.slice(0, maxProofs))
      Object.assign(result, proofOf(assertion, finding, { view, guard }));
  };
  return { results, prove: proveAll };
}

interface Failure {
  assertion: HttpAssertion;
  finding: Finding;
  result: AssertionResult;
}

function evaluate(
  assertion: HttpAssertion,
  view: ResponseView,
  guard: EvaluationGuard,
): Pick<Failure, 'result'> & { finding?: Finding } {
  const check = checks[assertion.kind];
  let finding: Finding;
  try {
    finding = isCostly(assertion) ? guard(() => check(assertion, view)) : check(assertion, view);
  } catch (error) {
    return { result: failedAssertion(assertion, error instanceof Error ? error.message : String(error)) };
  }
  return { result: shown(assertion, finding), finding };
}

/** The proof of a failure, and the faults with their lines in it; nothing if the time is used up. */
function proofOf(
  assertion: HttpAssertion,
  finding: Finding,
  { view, guard }: { view: ResponseView; guard: EvaluationGuard },
): Pick<AssertionResult, 'proof' | 'faults'> {
  try {
    const found = guard(() => prove(assertion, view, finding));
    if (found === undefined) return {};
    const faults = faultsOf(finding).map((fault, index) => {
      const line = found.faultLines[index];
      return { ...fault, ...(line !== undefined && { line }) };
    });
    return { proof: found.proof, ...(faults.length > 0 && { faults }) };
  } catch {
    return {};
  }
}

const faultsOf = ({ faults = [] }: Finding) =>
  faults.slice(0, maxFaults).map(({ keys, line, message }) => {
    const place = line === undefined ? pointerOf(keys) : `Line ${line}`;
    return { place, message: place ? message : asSentence(message) };
  });

function shown(assertion: HttpAssertion, finding: Finding): AssertionResult {
  try {
    return toResult(assertion, finding);
  } catch {
    const { subject, passed } = finding;
    const problem = 'the value is nested too deeply to be shown';
    return toResult(assertion, { subject, passed, wanted: 'a deeply nested value', ...(passed ? {} : { problem }) });
  }
}

/** failedAssertion returns the result of an assertion that could not be evaluated. */
export function failedAssertion(assertion: HttpAssertion, problem: string): AssertionResult {
  return toResult(assertion, { subject: subjectOf(assertion), passed: false, wanted: '', problem });
}

function isCostly({ kind, path = '', operator, expected }: HttpAssertion): boolean {
  if (operator === 'schema' || operator === 'each') return true;
  if (kind === 'jsonPath') return isCostlyJsonPath(path);
  if (kind === 'xpath') return isCostlyXPath(path);
  return kind === 'jsonSchema' && (isCostlySchema(expected) || isCostlyJsonPath(path));
}

const kindNames: Record<AssertionKind, string> = {
  status: 'Status',
  header: 'Header',
  body: 'Body',
  jsonPath: 'JSON',
  xpath: 'XPath',
  responseTime: 'Response time',
  size: 'Size',
  jsonSchema: 'JSON schema',
  xsd: 'XML schema',
  certificateDays: 'Certificate',
};

function subjectOf({ kind, path }: HttpAssertion): string {
  return path ? `${kindNames[kind]} ${path}` : kindNames[kind];
}

function toResult(assertion: HttpAssertion, finding: Finding): AssertionResult {
  const { id, kind, path, operator, expected } = assertion;
  return {
    ...(id === undefined ? {} : { id }),
    kind,
    ...(path === undefined ? {} : { path }),
    operator,
    ...(expected === undefined ? {} : { expected }),
    ...(finding.actual === undefined ? {} : { actual: cut(finding.actual) }),
    status: finding.passed ? 'passed' : 'failed',
    message: sentence(finding, assertion),
    ...(!finding.passed && finding.faults?.length ? { faults: faultsOf(finding) } : {}),
  };
}

function sentence(
  { subject, passed, wanted, problem, actual, statement }: Finding,
  { operator, expected }: HttpAssertion,
): string {
  if (statement !== undefined) return passed ? `${statement}.` : `${statement}: ${(problem ?? '').replace(/\.$/, '')}.`;
  if (passed) return `${subject}: found ${wanted}.`;
  if (problem !== undefined) return `${subject}: ${problem.replace(/\.$/, '')}.`;
  const difference = actual === null || typeof actual !== 'object' ? '' : differenceOf(operator, expected, actual);
  return `${subject}: expected ${wanted}, got ${show(actual)}${difference}.`;
}

/** A short diff, if lists or objects were compared as a whole. */
function differenceOf(operator: AssertionOperator, expected: unknown, actual: object): string {
  if (operator !== 'equals') return '';
  let value = expected;
  try {
    if (typeof expected === 'string') value = parseExactJson(expected);
  } catch {
    return '';
  }
  const difference = describeDifference(value, actual);
  return difference === '' ? '' : ` (${difference})`;
}

function cut(actual: unknown): unknown {
  if (typeof actual === 'string') return actual.length > actualLimit ? `${actual.slice(0, actualLimit)}…` : actual;
  if (typeof actual === 'bigint') return actual.toString();
  if (typeof actual !== 'object' || actual === null) return actual;
  const text = stringifyExactJson(actual);
  return text.length > actualLimit ? `${text.slice(0, actualLimit)}…` : plainJson(actual);
}
