import type { GraphqlOperation } from '@touchstone/engine-http/core';

type Variables = GraphqlOperation['variables'];

const read = (text: string): Record<string, unknown> | undefined => {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** missingVariables returns the variables of an operation without a value in the JSON; none while that is invalid. */
export function missingVariables(variables: Variables, text: string): Variables {
  const values = read(text);
  return values ? variables.filter(({ name }) => !(name in values)) : [];
}

/** withVariables adds variables with an empty value of their type. */
export function withVariables(variables: Variables, text: string): string {
  const added = variables.map(({ name, type }) => [name, emptyOf(type)]);
  return JSON.stringify({ ...read(text), ...Object.fromEntries(added) }, null, 2);
}

function emptyOf(type: string): unknown {
  if (type.startsWith('[')) return [];
  const name = type.replace(/!$/, '');
  if (name === 'String' || name === 'ID') return '';
  if (name === 'Int' || name === 'Float') return 0;
  return name === 'Boolean' ? false : null;
}
