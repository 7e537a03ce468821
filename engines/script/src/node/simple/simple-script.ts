import { comparedValues } from '../../core/guest/compared-values.ts';
import { describeError } from '../../core/guest/inspect.ts';
import type { ScriptResponse, ScriptTest } from '../../core/script-types.ts';
import { type Assertion, expectations } from '../expectations.ts';
import { parseScript } from './parse-script.ts';
import { fillers, plainMethods, plainResponseMethods, plainStates } from './plain-expectations.ts';
import {
  type Call,
  type Declaration,
  type Expression,
  type Member,
  NeedsSandbox,
  type Statement,
} from './script-syntax.ts';
import { SimpleResponse } from './simple-response.ts';

/**
 * A SimpleScript is a test script that only states expectations about the response, as most do. It returns the results
 * of its tests, or undefined if only the sandbox can tell what happens, such as with a body that isn't JSON.
 */
export type SimpleScript = (response: ScriptResponse) => ScriptTest[] | undefined;

const maxCharacters = 16 * 1024;
const maxTests = 200;
const maxNameCharacters = 500;
/** Maximum characters of the body that all calls of a script may process: it runs on a shared event loop. */
const maxWorkCharacters = 4 * 1024 * 1024;

const remembered = new Map<string, SimpleScript | undefined>();
const maxRemembered = 200;

/** simpleScriptOf is `compileSimpleScript` with a cache of recent scripts. */
export function simpleScriptOf(code: string): SimpleScript | undefined {
  if (remembered.has(code)) return remembered.get(code);
  const script = compileSimpleScript(code);
  if (remembered.size >= maxRemembered) remembered.delete(remembered.keys().next().value!);
  if (code.length <= maxCharacters) remembered.set(code, script);
  return script;
}

/**
 * compileSimpleScript reads a script without running it. Undefined if anything in it is more than a `pm.test` with
 * `pm.expect` or `pm.response.to` on literals and on values of the response; such a script needs the sandbox. Compiled
 * scripts use the sandbox's own expectations, or shorter ways to the same answer, and can neither loop nor reach
 * anything but the response, so they need no sandbox and have the same results as there.
 */
export function compileSimpleScript(code: string): SimpleScript | undefined {
  if (code.length > maxCharacters || !code.includes('pm.test')) return undefined;
  try {
    const scope: Scope = new Map();
    const actions = parseScript(code).map((statement) => compileTopLevel(statement, scope));
    if (actions.length > maxTests) return undefined;
    const readings = code.split('pm.response').length;
    return (given) => (given.text.length * readings > maxWorkCharacters ? undefined : runActions(actions, given));
  } catch {
    // What can't be parsed, or isn't supported below, is left to the sandbox.
    return undefined;
  }
}

/** State of a running script. */
interface Run {
  response: SimpleResponse;
  values: Map<string, unknown>;
  tests: ScriptTest[];
}

type Action = (run: Run) => void;
type Value = (run: Run) => unknown;
type Chain = (run: Run) => Assertion;
/** Names declared at a node, and the keys under which their values are kept. */
type Scope = Map<string, string>;

function runActions(actions: readonly Action[], given: ScriptResponse): ScriptTest[] | undefined {
  const response = new SimpleResponse(given);
  const run: Run = { response, values: new Map(), tests: [] };
  try {
    for (const action of actions) action(run);
    return response.isUnreadable ? undefined : run.tests;
  } catch {
    return undefined;
  }
}

function compileTopLevel(statement: Statement, scope: Scope): Action {
  if (statement.type === 'Declaration') return compileDeclaration(statement, scope);
  const call = statement.expression;
  if (call.type !== 'Call' || pathOf(call.callee) !== 'pm.test') throw new NeedsSandbox();
  const [name, body, ...rest] = call.input;
  if (name?.type !== 'Literal' || typeof name.value !== 'string') throw new NeedsSandbox();
  if (body === undefined || rest.length > 0) throw new NeedsSandbox();
  return testOf(name.value.slice(0, maxNameCharacters), compileFunction(body, scope));
}

function testOf(name: string, body: readonly Action[]): Action {
  return (run) => {
    try {
      for (const step of body) step(run);
      run.tests.push({ name, passed: true, message: '' });
    } catch (error) {
      if (error instanceof NeedsSandbox || !expectations().isFailure(error)) throw error;
      const values = comparedValues(error);
      run.tests.push({ name, passed: false, message: describeError(error).message, ...(values && { values }) });
    }
  };
}

