import type { Port, ValueType } from '@touchstone/engine-flow/core';

/** valueText returns a constant as editable text. */
export const valueText = (value: Port['value']): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** The parsed value of a text; an empty text is no value. */
export type ParsedValue = { isValid: true; value: Port['value'] } | { isValid: false };

/** parseValue parses a constant of a type. */
export function parseValue(text: string, type: ValueType): ParsedValue {
  if (text === '') return { isValid: true, value: undefined };
  if (type === 'string' || type === 'secret' || type === 'date') return { isValid: true, value: text };
  if (type === 'file') return { isValid: false };
  const value = jsonOf(text);
  if (value === undefined) return { isValid: false };
  if (type === 'number') return typeof value === 'number' ? { isValid: true, value } : { isValid: false };
  if (type === 'boolean') return typeof value === 'boolean' ? { isValid: true, value } : { isValid: false };
  if (type === 'table' && !(Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null)))
    return { isValid: false };
  return { isValid: true, value };
}

function jsonOf(text: string): Port['value'] {
  try {
    return JSON.parse(text) as Port['value'];
  } catch {
    return undefined;
  }
}
