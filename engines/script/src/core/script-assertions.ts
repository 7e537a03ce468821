import { type AssertionResult, show } from '@touchstone/engine-assert/core';
import type { ScriptFailure, ScriptKind, ScriptTest } from './script-types.ts';

/** assertionOfTest returns a `pm.test` as an assertion of a result, with a sentence if it failed. */
export function assertionOfTest({ name, passed, message, values }: ScriptTest): AssertionResult {
  const result = { kind: 'script', operator: 'equals', path: name } as const;
  if (passed) return { ...result, status: 'passed', message: name };
  const reason = values ? `expected ${show(values.expected)}, got ${show(values.actual)}` : message;
  return { ...result, ...values, status: 'failed', message: `Test '${name}' failed: ${reason}` };
}

/** assertionOfFailure returns the assertion for a script that didn't complete. */
export function assertionOfFailure(failure: ScriptFailure, kind: ScriptKind = 'test'): AssertionResult {
  const message = `${kind === 'test' ? 'Test' : 'Pre-request'} script failed: ${describeFailure(failure)}`;
  return { kind: 'script', operator: 'equals', status: 'failed', message };
}

/** describeFailure says what went wrong, and in which line. */
export function describeFailure({ message, line }: ScriptFailure): string {
  return line === undefined ? message : `${message} (line ${line})`;
}
