import type { AssertionResult } from '@touchstone/engine-assert/core';
import type { ScriptFailure, ScriptKind, ScriptTest } from './script-types.ts';

/** assertionOfTest shows a `pm.test` among the assertions of a result. */
export function assertionOfTest({ name, passed, message }: ScriptTest): AssertionResult {
  return {
    kind: 'script',
    operator: 'equals',
    path: name,
    status: passed ? 'passed' : 'failed',
    message: passed ? name : `${name}: ${message}`,
  };
}

/** assertionOfFailure is what a script that did not come to its end counts as. */
export function assertionOfFailure(failure: ScriptFailure, kind: ScriptKind = 'test'): AssertionResult {
  const message = `${kind === 'test' ? 'Test' : 'Pre-request'} script failed: ${describeFailure(failure)}`;
  return { kind: 'script', operator: 'equals', status: 'failed', message };
}

/** describeFailure says what went wrong, and in which line. */
export function describeFailure({ message, line }: ScriptFailure): string {
  return line === undefined ? message : `${message} (line ${line})`;
}
