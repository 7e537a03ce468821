import type { ScriptStepResult } from '@touchstone/contracts/web-testing';

/** shownStatus is what the glyph of a step says: one that passed, but not as its script says, is a warning. */
export const shownStatus = ({ status, isFlaky, healing }: Pick<ScriptStepResult, 'status' | 'isFlaky' | 'healing'>) =>
  isFlaky || (healing && status === 'passed') ? 'flaky' : status;
