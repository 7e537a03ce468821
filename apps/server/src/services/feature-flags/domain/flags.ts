import type { FlagCondition, FlagRule, TargetingAttribute } from '@touchstone/contracts/feature-flags';

export type FlagValue = boolean | string;
export type TargetingContext = Partial<Record<TargetingAttribute, string>>;

export interface FlagDefinition {
  description: string;
  /** The default value. */
  value: FlagValue;
  /** Evaluated before sign-in, so there is no targeting context for rules. */
  beforeSignIn?: true;
  /** Validates a value beyond its type; returns the problem. */
  check?: (value: FlagValue) => string | undefined;
}

/** FlagList flags by name. */
export type FlagList = Readonly<Record<string, FlagDefinition>>;

function holds({ attribute, operator, values }: FlagCondition, context: TargetingContext): boolean {
  const actual = context[attribute]?.toLowerCase();
  if (actual === undefined) return false;
  const wanted = values.map((value) => value.toLowerCase());
  if (operator === 'in') return wanted.includes(actual);
  if (operator === 'notIn') return !wanted.includes(actual);
  return wanted.some((value) => (operator === 'startsWith' ? actual.startsWith(value) : actual.endsWith(value)));
}

/** ruleMatches returns whether a context meets every condition of a rule; an unknown attribute meets none. */
export const ruleMatches = ({ conditions }: Pick<FlagRule, 'conditions'>, context: TargetingContext): boolean =>
  conditions.every((condition) => holds(condition, context));

/**
 * Evaluation is the result of an evaluation and its reason; `rule` is the index of the deciding rule, null if there is
 * none.
 */
export interface Evaluation {
  value: FlagValue;
  reason: 'TARGETING_MATCH' | 'STATIC' | 'DEFAULT';
  rule: number | null;
}

/** evaluateFlag returns the value of the first matching rule, or the flag's own. */
export function evaluateFlag(
  flag: { value: FlagValue; rules: readonly FlagRule[] },
  context: TargetingContext,
): Evaluation {
  const rule = flag.rules.findIndex((candidate) => ruleMatches(candidate, context));
  const decided = flag.rules[rule];
  if (decided) return { value: decided.value, reason: 'TARGETING_MATCH', rule };
  return { value: flag.value, reason: flag.rules.length ? 'DEFAULT' : 'STATIC', rule: null };
}
