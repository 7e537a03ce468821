import type { FlagRule, targetingAttributes } from '@touchstone/contracts';

export type FlagValue = boolean | string;
export type TargetingContext = Partial<Record<(typeof targetingAttributes)[number], string>>;

export interface FlagDefinition {
  description: string;
  /** What holds until somebody changes it. */
  value: FlagValue;
}

/** Settings of the installation that flags begin with. */
export interface FlagDefaults {
  signUpRoute: string;
  publicCloud: boolean;
  idleTimeout: boolean;
}

/** flagDefinitions are the flags that the product knows. */
export const flagDefinitions = (defaults: FlagDefaults): Record<string, FlagDefinition> => ({
  isNewAPIDesignEnabled: { description: 'API projects open in the new design', value: true },
  isDesktopTestingEnabled: {
    description: 'Desktop testing: its services, downloads and team configuration',
    value: false,
  },
  isInsightDashboardEnabled: { description: 'Reporting opens the external insights dashboard', value: false },
  isPublicCloudEnabled: {
    description: 'Public edition of API testing: onboarding and landing pages',
    value: defaults.publicCloud,
  },
  isIdleTimeoutEnabled: { description: 'Sessions without activity end', value: defaults.idleTimeout },
  isSessionRecordingEnabled: { description: 'Calls carry the address of a session recording', value: false },
  signUpRoute: { description: 'Name of the sign-up page', value: defaults.signUpRoute },
});

/** ruleMatches tells whether a context falls under a rule; an attribute that is not known matches nothing. */
export function ruleMatches(
  rule: Pick<FlagRule, 'attribute' | 'operator' | 'values'>,
  context: TargetingContext,
): boolean {
  const actual = context[rule.attribute]?.toLowerCase();
  if (actual === undefined) return false;
  const values = rule.values.map((value) => value.toLowerCase());
  if (rule.operator === 'in') return values.includes(actual);
  if (rule.operator === 'notIn') return !values.includes(actual);
  return values.some((value) => (rule.operator === 'startsWith' ? actual.startsWith(value) : actual.endsWith(value)));
}

/** evaluateFlag gives the value of the first rule that matches, else the flag's own. */
export function evaluateFlag(
  flag: { value: FlagValue; rules: readonly FlagRule[] },
  context: TargetingContext,
): { value: FlagValue; reason: 'TARGETING_MATCH' | 'STATIC' | 'DEFAULT' } {
  const rule = flag.rules.find((candidate) => ruleMatches(candidate, context));
  if (rule) return { value: rule.value, reason: 'TARGETING_MATCH' };
  return { value: flag.value, reason: flag.rules.length ? 'DEFAULT' : 'STATIC' };
}