function compileFunction(fn: Expression, outer: Scope): Action[] {
  if (fn.type !== 'Function') throw new NeedsSandbox();
  const scope: Scope = new Map(outer);
  if ('type' in fn.body) return [compileExpectation(fn.body, scope)];
  return fn.body.map((statement) =>
    statement.type === 'Declaration'
      ? compileDeclaration(statement, scope)
      : compileExpectation(statement.expression, scope),
  );
}

function compileDeclaration({ variables }: Declaration, scope: Scope): Action {
  const assignments = variables.map(({ name, place, value }) => {
    if (reserved.has(name) || scope.has(name)) throw new NeedsSandbox();
    const assigned = compileValue(value, scope);
    const key = `${name}:${place}`;
    scope.set(name, key);
    return { key, value: assigned };
  });
  return (run) => {
    for (const { key, value } of assignments) run.values.set(key, value(run));
  };
}

const reserved: ReadonlySet<string> = new Set(['pm', 'undefined', 'NaN', 'Infinity', 'arguments', 'eval']);

/** Words and states of an expectation, except `match`, `satisfy` and others that take code or patterns. */
const properties: ReadonlySet<string> = new Set(
  (
    'to be been is that which and has have with at of same but does still also deep nested own any all not ' +
    'ok true false null undefined NaN exist exists empty finite ' +
    'info success redirection clientError serverError error accepted badRequest unauthorized unauthorised forbidden ' +
    'notFound notAcceptable rateLimited json withBody a an include includes contain contains length lengthOf'
  ).split(' '),
);
const methods: ReadonlySet<string> = new Set(
  (
    'a an equal equals eq eql eqls include includes contain contains property ownProperty haveOwnProperty nestedProperty ' +
    'length lengthOf above gt greaterThan least gte greaterThanOrEqual below lt lessThan most lte lessThanOrEqual ' +
    'within closeTo approximately string oneOf members keys key status header body jsonBody'
  ).split(' '),
);

/** These must compare with literals: with long values of the response, they would take too long. */
const wantLiterals: ReadonlySet<string> = new Set(
  'include includes contain contains string oneOf members keys key'.split(' '),
);

/** An expectation from its start, `pm.expect(…)` or `pm.response.to`, to its last word. */
function compileExpectation(node: Expression, scope: Scope): Action {
  if (compileBeginning(node, scope) !== undefined) throw new NeedsSandbox();
  const chain = compileChain(node, scope);
  const isPlainlyMet = compilePlain(node, scope);
  return isPlainlyMet === undefined ? chain : (run) => isPlainlyMet(run) || chain(run);
}

/** A shorter way to the answer that an expectation is met; undefined if only its libraries can tell. */
function compilePlain(node: Expression, scope: Scope): ((run: Run) => boolean) | undefined {
  const isCall = node.type === 'Call';
  const member = isCall ? node.callee : node;
  if (member.type !== 'Member') return undefined;
  const word = String(member.name);
  const start = withoutFillers(member.object);
  const [argument, ...rest] = isCall ? node.input : [];
  if (rest.length > 0 || isCall !== (argument !== undefined)) return undefined;
  const expected = argument && compileValue(argument, scope);
  if (pathOf(start) === 'pm.response.to') {
    const holds = expected && ownOf(plainResponseMethods, word);
    return holds && ((run) => holds(run.response, expected(run)));
  }
  if (start.type !== 'Call' || pathOf(start.callee) !== 'pm.expect' || start.input.length !== 1) return undefined;
  const subject = compileValue(start.input[0]!, scope);
  if (expected === undefined) {
    const holds = ownOf(plainStates, word);
    return holds && ((run) => holds(subject(run)));
  }
  const holds = ownOf(plainMethods, word);
  return holds && ((run) => holds(subject(run), expected(run)));
}

/** The part of an expectation before its filler words. */
function withoutFillers(node: Expression): Expression {
  if (node.type !== 'Member' || pathOf(node) === 'pm.response.to') return node;
  return fillers.has(String(node.name)) ? withoutFillers(node.object) : node;
}

const ownOf = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

function compileChain(node: Expression, scope: Scope): Chain {
  const beginning = compileBeginning(node, scope);
  if (beginning !== undefined) return beginning;
  const isCall = node.type === 'Call';
  const member = isCall ? node.callee : node;
  if (member.type !== 'Member' || typeof member.name !== 'string') throw new NeedsSandbox();
  const { name, object } = member;
  const before = compileChain(object, scope);
  if (!isCall) {
    if (!properties.has(name)) throw new NeedsSandbox();
    return (run) => linkOf(before(run), name) as Assertion;
  }
  if (!methods.has(name)) throw new NeedsSandbox();
  if (wantLiterals.has(name) && !node.input.every(isWrittenDown)) throw new NeedsSandbox();
  const input = node.input.map((argument) => compileValue(argument, scope));
  return (run) => {
    const assertion = before(run);
    const method = linkOf(assertion, name) as (...input: unknown[]) => Assertion;
    // Words that are also methods don't inherit from `Function`, and have no `apply`.
    return Reflect.apply(
      method,
      assertion,
      input.map((value) => value(run)),
    );
  };
}

