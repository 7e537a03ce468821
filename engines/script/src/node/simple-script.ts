import {
  type Expression,
  type MemberExpression,
  type Node,
  type Pattern,
  type Program,
  parse,
  type Statement,
} from 'acorn';
import { comparedValues } from '../core/guest/compared-values.ts';
import { describeError } from '../core/guest/inspect.ts';
import type { ScriptResponse, ScriptTest } from '../core/script-types.ts';
import { type Assertion, expectations } from './expectations.ts';
import { fillers, plainMethods, plainResponseMethods, plainStates } from './plain-expectations.ts';
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
    const { body } = withoutBlock(parse(code, { ecmaVersion: 2024 }));
    const scope: Scope = new Map();
    const actions = body.map((statement) => compileTopLevel(statement as Statement, scope));
    if (actions.length > maxTests) return undefined;
    const readings = code.split('pm.response').length;
    return (given) => (given.text.length * readings > maxWorkCharacters ? undefined : runActions(actions, given));
  } catch {
    // What can't be parsed, or isn't supported below, is left to the sandbox.
    return undefined;
  }
}

/** A script may be wrapped in a block, like those of imported folders. */
function withoutBlock(program: Program): { body: Program['body'] } {
  const [only, ...more] = program.body;
  return only?.type === 'BlockStatement' && more.length === 0 ? only : program;
}

/** Thrown if a script, or a value that it meets, isn't supported here. */
class NeedsSandbox extends Error {}

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
  if (statement.type === 'EmptyStatement') return () => undefined;
  if (statement.type === 'VariableDeclaration') return compileDeclaration(statement, scope);
  const call = expressionOf(statement);
  if (call.type !== 'CallExpression' || pathOf(call.callee) !== 'pm.test') throw new NeedsSandbox();
  const [name, body, ...rest] = call.arguments;
  if (name === undefined || body === undefined || rest.length > 0) throw new NeedsSandbox();
  const text = literalOf(name);
  if (typeof text !== 'string') throw new NeedsSandbox();
  return testOf(text.slice(0, maxNameCharacters), compileFunction(body, scope));
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

function compileFunction(node: Node, outer: Scope): Action[] {
  const fn = node as Expression;
  if (fn.type !== 'ArrowFunctionExpression' && fn.type !== 'FunctionExpression') throw new NeedsSandbox();
  if (fn.async || fn.generator || fn.params.length > 0 || ('id' in fn && fn.id)) throw new NeedsSandbox();
  const scope: Scope = new Map(outer);
  if (fn.body.type !== 'BlockStatement') return [compileExpectation(fn.body, scope)];
  return fn.body.body.flatMap((statement) => {
    if (statement.type === 'EmptyStatement') return [];
    if (statement.type === 'VariableDeclaration') return [compileDeclaration(statement, scope)];
    return [compileExpectation(expressionOf(statement), scope)];
  });
}

function compileDeclaration(node: Extract<Statement, { type: 'VariableDeclaration' }>, scope: Scope) {
  const assignments = node.declarations.map(({ id, init }) => {
    const name = declaredName(id, scope);
    if (init === null || init === undefined) throw new NeedsSandbox();
    const value = compileValue(init, scope);
    const key = `${name}:${id.start}`;
    scope.set(name, key);
    return { key, value };
  });
  return (run: Run) => {
    for (const { key, value } of assignments) run.values.set(key, value(run));
  };
}

function declaredName(pattern: Pattern, scope: Scope): string {
  if (pattern.type !== 'Identifier' || reserved.has(pattern.name) || scope.has(pattern.name)) throw new NeedsSandbox();
  return pattern.name;
}

const reserved: ReadonlySet<string> = new Set(['pm', 'undefined', 'NaN', 'Infinity', 'arguments', 'eval']);

function expressionOf(statement: Statement): Expression {
  if (statement.type !== 'ExpressionStatement') throw new NeedsSandbox();
  return statement.expression;
}

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
  const isCall = node.type === 'CallExpression';
  const member = (isCall ? node.callee : node) as Expression;
  const word = memberName(member) as string;
  const start = withoutFillers((member as MemberExpression).object as Expression);
  const [argument, ...rest] = isCall ? node.arguments : [];
  if (rest.length > 0 || isCall !== (argument !== undefined)) return undefined;
  const expected = argument && compileValue(argument, scope);
  if (pathOf(start) === 'pm.response.to') {
    const holds = expected && ownOf(plainResponseMethods, word);
    return holds && ((run) => holds(run.response, expected(run)));
  }
  if (start.type !== 'CallExpression' || pathOf(start.callee) !== 'pm.expect' || start.arguments.length !== 1)
    return undefined;
  const subject = compileValue(start.arguments[0]!, scope);
  if (expected === undefined) {
    const holds = ownOf(plainStates, word);
    return holds && ((run) => holds(subject(run)));
  }
  const holds = ownOf(plainMethods, word);
  return holds && ((run) => holds(subject(run), expected(run)));
}

/** The part of an expectation before its filler words. */
function withoutFillers(node: Expression): Expression {
  if (node.type !== 'MemberExpression' || pathOf(node) === 'pm.response.to') return node;
  return fillers.has(String(memberName(node))) ? withoutFillers(node.object as Expression) : node;
}

const ownOf = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

