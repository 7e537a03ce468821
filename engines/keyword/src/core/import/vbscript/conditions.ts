import type { Target } from '../../step.ts';
import { propertyStep, stateOf } from './methods.ts';
import type { Named } from './objects.ts';
import { isSign, isWord, readChain, splitTokens, type Token } from './statements.ts';
import { deepest, readValue } from './values.ts';

/** A step that a condition needs before it, with its nested steps. */
export interface StepBefore {
  keyword: string;
  args: Record<string, string>;
  target: Target | null;
  steps?: StepBefore[];
}

/** A step's condition, with the steps that must run before it. */
export interface Condition {
  args: Record<string, string>;
  target: Target | null;
  before: StepBefore[];
}

/** Maximum parts of a compound condition: each of them contains the next. */
const maxParts = 8;

const comparisons: Readonly<Record<string, string>> = {
  '=': 'equals',
  '<>': 'does not equal',
  '>': 'is greater than',
  '<': 'is less than',
};
const opposites: Readonly<Record<string, string>> = {
  equals: 'does not equal',
  'does not equal': 'equals',
  contains: 'does not contain',
  'does not contain': 'contains',
  'is empty': 'is not empty',
  'is not empty': 'is empty',
};
const otherStates: Readonly<Record<string, string>> = {
  visible: 'hidden',
  hidden: 'visible',
  enabled: 'disabled',
  disabled: 'enabled',
  checked: 'unchecked',
  unchecked: 'checked',
};

/** Context for reading conditions. */
export interface Reader {
  /** Resolves a chain of objects. */
  name: (tokens: readonly Token[]) => Named | undefined;
  /** Returns an unused variable; its name states its purpose. */
  fresh: (what: 'property' | 'condition') => string;
}

/** readCondition reads a condition that a step supports; undefined if it is another one. */
export function readCondition(tokens: readonly Token[], reader: Reader, depth = 0): Condition | undefined {
  if (depth > deepest) return undefined;
  // The operator with the lowest precedence splits a condition first.
  for (const word of ['or', 'and'] as const) {
    const parts = splitTokens(tokens, (token) => isWord(token, word));
    if (parts.length > 1) return combined(parts, word, reader, depth + 1);
  }
  if (isWord(tokens[0], 'not')) return negated(readCondition(tokens.slice(1), reader, depth + 1));
  if (isSign(tokens[0], '(') && isSign(tokens.at(-1), ')')) {
    const inner = readCondition(tokens.slice(1, -1), reader, depth + 1);
    if (inner) return inner;
  }
  const sign = tokens.find((token, at) => isSign(token, '=', '<>', '>', '<') && depthAt(tokens, at) === 0);
  if (sign) return compared(tokens, sign, reader);
  return existing(tokens, reader) ?? truth(tokens);
}

/** setFlag stores the result of a compound condition. */
export const setFlag = (variable: string, value: 'True' | 'False'): StepBefore => ({
  keyword: 'setVariable',
  args: { variable, value },
  target: null,
});
/** isSet is the condition that a flag is set. */
export const isSet = (variable: string): Pick<Condition, 'args' | 'target'> => ({
  args: { left: `{{${variable}}}`, operator: 'equals', right: 'True' },
  target: null,
});

/** `a And b`, `a Or b`: steps have a single condition, so a compound one is evaluated before the step. */
function combined(
  pieces: readonly Token[][],
  word: 'and' | 'or',
  reader: Reader,
  depth: number,
): Condition | undefined {
  const parts = pieces.length > maxParts ? [] : pieces.map((piece) => readCondition(piece, reader, depth));
  const known = parts.filter((part) => part !== undefined);
  if (known.length < pieces.length) return undefined;
  const variable = reader.fresh('condition');
  const yes = [setFlag(variable, 'True')];
  const asked = ({ args, target, before }: Condition, steps: StepBefore[]): StepBefore[] => [
    ...before,
    { keyword: 'if', args, target, steps },
  ];
  const steps =
    word === 'or'
      ? known.flatMap((part) => asked(part, yes))
      : known.reduceRight((inner, part) => asked(part, inner), yes);
  return { ...isSet(variable), before: [setFlag(variable, 'False'), ...steps] };
}

const depthAt = (tokens: readonly Token[], end: number): number =>
  tokens.slice(0, end).reduce((depth, token) => depth + (isSign(token, '(') ? 1 : isSign(token, ')') ? -1 : 0), 0);

