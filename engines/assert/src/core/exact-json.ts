import { BudgetError, jsonNesting, workLimits } from '@touchstone/kernel';

type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver?: Reviver) => unknown;
const rawJson = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON;

/**
 * parseExactJson parses JSON of at most 500 levels (otherwise it throws BudgetError) and keeps integers beyond 2^53
 * exact, as bigint, so that long ids are not rounded.
 */
export function parseExactJson(text: string): unknown {
  if (text.length > workLimits.nesting && jsonNesting(text) > workLimits.nesting) {
    throw new BudgetError('The JSON', 'nesting', workLimits.nesting, 'Make it less deep.');
  }
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return parseWithSource(text, (_key, value, context) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value) || context?.source === undefined) return value;
    return /^-?\d+$/.test(context.source) ? BigInt(context.source) : value;
  });
}

/** stringifyExactJson is the counterpart of `parseExactJson`. */
export function stringifyExactJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, item: unknown) => {
      if (typeof item !== 'bigint') return item;
      return rawJson === undefined ? Number(item) : rawJson(item.toString());
    }) ?? ''
  );
}

/** plainJson converts bigints to numbers, for libraries that don't support bigint. */
export function plainJson(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plainJson);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainJson(item)]));
  }
  return value;
}
