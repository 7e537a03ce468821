import type {
  AssertionKind,
  AssertionOperator,
  AssertionResult,
  HttpAssertion,
  HttpDataHandler,
} from '../assertion.ts';
import { show } from '../compare.ts';
import { parseExactJson, plainJson, stringifyExactJson } from '../exact-json.ts';
import { describeDifference } from '../json-diff.ts';
import { isCostlyJsonPath } from '../json-path.ts';
import type { ResponseView } from '../response-view.ts';
import { isCostlyXPath, loadXPath } from '../xpath-query.ts';
import { checkBody, mayCompareXml } from './body.ts';
import type { AssertionCheck, Finding } from './finding.ts';
import { checkHeader } from './header.ts';
import { checkJsonPath } from './json-path.ts';
import { checkJsonSchema, isCostlySchema } from './json-schema.ts';
import { checkCertificateDays, checkResponseTime, checkSize } from './measure.ts';
import { checkStatus } from './status.ts';
import { checkXPath } from './xpath.ts';
import { checkXsd } from './xsd.ts';

/** EvaluationGuard runs work that a user's expression may make slow, and throws where it takes too long. */
export type EvaluationGuard = <T>(work: () => T) => T;

const actualLimit = 2000;

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

/** prepareEvaluation loads what the assertions and data handlers need; await it before evaluating. */
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
 * evaluateAssertions gives one result for each enabled assertion, in order. It never throws: an expression that is not valid, or that
 * takes longer than the guard allows, is a failed assertion that says so.
 */
export function evaluateAssertions(
  assertions: readonly HttpAssertion[],
  view: ResponseView,
  guard: EvaluationGuard = (work) => work(),
): AssertionResult[] {
  const results: AssertionResult[] = [];
  for (const assertion of assertions) {
    if (assertion.enabled !== false) results.push(evaluate(assertion, view, guard));
  }
  return results;
}

function evaluate(assertion: HttpAssertion, view: ResponseView, guard: EvaluationGuard): AssertionResult {
  const check = checks[assertion.kind];
  let finding: Finding;
  try {
    finding = isCostly(assertion) ? guard(() => check(assertion, view)) : check(assertion, view);
  } catch (error) {
    return failedAssertion(assertion, error instanceof Error ? error.message : String(error));
  }
  try {
    return toResult(assertion, finding);
  } catch {
    const { subject, passed } = finding;
    const problem = 'the value is nested too deeply to be shown';
    return toResult(assertion, { subject, passed, wanted: 'a deeply nested value', ...(passed ? {} : { problem }) });
  }
}

/** failedAssertion is the result of an assertion that could not be evaluated. */
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
  };
}

function sentence(
  { subject, passed, wanted, problem, actual }: Finding,
  { operator, expected }: HttpAssertion,
): string {
  if (passed) return `${subject}: found ${wanted}.`;
  if (problem !== undefined) return `${subject}: ${problem.replace(/\.$/, '')}.`;
  const difference = actual === null || typeof actual !== 'object' ? '' : differenceOf(operator, expected, actual);
  return `${subject}: expected ${wanted}, got ${show(actual)}${difference}.`;
}

/** A short diff, where lists or objects were compared as a whole. */
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
