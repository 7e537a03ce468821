import {
  type EvaluationGuard,
  evaluateAssertions,
  type HttpAssertion,
  ResponseView,
} from '@touchstone/engine-assert/core';
import { type HttpStep, interpolateStep } from '@touchstone/engine-http/core';
import { parseSimplePath, type SimplePath } from './json-scanner.ts';
import type { LoadResponse } from './load-response.ts';
import type { StepVariables, VariableSource } from './step-variables.ts';
import { TextTemplate } from './text-template.ts';

/** Check is an assertion that is compiled once and judges many responses. */
export interface Check {
  /** The assertion without values, such as `JSON $.id equals`; failures are grouped by it. */
  readonly label: string;
  passes(response: LoadResponse, source: VariableSource): boolean;
  /** The engine's message about the last judged response. */
  message(response: LoadResponse, source: VariableSource): string;
}

/** Where checks and extractors register the paths of a body that they need. */
export interface JsonPlaces {
  slotOf(path: SimplePath): number;
}

/** Context for compiling checks, besides the assertion. */
export interface CheckContext {
  step: HttpStep;
  variables: StepVariables;
  places: JsonPlaces;
  /** Limits the time of costly expressions. */
  guard: EvaluationGuard;
}

const maxRemembered = 256;
const longestRemembered = 1024;

/** compileChecks compiles the enabled assertions of a step. */
export function compileChecks(context: CheckContext): Check[] {
  return context.step.assertions
    .filter((assertion) => assertion.enabled !== false)
    .map((assertion) => compileCheck(assertion, context));
}

function compileCheck(written: HttpAssertion, context: CheckContext): Check {
  const { step, variables, guard } = context;
  const onlyAssertion: HttpStep = { ...emptyStep, id: step.id, assertions: [written] };
  const resolve = (source: VariableSource): HttpAssertion =>
    interpolateStep(onlyAssertion, variables.interpolator(source)).assertions[0]!;
  const isConstant = variables.isConstant((interpolator) => interpolateStep(onlyAssertion, interpolator));
  const constant = isConstant ? resolve({ row: undefined, variables: undefined }) : undefined;
  const assertionFor = (source: VariableSource) => constant ?? resolve(source);
  const label = [written.kind, written.path, written.operator].filter((part) => part !== undefined).join(' ');
  const evaluate = (assertion: HttpAssertion, view: ResponseView) => evaluateAssertions([assertion], view, guard)[0]!;
  const engine: Check = {
    label,
    passes: (response, source) => evaluate(assertionFor(source), response.view()).status === 'passed',
    message: (response, source) => evaluate(assertionFor(source), response.view()).message,
  };
  const passes = fastCheck(constant ?? written, {
    ...context,
    isConstant,
    assertionFor,
    expectedFor: expectedReader(constant, { written, variables, assertionFor }),
    evaluate: (assertion, view) => evaluate(assertion, view).status === 'passed',
    engine,
  });
  return passes === undefined ? engine : { ...engine, passes };
}

/** emptyStep is an HTTP step without any settings. */
export const emptyStep: HttpStep = {
  id: '',
  name: '',
  group: '',
  method: 'GET',
  url: '',
  body: { type: 'none' },
  settings: {},
  headers: [],
  queryParams: [],
  pathParams: [],
  assertions: [],
  dataHandlers: [],
  authentication: { type: 'none' },
};

/** Reads the expected value, without building the whole assertion for each response. */
function expectedReader(
  constant: HttpAssertion | undefined,
  context: {
    written: HttpAssertion;
    variables: StepVariables;
    assertionFor: (source: VariableSource) => HttpAssertion;
  },
): (source: VariableSource) => unknown {
  if (constant !== undefined) return () => constant.expected;
  const { written, variables, assertionFor } = context;
  const { expected } = written;
  const template = typeof expected === 'string' ? TextTemplate.compile(expected, variables) : undefined;
  if (template === undefined) return (source) => assertionFor(source).expected;
  return (source) => template.fill(source) ?? assertionFor(source).expected;
}

interface FastContext extends CheckContext {
  isConstant: boolean;
  assertionFor: (source: VariableSource) => HttpAssertion;
  expectedFor: (source: VariableSource) => unknown;
  evaluate: (assertion: HttpAssertion, view: ResponseView) => boolean;
  engine: Check;
}

