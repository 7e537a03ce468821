import type { FlowNode, ValueType } from '@touchstone/engine-flow/core';

/** A value in the form conditions use. */
export type ConditionValue =
  | { type: 'string'; value: string }
  | { type: 'number'; value: number }
  | { type: 'boolean'; value: boolean }
  | { type: 'date'; value: string }
  | { type: 'json'; value: unknown };

/**
 * conditionValues returns the outputs of a node in the form conditions use; never includes secrets, files and tables.
 */
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

/** variableValues returns the variables of a run in the form conditions use. */
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

/** toType converts a value to a type; throws if that is impossible. */
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

/** convert returns the value of a converting link: a JSON string is parsed if JSON or a table is expected. */
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

/** asText returns a value as the string a variable contains. */
export const asText = (value: unknown): string => (value === undefined || value === null ? '' : textOf(value));

/** textsOf inputs as variables of a test: strings, other values as JSON. */
export const textsOf = (inputs: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, asText(value)]));

/** fillIn replaces `{{name}}` in a text; a name without a value stays unchanged. */
export const fillIn = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) && values[name] !== undefined ? asText(values[name]) : whole,
  );

/** ofOutputTypes converts string values to the types of their outputs; a string that can't be parsed stays one. */
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

/** secretTexts returns the values of secret inputs. */
export const secretTexts = ({ inputs: ports }: FlowNode, inputs: Readonly<Record<string, unknown>>): string[] =>
  ports.flatMap(({ name, type }) => (type === 'secret' ? [asText(inputs[name])] : []));

/** maskTexts masks all strings in a value, at any depth. */
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
