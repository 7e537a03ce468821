/** Kinds of locators, from what users see to what only developers see. */
export const locatorKinds = ['role', 'testid', 'label', 'placeholder', 'text', 'css', 'xpath'] as const;

/** A way to find one element. */
export interface Locator {
  by: (typeof locatorKinds)[number];
  /** For `role` the role, such as `button`; otherwise the text, the selector or the path. May contain variables. */
  value: string;
  /** `role` only: the accessible name. */
  name?: string;
  /** Whether text, label, placeholder or name must be equal; otherwise a case-insensitive substring suffices. */
  exact?: boolean;
}

/** The element that a step acts on, with its known locators. */
export interface Target {
  /** Its human name; also shown in reports. */
  name: string;
  /** The first one that finds exactly one element is used. */
  locators: Locator[];
  /** The frames around it, outermost first; empty: the page itself, or the frame that was switched to. */
  frame: Locator[];
  /** The element's description when it was recorded. */
  fingerprint?: Record<string, unknown>;
}

/**
 * What happens after a failure: the script ends, continues and fails at its end, or retries the step before it ends.
 */
export const failureActions = ['stop', 'continue', 'retry'] as const;
/** When a picture of the page is kept. */
export const evidenceChoices = ['none', 'failure', 'always'] as const;

/** One line of a script: a keyword with its element and arguments. */
export interface Step {
  id: string;
  /** Id of a keyword in the catalogue. */
  keyword: string;
  target: Target | null;
  /** By parameter name; the parameter's type says how the text is interpreted after `{{variables}}` are filled in. */
  args: Record<string, string>;
  /** Nested steps of a container. */
  steps?: Step[];
  /** For `if` the else branch, for `tryCatch` the steps after a failure. */
  otherwise?: Step[];
  onFailure: (typeof failureActions)[number];
  /** Further attempts if `onFailure` is `retry`, 0 to 10. */
  retries: number;
  /** Timeout of one attempt in milliseconds; null: the run's default. */
  timeoutMs: number | null;
  evidence: (typeof evidenceChoices)[number];
  comment: string;
  /** A disabled step is skipped with its nested steps. */
  isEnabled: boolean;
}

/** Steps that several scripts share; inputs are variables within it, outputs are variables that the caller may take. */
export interface KeywordFunction {
  /** The name that `callFunction` uses. */
  name: string;
  inputs: string[];
  outputs: string[];
  steps: Step[];
}

/** Limits of scripts: steps in total, nesting of containers, retries, locators of an element, length of an argument. */
export const stepLimits = { steps: 5000, levels: 20, retries: 10, locators: 20, argumentCharacters: 100_000 } as const;

/** newStep returns a step of this keyword with the default settings. */
export function newStep(id: string, keyword: string, given: Partial<Omit<Step, 'id' | 'keyword'>> = {}): Step {
  return {
    id,
    keyword,
    target: null,
    args: {},
    onFailure: 'stop',
    retries: 0,
    timeoutMs: null,
    evidence: 'failure',
    comment: '',
    isEnabled: true,
    ...given,
  };
}