function compared(tokens: readonly Token[], sign: Token, reader: Reader): Condition | undefined {
  const [left = [], right = []] = splitTokens(tokens, (token) => token === sign);
  const isPlain = !tokens.some((token) => isWord(token, 'and', 'or', 'xor', 'eqv', 'imp'));
  const expected = isPlain ? readValue(right) : undefined;
  if (expected === undefined) return undefined;
  const operator = comparisons[sign.text] ?? 'equals';
  const found = yesOrNo(left, { operator, expected }, reader) ?? containing(left, operator, expected);
  if (found) return found;
  const property = ofProperty(left, reader);
  if (property) return ofState(property, operator, expected);
  const value = readValue(left);
  return value === undefined ? undefined : withOperator(value, operator, expected, []);
}

/** `….Exist(5) = True`. */
function yesOrNo(
  left: readonly Token[],
  { operator, expected }: { operator: string; expected: string },
  reader: Reader,
): Condition | undefined {
  const isYes = /^(?:true|-1)$/i.test(expected);
  if (!isYes && !/^false$/i.test(expected)) return undefined;
  const found = existing(left, reader);
  return isYes === (operator === 'equals') ? found : negated(found);
}

function ofState(
  { name, variable, target, store }: NonNullable<ReturnType<typeof ofProperty>>,
  operator: string,
  expected: string,
): Condition | undefined {
  const state = ['equals', 'does not equal'].includes(operator) ? stateOf(name, expected) : undefined;
  if (state === undefined) return withOperator(`{{${variable}}}`, operator, expected, [store]);
  const found: Condition = { args: { state }, target, before: [] };
  return operator === 'equals' ? found : negated(found);
}

function withOperator(left: string, operator: string, right: string, before: Condition['before']): Condition {
  if (right !== '' || !(operator in opposites)) return { args: { left, operator, right }, target: null, before };
  return { args: { left, operator: operator === 'equals' ? 'is empty' : 'is not empty' }, target: null, before };
}

/** `InStr(text, part) > 0`. */
function containing(left: readonly Token[], operator: string, expected: string): Condition | undefined {
  const chain = readChain(left);
  const [call, ...others] = chain?.links ?? [];
  if (call?.name.toLowerCase() !== 'instr' || others.length > 0 || expected !== '0') return undefined;
  const [whole, part] = (call.args ?? []).slice(-2).map((one) => readValue(one));
  if (whole === undefined || part === undefined || call.args?.length === 1) return undefined;
  const isIn = operator === 'is greater than' || operator === 'does not equal';
  return {
    args: { left: whole, operator: isIn ? 'contains' : 'does not contain', right: part },
    target: null,
    before: [],
  };
}

/** `….GetROProperty("innertext")`. */
function ofProperty(tokens: readonly Token[], reader: Reader) {
  const named = reader.name(tokens);
  const [method] = named?.rest ?? [];
  const name = method?.args?.[0] && readValue(method.args[0]);
  if (!named?.target || method?.name.toLowerCase() !== 'getroproperty' || name === undefined) return undefined;
  const variable = reader.fresh('property');
  return { name, variable, target: named.target, store: storeStep(name, { named, target: named.target, variable }) };
}

/** storeStep stores a property of an element. */
export function storeStep(
  property: string,
  { named, target, variable }: { named: Named; target: Target; variable: string },
): StepBefore {
  const { keyword, name } = propertyStep(property, named.kind);
  return keyword === 'Attribute'
    ? { keyword: 'storeAttribute', args: { name, variable }, target }
    : { keyword: 'storeText', args: { variable }, target };
}

/** `….Exist(5)`. */
function existing(tokens: readonly Token[], reader: Reader): Condition | undefined {
  const named = reader.name(tokens);
  if (!named?.target || named.rest[0]?.name.toLowerCase() !== 'exist') return undefined;
  return { args: { state: 'visible' }, target: named.target, before: [] };
}

/** A variable that is true or false. */
function truth(tokens: readonly Token[]): Condition | undefined {
  const value = tokens.length === 1 ? readValue(tokens) : undefined;
  return value === undefined
    ? undefined
    : { args: { left: value, operator: 'equals', right: 'True' }, target: null, before: [] };
}

/** negated returns the opposite condition; undefined if no operator expresses it. */
export function negated(condition: Condition | undefined): Condition | undefined {
  if (!condition) return undefined;
  const { args } = condition;
  if (condition.target) return { ...condition, args: { state: otherStates[args.state ?? ''] ?? 'hidden' } };
  const operator = opposites[args.operator ?? ''];
  return operator === undefined ? undefined : { ...condition, args: { ...args, operator } };
}
