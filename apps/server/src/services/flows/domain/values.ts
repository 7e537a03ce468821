import type { FlowNode, ValueType } from '@touchstone/engine-flow/core';

/** A value as conditions see it. */
export type ConditionValue =
  | { type: 'string'; value: string }
  | { type: 'number'; value: number }
  | { type: 'boolean'; value: boolean }
  | { type: 'date'; value: string }
  | { type: 'json'; value: unknown };

/** conditionValues gives the outputs of a node as conditions see them; secrets, files and tables are never among them. */
export function conditionValues({ outputs }: FlowNode, values: Readonly<Record<string, unknown>>) {
  const found: Record<string, ConditionValue> = {};
  for (const { name, type } of outputs) {
    const value = conditionValue(type, values[name]);
    if (value) found[name] = value;
  }
  return found;
}

function conditionValue(type: ValueType, value: unknown): ConditionValue | undefined {
  if (value === undefined || type === 'secret' || type === 'file' || type === 'table') return undefined;
  if (type === 'number' && typeof value === 'number') return { type, value };
  if (type === 'boolean' && typeof value === 'boolean') return { type, value };
  if ((type === 'string' || type === 'date') && typeof value === 'string') return { type, value };
  return { type: 'json', value };
}

/** variableValues gives variables of a run as conditions see them. */
export function variableValues(variables: Readonly<Record<string, unknown>>): Record<string, ConditionValue> {
  const found: Record<string, ConditionValue> = {};
  for (const [name, value] of Object.entries(variables)) {
    const type = typeof value;
    found[name] =
      type === 'string' || type === 'number' || type === 'boolean'
        ? ({ type, value } as ConditionValue)
        : { type: 'json', value };
  }
  return found;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** toType makes a value one of a type; throws a sentence where it is none. */
export function toType(value: unknown, type: ValueType): unknown {
  if (value === undefined || value === null) return value;
  switch (type) {
    case 'string':
    case 'secret':
    case 'file':
      return textOf(value);
    case 'number':
      return toNumber(value);
    case 'boolean':
      if (value === true || value === 'true') return true;
      if (value === false || value === 'false') return false;
      throw new Error(`"${shorten(value)}" is neither true nor false.`);
    case 'date': {
      const text = textOf(value);
      if (Number.isNaN(Date.parse(text))) throw new Error(`"${shorten(value)}" is not a date.`);
      return text;
    }
    case 'table':
      if (isTable(value)) return value;
      throw new Error('The value is not a table (a list of rows).');
    default:
      return value;
  }
}

function toNumber(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw new Error(`"${shorten(value)}" is not a number.`);
}

const isTable = (value: unknown): boolean =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));
const shorten = (value: unknown): string => textOf(value).slice(0, 40);

/** convert is the value of a joint that converts: a text that is JSON is read where JSON or a table is wanted. */
export function convert(value: unknown, type: ValueType): unknown {
  if (typeof value === 'string' && (type === 'json' || type === 'table')) {
    try {
      return toType(JSON.parse(value), type);
    } catch {
      if (type === 'json') return value;
    }
  }
  return toType(value, type);
}

/** asText is a value as a variable holds it. */
export const asText = (value: unknown): string => (value === undefined || value === null ? '' : textOf(value));

/** textsOf gives inputs as variables of a test are: texts, other values as JSON. */
export const textsOf = (inputs: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, asText(value)]));

/** fillIn puts values in the place of `{{name}}` in a text; a name without a value stays as it is. */
export const fillIn = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) && values[name] !== undefined ? asText(values[name]) : whole,
  );

/** ofOutputTypes gives values that are texts the types of the outputs that they are for; a text that is none of that type stays one. */
export function ofOutputTypes(
  { outputs }: FlowNode,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const types = new Map(outputs.map(({ name, type }) => [name, type]));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const type = types.get(name);
      if (typeof value !== 'string' || type === undefined || !['number', 'boolean', 'json', 'table'].includes(type))
        return [name, value];
      try {
        return [name, JSON.parse(value)];
      } catch {
        return [name, value];
      }
    }),
  );
}

/** secretTexts are the values of inputs that must not be shown. */
export const secretTexts = ({ inputs: ports }: FlowNode, inputs: Readonly<Record<string, unknown>>): string[] =>
  ports.flatMap(({ name, type }) => (type === 'secret' ? [asText(inputs[name])] : []));

/** maskTexts masks each text of a value, however deep it lies. */
export function maskTexts(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskTexts(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [mask(name), maskTexts(item, mask)]));
}

/** withoutSecrets masks the values of ports of type secret. */
export function withoutSecrets(
  values: Readonly<Record<string, unknown>>,
  ports: readonly { name: string; type: ValueType }[],
): Record<string, unknown> {
  const secret = new Set(ports.flatMap(({ name, type }) => (type === 'secret' ? [name] : [])));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, secret.has(name) ? '******' : value]));
}
