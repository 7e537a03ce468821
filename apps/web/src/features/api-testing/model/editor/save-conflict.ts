import { ApiError } from '@touchstone/contracts';
import type { Script, ScriptConflict, ScriptInput } from '@touchstone/contracts/api-testing';

/** SaveConflict is a draft that couldn't be saved because someone else has saved the script since. */
export interface SaveConflict {
  /** The common base version. */
  base: ScriptInput;
  mine: ScriptInput;
  theirs: Script;
  theirName: string;
}

/** conflictOf returns the newer version for which a save was refused; undefined for other errors. */
export const conflictOf = (error: unknown): ScriptConflict | undefined =>
  error instanceof ApiError && error.code === 'API_TESTING_SCRIPT_SAVED_MEANWHILE'
    ? (error.data as ScriptConflict)
    : undefined;
