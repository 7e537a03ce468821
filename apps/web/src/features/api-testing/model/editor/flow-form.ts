import type { ScriptInput } from '@touchstone/contracts/api-testing';

type Retry = NonNullable<ScriptInput['settings']['retry']>;
type Condition = NonNullable<ScriptInput['condition']>;

const words: Record<Condition['operator'], string> = {
  equals: 'equals',
  notEquals: 'does not equal',
  contains: 'contains',
  notContains: 'does not contain',
  matches: 'matches the expression',
  greaterThan: 'is greater than',
  greaterOrEqual: 'is at least',
  lessThan: 'is less than',
  lessOrEqual: 'is at most',
  in: 'is one of',
  exists: 'has a value',
  notExists: 'has no value',
};
export const operatorWords = Object.entries(words).map(([value, label]) => ({ value, label }));

export const needsExpected = (operator: Condition['operator']): boolean =>
  operator !== 'exists' && operator !== 'notExists';

/** withRetry sets the retries of a request; undefined removes them. */
export function withRetry(draft: ScriptInput, retry: Retry | undefined): ScriptInput {
  const { retry: _before, ...settings } = draft.settings;
  return { ...draft, settings: retry ? { ...settings, retry } : settings };
}

/** withCondition sets the condition of a request; undefined removes it. */
export function withCondition(draft: ScriptInput, condition: Condition | undefined): ScriptInput {
  const { condition: _before, ...rest } = draft;
  if (!condition) return rest;
  const { expected, ...asked } = condition;
  return { ...rest, condition: needsExpected(asked.operator) ? { ...asked, expected: expected ?? '' } : asked };
}