function compileBeginning(node: Expression, scope: Scope): Chain | undefined {
  if (pathOf(node) === 'pm.response.to') return ({ response }) => expectations().expect(response).to as Assertion;
  if (node.type !== 'Call' || pathOf(node.callee) !== 'pm.expect') return undefined;
  const [subject, note, ...rest] = node.input.map((argument) => compileValue(argument, scope));
  if (subject === undefined || rest.length > 0) throw new NeedsSandbox();
  return (run) => expectations().expect(subject(run), note?.(run));
}

function linkOf(assertion: Assertion, name: string): unknown {
  return assertion[name];
}

function compileValue(node: Expression, scope: Scope): Value {
  const path = pathOf(node);
  if (path !== undefined && Object.hasOwn(responseValues, path)) return responseValues[path]!;
  switch (node.type) {
    case 'Literal':
      return () => node.value;
    case 'List':
      return compileList(node.items, scope);
    case 'Record':
      return compileRecord(node.entries, scope);
    case 'Call':
      return compileCall(node);
    case 'Member':
      return compileMember(node, scope);
    case 'Name':
      return compileName(node.name, scope);
    default:
      throw new NeedsSandbox();
  }
}

function compileName(name: string, scope: Scope): Value {
  if (name === 'undefined') return () => undefined;
  const key = scope.get(name);
  if (key === undefined) throw new NeedsSandbox();
  return (run) => run.values.get(key);
}

const responseValues: Record<string, Value> = {
  'pm.response.code': ({ response }) => response.code,
  'pm.response.status': ({ response }) => response.status,
  'pm.response.responseTime': ({ response }) => response.responseTime,
  'pm.response.responseSize': ({ response }) => response.responseSize,
};

/** Calls without arguments. */
const responseCalls: Record<string, Value> = {
  'pm.response.text': ({ response }) => response.text(),
  'pm.response.json': ({ response }) => response.json(),
  'pm.response.reason': ({ response }) => response.reason(),
};

function compileCall({ callee, input }: Call): Value {
  const path = pathOf(callee) ?? '';
  if (input.length === 0 && Object.hasOwn(responseCalls, path)) return responseCalls[path]!;
  const [first, ...rest] = input;
  if (first === undefined || rest.length > 0) throw new NeedsSandbox();
  const name = literalOf(first);
  if (path === 'pm.response.headers.get') return ({ response }) => response.headers.get(name);
  if (path === 'pm.response.headers.has') return ({ response }) => response.headers.has(name);
  throw new NeedsSandbox();
}

/** A value inside a document in the response. */
function compileMember({ object, name }: Member, scope: Scope): Value {
  const holder = compileValue(object, scope);
  return (run) => {
    const value = holder(run);
    if (value === null || value === undefined) throw new NeedsSandbox();
    const owner = Object(value) as Record<string, unknown>;
    if (Object.hasOwn(owner, name)) return owner[name];
    if (name in owner) throw new NeedsSandbox();
    return undefined;
  };
}

function compileList(nodes: readonly Expression[], scope: Scope): Value {
  const items = nodes.map((node) => compileValue(node, scope));
  return (run) => items.map((item) => item(run));
}

function compileRecord(nodes: readonly (readonly [name: string, value: Expression])[], scope: Scope): Value {
  const entries = nodes.map(([name, node]) => [name, compileValue(node, scope)] as const);
  return (run) => Object.fromEntries(entries.map(([name, value]) => [name, value(run)]));
}

/** Names with dots between them, such as `pm.response.code`; undefined for anything else. */
function pathOf(node: Expression): string | undefined {
  if (node.type === 'Name') return node.name;
  if (node.type !== 'Member' || node.isComputed) return undefined;
  const before = pathOf(node.object);
  return before === undefined ? undefined : `${before}.${node.name}`;
}

function isWrittenDown(node: Expression): boolean {
  if (node.type === 'List') return node.items.every(isWrittenDown);
  if (node.type === 'Record') return node.entries.every(([, value]) => isWrittenDown(value));
  return node.type === 'Literal' || isUndefined(node);
}

function literalOf(node: Expression): unknown {
  if (node.type === 'Literal') return node.value;
  if (!isUndefined(node)) throw new NeedsSandbox();
  return undefined;
}

const isUndefined = (node: Expression): boolean => node.type === 'Name' && node.name === 'undefined';