/** A closure that judges without the engine when it can; undefined if it never can. */
function fastCheck(assertion: HttpAssertion, context: FastContext): Check['passes'] | undefined {
  switch (assertion.kind) {
    case 'status':
      return context.isConstant ? statusCheck(assertion, context) : undefined;
    case 'header':
      return context.isConstant ? headerCheck(assertion, context) : undefined;
    case 'body':
      return bodyCheck(assertion, context);
    case 'jsonPath':
      return jsonCheck(assertion, context);
    default:
      return undefined;
  }
}

/** The engine judges each status once. */
function statusCheck(assertion: HttpAssertion, { evaluate }: FastContext): Check['passes'] {
  const known = new Int8Array(1000).fill(-1);
  return ({ status }) => {
    if (known[status] === -1) known[status] = evaluate(assertion, viewOf({ status })) ? 1 : 0;
    return known[status] === 1;
  };
}

/** The engine judges each value of the header once. */
function headerCheck(assertion: HttpAssertion, { engine }: FastContext): Check['passes'] {
  const name = assertion.path?.trim().toLowerCase() ?? '';
  const remembered = new Verdicts();
  let last: string | undefined;
  let lastVerdict: boolean | undefined;
  return (response, source) => {
    const value = response.header(name, last);
    if (lastVerdict === undefined || value !== last) {
      lastVerdict = remembered.get(value ?? '\n', () => engine.passes(response, source));
      last = value;
    }
    return lastVerdict;
  };
}

/** Searches for text in the bytes; text that decoding could create or destroy is left to the engine. */
function bodyCheck({ operator }: HttpAssertion, context: FastContext): Check['passes'] | undefined {
  if (operator !== 'contains' && operator !== 'notContains') return undefined;
  const { expectedFor, engine } = context;
  const wantsFound = operator === 'contains';
  let expected: string | undefined;
  let needle: Buffer = Buffer.alloc(0);
  return (response, source) => {
    const wanted = expectedFor(source);
    const body = response.utf8();
    if (typeof wanted !== 'string' || wanted === '' || /[\ufffd\ufeff]/.test(wanted) || body === undefined) {
      return engine.passes(response, source);
    }
    if (wanted !== expected) {
      if (!wanted.isWellFormed()) return engine.passes(response, source);
      expected = wanted;
      needle = Buffer.from(wanted, 'utf8');
    }
    return body.bytes.subarray(body.start, body.end).includes(needle) === wantsFound;
  };
}

/** Compares the raw text at one path; text that isn't equal as written is judged by the engine, each text once. */
function jsonCheck(assertion: HttpAssertion, context: FastContext): Check['passes'] | undefined {
  const { operator, path } = assertion;
  const simple = parseSimplePath(path?.trim() || '$');
  if (simple === undefined || path?.includes('{{')) return undefined;
  const { assertionFor, expectedFor, engine, evaluate, isConstant } = context;
  const slot = context.places.slotOf(simple);
  const remembered = new Verdicts();
  const judge = (raw: string, source: VariableSource) =>
    evaluate({ ...assertionFor(source), path: '$' }, viewOf({ text: raw }));
  return (response, source) => {
    if (!response.scanJson()) return engine.passes(response, source);
    if (operator === 'equals') {
      const expected = expectedFor(source);
      const isText = typeof expected === 'string' || typeof expected === 'number';
      if (isText && response.isWrittenAs(slot, expected)) return true;
    }
    const raw = response.jsonText(slot);
    if (raw === undefined) return operator === 'notExists';
    if (operator === 'exists') return true;
    return isConstant && raw.length <= longestRemembered
      ? remembered.get(raw, () => judge(raw, source))
      : judge(raw, source);
  };
}

/** Cached verdicts about texts, limited in number. */
class Verdicts {
  readonly #known = new Map<string, boolean>();

  get(text: string, judge: () => boolean): boolean {
    let verdict = this.#known.get(text);
    if (verdict === undefined) {
      verdict = judge();
      if (this.#known.size >= maxRemembered) this.#known.clear();
      this.#known.set(text, verdict);
    }
    return verdict;
  }
}

function viewOf({ status = 200, text = '' }: { status?: number; text?: string }): ResponseView {
  const bytes = Buffer.from(text);
  const body = { bytes, contentType: undefined, sizeBytes: bytes.length, truncated: false };
  return new ResponseView({ status, headers: [], body, durationMs: 0 });
}
