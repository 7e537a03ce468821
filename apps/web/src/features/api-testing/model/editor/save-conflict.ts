import { ApiError } from '@touchstone/contracts';
import type { Script, ScriptConflict, ScriptInput } from '@touchstone/contracts/api-testing';

/** SaveConflict is a draft that could not be saved, because someone else saved the script meanwhile. */
export interface SaveConflict {
  /** What both started from. */
  base: ScriptInput;
  mine: ScriptInput;
  theirs: Script;
  theirName: string;
}

/** conflictOf reads the version that a refused save was refused for; undefined for other errors. */
export const conflictOf = (error: unknown): ScriptConflict | undefined =>
  error instanceof ApiError && error.code === 'API_TESTING_SCRIPT_SAVED_MEANWHILE'
    ? (error.data as ScriptConflict)
    : undefined;