function compileChain(node: Expression, scope: Scope): Chain {
  const beginning = compileBeginning(node, scope);
  if (beginning !== undefined) return beginning;
  const isCall = node.type === 'CallExpression';
  const member = (isCall ? node.callee : node) as Expression;
  const name = memberName(member);
  if (member.type !== 'MemberExpression' || typeof name !== 'string') throw new NeedsSandbox();
  const before = compileChain(member.object as Expression, scope);
  if (!isCall) {
    if (!properties.has(name)) throw new NeedsSandbox();
    return (run) => linkOf(before(run), name) as Assertion;
  }
  if (!methods.has(name) || node.optional) throw new NeedsSandbox();
  if (wantLiterals.has(name) && !node.arguments.every(isWrittenDown)) throw new NeedsSandbox();
  const input = node.arguments.map((argument) => compileValue(argument, scope));
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
  if (node.type !== 'CallExpression' || pathOf(node.callee) !== 'pm.expect') return undefined;
  const [subject, note, ...rest] = node.arguments.map((argument) => compileValue(argument, scope));
  if (subject === undefined || rest.length > 0 || node.optional) throw new NeedsSandbox();
  return (run) => expectations().expect(subject(run), note?.(run));
}

function linkOf(assertion: Assertion, name: string): unknown {
  return assertion[name];
}

function compileValue(node: Node, scope: Scope): Value {
  const expression = node as Expression;
  const literal = literalOrUndefined(expression);
  if (literal !== undefined) return () => literal.value;
  const path = pathOf(expression);
  if (path !== undefined && Object.hasOwn(responseValues, path)) return responseValues[path]!;
  switch (expression.type) {
    case 'ArrayExpression':
      return compileArray(expression, scope);
    case 'ObjectExpression':
      return compileObject(expression, scope);
    case 'CallExpression':
      return compileCall(expression);
    case 'MemberExpression':
      return compileMember(expression, scope);
    case 'Identifier': {
      const key = scope.get(expression.name);
      if (key === undefined) throw new NeedsSandbox();
      return (run) => run.values.get(key);
    }
    default:
      throw new NeedsSandbox();
  }
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

function compileCall(node: Extract<Expression, { type: 'CallExpression' }>): Value {
  const path = pathOf(node.callee) ?? '';
  if (node.optional) throw new NeedsSandbox();
  if (node.arguments.length === 0 && Object.hasOwn(responseCalls, path)) return responseCalls[path]!;
  const [first, ...rest] = node.arguments;
  if (first === undefined || rest.length > 0) throw new NeedsSandbox();
  const name = literalOf(first);
  if (path === 'pm.response.headers.get') return ({ response }) => response.headers.get(name);
  if (path === 'pm.response.headers.has') return ({ response }) => response.headers.has(name);
  throw new NeedsSandbox();
}

/** A value inside a document in the response. */
function compileMember(node: Extract<Expression, { type: 'MemberExpression' }>, scope: Scope): Value {
  const holder = compileValue(node.object, scope);
  const name = memberName(node);
  if (name === undefined) throw new NeedsSandbox();
  return (run) => {
    const value = holder(run);
    if (value === null || value === undefined) throw new NeedsSandbox();
    const object = Object(value) as Record<string, unknown>;
    if (Object.hasOwn(object, name)) return object[name];
    if (name in object) throw new NeedsSandbox();
    return undefined;
  };
}

function compileArray(node: Extract<Expression, { type: 'ArrayExpression' }>, scope: Scope): Value {
  const items = node.elements.map((element) => {
    if (element === null) throw new NeedsSandbox();
    return compileValue(element, scope);
  });
  return (run) => items.map((item) => item(run));
}

function compileObject(node: Extract<Expression, { type: 'ObjectExpression' }>, scope: Scope): Value {
  const entries = node.properties.map((property) => {
    if (property.type !== 'Property' || property.computed || property.kind !== 'init' || property.method)
      throw new NeedsSandbox();
    const { key } = property;
    const name = key.type === 'Identifier' ? key.name : String(literalOf(key));
    if (name === '__proto__') throw new NeedsSandbox();
    return [name, compileValue(property.value, scope)] as const;
  });
  return (run) => Object.fromEntries(entries.map(([name, value]) => [name, value(run)]));
}

/** Name of a member, if it is a literal. */
function memberName(node: Node): string | number | undefined {
  const member = node as Expression;
  if (member.type !== 'MemberExpression' || member.optional) return undefined;
  if (!member.computed) return member.property.type === 'Identifier' ? member.property.name : undefined;
  const name = literalOrUndefined(member.property as Expression)?.value;
  return typeof name === 'string' || typeof name === 'number' ? name : undefined;
}

/** Names with dots between them, such as `pm.response.code`; undefined for anything else. */
function pathOf(node: Node): string | undefined {
  const expression = node as Expression;
  if (expression.type === 'Identifier') return expression.name;
  if (expression.type !== 'MemberExpression' || expression.computed || expression.optional) return undefined;
  const before = pathOf(expression.object);
  return before === undefined || expression.property.type !== 'Identifier'
    ? undefined
    : `${before}.${expression.property.name}`;
}

function isWrittenDown(node: Node): boolean {
  const expression = node as Expression;
  if (expression.type === 'ArrayExpression')
    return expression.elements.every((element) => element !== null && isWrittenDown(element));
  if (expression.type === 'ObjectExpression')
    return expression.properties.every((property) => property.type === 'Property' && isWrittenDown(property.value));
  return literalOrUndefined(expression) !== undefined;
}

function literalOf(node: Node): unknown {
  const found = literalOrUndefined(node as Expression);
  if (found === undefined) throw new NeedsSandbox();
  return found.value;
}

function literalOrUndefined(node: Expression): { value: unknown } | undefined {
  if (node.type === 'Literal') return node.regex || node.bigint ? undefined : { value: node.value };
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return { value: node.quasis[0]!.value.cooked };
  if (node.type === 'Identifier' && node.name === 'undefined') return { value: undefined };
  if (node.type !== 'UnaryExpression' || node.operator !== '-') return undefined;
  const { argument } = node;
  return argument.type === 'Literal' && typeof argument.value === 'number' ? { value: -argument.value } : undefined;
}
