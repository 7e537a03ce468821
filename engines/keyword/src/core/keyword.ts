/** How an argument's text is interpreted after variables are filled in. */
export type ParameterType =
  | 'text'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'milliseconds'
  | 'url'
  | 'code'
  | 'query'
  | 'variable'
  | 'list';

/** An argument of a keyword. */
export interface Parameter {
  name: string;
  label: string;
  /**
   * `boolean` is `true` or `false`, `variable` the name of a variable to set, `list` one value a line; a `query` gets
   * its variables' values as parameters.
   */
  type: ParameterType;
  required: boolean;
  /** Used if the argument is missing or empty. */
  default?: string;
  /** `choice` only. */
  choices?: readonly string[];
  help?: string;
}

/** Groups of the catalogue, in display order. */
export const keywordGroups = [
  'Navigation',
  'Mouse and keys',
  'Input',
  'Wait',
  'Verify',
  'Data',
  'Flow',
  'Browser',
] as const;

/** What keywords can act on. */
export type Surface = 'web' | 'desktop' | 'mobile';

/** An action that a step can perform. */
export interface Keyword {
  id: string;
  title: string;
  group: (typeof keywordGroups)[number];
  /** One sentence that says what it does. */
  summary: string;
  target: 'required' | 'optional' | 'none';
  parameters: Parameter[];
  /** How it runs its nested steps: takes one of two branches, repeats, or catches failures. */
  holds?: 'branch' | 'loop' | 'try';
  surfaces: Surface[];
}

/** Comparisons for verifications and conditions; `matches` takes a regular expression. */
export const operators = [
  'equals',
  'does not equal',
  'contains',
  'does not contain',
  'starts with',
  'ends with',
  'matches',
  'is greater than',
  'is less than',
  'is empty',
  'is not empty',
] as const;
/** A comparison. */
export type Operator = (typeof operators)[number];

/** Element states for conditions. */
export const conditionStates = ['visible', 'hidden', 'enabled', 'disabled', 'checked', 'unchecked'] as const;

/** Standards that pages can be checked against, in ascending order; each includes the previous ones. */
export const accessibilityStandards = [
  'WCAG 2.0 A',
  'WCAG 2.0 AA',
  'WCAG 2.1 AA',
  'WCAG 2.2 AA',
  'WCAG 2.2 AA and best practices',
] as const;

/** How severely a violation affects people who use a page, in ascending order. */
export const accessibilityImpacts = ['minor', 'moderate', 'serious', 'critical'] as const;

type Extra = Partial<Omit<Parameter, 'name' | 'label' | 'type' | 'required'>>;

/** required declares a mandatory argument. */
export const required = (name: string, label: string, type: ParameterType = 'text', extra: Extra = {}): Parameter => ({
  name,
  label,
  type,
  required: true,
  ...extra,
});
/** optional declares an optional argument. */
export const optional = (name: string, label: string, type: ParameterType = 'text', extra: Extra = {}): Parameter => ({
  name,
  label,
  type,
  required: false,
  ...extra,
});
