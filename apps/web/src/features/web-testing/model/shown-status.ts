import type { ScriptStepResult } from '@touchstone/contracts/web-testing';

/** shownStatus returns the status of a step's glyph: a step that passed, but not as its script says, is a warning. */
export const shownStatus = ({ status, isFlaky, healing }: Pick<ScriptStepResult, 'status' | 'isFlaky' | 'healing'>) =>
  isFlaky || (healing && status === 'passed') ? 'flaky' : status;
