/** How the text of an argument is read after variables are filled in. */
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

/** One argument of a keyword. */
export interface Parameter {
  name: string;
  label: string;
  /** `boolean` is `true` or `false`, `variable` the name of a variable to set, `list` one value a line; a `query` gets the values of its variables as parameters. */
  type: ParameterType;
  required: boolean;
  /** What is used where the argument is missing or empty. */
  default?: string;
  /** Of `choice` only. */
  choices?: readonly string[];
  help?: string;
}

/** Groups in which the catalogue is shown, in this order. */
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

/** What a step can do. */
export interface Keyword {
  id: string;
  title: string;
  group: (typeof keywordGroups)[number];
  /** One sentence that says what it does. */
  summary: string;
  target: 'required' | 'optional' | 'none';
  parameters: Parameter[];
  /** What it does with the steps within: takes one of two branches, repeats, or catches failures. */
  holds?: 'branch' | 'loop' | 'try';
  surfaces: Surface[];
}

/** Comparisons of verifications and conditions; `matches` takes a regular expression. */
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
/** One of the comparisons. */
export type Operator = (typeof operators)[number];

/** States of an element that conditions can ask for. */
export const conditionStates = ['visible', 'hidden', 'enabled', 'disabled', 'checked', 'unchecked'] as const;

/** What pages can be verified against, from the least on; each holds those before. */
export const accessibilityStandards = [
  'WCAG 2.0 A',
  'WCAG 2.0 AA',
  'WCAG 2.1 AA',
  'WCAG 2.2 AA',
  'WCAG 2.2 AA and best practices',
] as const;

/** How much a violation keeps people from using a page, from the least on. */
export const accessibilityImpacts = ['minor', 'moderate', 'serious', 'critical'] as const;

type Extra = Partial<Omit<Parameter, 'name' | 'label' | 'type' | 'required'>>;

/** required declares an argument that must be given. */
export const required = (name: string, label: string, type: ParameterType = 'text', extra: Extra = {}): Parameter => ({
  name,
  label,
  type,
  required: true,
  ...extra,
});
/** optional declares an argument that may be missing. */
export const optional = (name: string, label: string, type: ParameterType = 'text', extra: Extra = {}): Parameter => ({
  name,
  label,
  type,
  required: false,
  ...extra,
});
