/** Ways to find an element, from what a user sees to what only a developer sees. */
export const locatorKinds = ['role', 'testid', 'label', 'placeholder', 'text', 'css', 'xpath'] as const;

/** A way to find one element. */
export interface Locator {
  by: (typeof locatorKinds)[number];
  /** Of `role` the role, such as `button`; otherwise the text, the selector or the path. Variables may stand in it. */
  value: string;
  /** Of `role` only: the accessible name. */
  name?: string;
  /** Whether text, label, placeholder or name must be equal; without it they must be contained, in any case of letters. */
  exact?: boolean;
}

/** The element that a step acts on, with every known way to find it. */
export interface Target {
  /** What people call it; also shown in reports. */
  name: string;
  /** The first that finds exactly one element is used. */
  locators: Locator[];
  /** The frames that it lies in, from the outermost inwards; empty: the page itself, or the frame that was switched to. */
  frame: Locator[];
  /** What was known of the element when it was recorded. */
  fingerprint?: Record<string, unknown>;
}

/** What happens after a failure: the script ends, it goes on and fails at its end, or the step is tried again before it ends. */
export const failureActions = ['stop', 'continue', 'retry'] as const;
/** When a picture of the page is kept. */
export const evidenceChoices = ['none', 'failure', 'always'] as const;

/** One line of a script: a keyword with what it acts on. */
export interface Step {
  id: string;
  /** Id of a keyword of the catalogue. */
  keyword: string;
  target: Target | null;
  /** By name of the parameter; what a text means is said by the type of the parameter, after `{{variables}}` are filled in. */
  args: Record<string, string>;
  /** What a container holds. */
  steps?: Step[];
  /** Of `if` what happens otherwise, of `tryCatch` what happens after a failure. */
  otherwise?: Step[];
  onFailure: (typeof failureActions)[number];
  /** Further attempts where `onFailure` is `retry`, 0 to 10. */
  retries: number;
  /** How long one attempt may take; null: the time of the run. */
  timeoutMs: number | null;
  evidence: (typeof evidenceChoices)[number];
  comment: string;
  /** A step that is not enabled is skipped with all that it holds. */
  isEnabled: boolean;
}

/** Steps that several scripts share; inputs are variables within it, outputs are variables that the caller may take. */
export interface KeywordFunction {
  /** What `callFunction` names. */
  name: string;
  inputs: string[];
  outputs: string[];
  steps: Step[];
}

/** Bounds of scripts: of all steps together, of containers in one another, of attempts and of one text. */
export const stepLimits = { steps: 5000, levels: 20, retries: 10, locators: 20, argumentCharacters: 100_000 } as const;

/** newStep gives a step of this keyword with the usual settings. */
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
