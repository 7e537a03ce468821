import { Script } from 'node:vm';
import type { EvaluationGuard } from '../core/assertions/evaluate.ts';

const slot: { work: (() => unknown) | undefined } = { work: undefined };
const key = Symbol.for('touchstone.http.limited-work');
Object.defineProperty(globalThis, key, { value: () => slot.work?.(), configurable: true });
const script = new Script(`globalThis[Symbol.for('touchstone.http.limited-work')]()`);

/**
 * timeLimit creates a guard that stops synchronous work after `limitMs`. V8 interrupts the code anywhere, even inside a
 * native regular expression, so that no user expression can block the process. This is a time limit, not a sandbox: the
 * work is our own code. A call may set a shorter limit.
 */
export function timeLimit(limitMs: number): <T>(work: () => T, withinMs?: number) => T {
  return <T>(work: () => T, withinMs: number = limitMs): T => {
    const timeout = Math.max(1, Math.min(limitMs, Math.ceil(withinMs)));
    slot.work = work;
    try {
      return script.runInThisContext({ timeout }) as T;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
        throw new Error(`The expression took longer than ${timeout} ms. Simplify it, or use a more specific path.`);
      }
      throw error;
    } finally {
      slot.work = undefined;
    }
  };
}

/** timeBudget creates a guard whose calls share `totalMs`, so that many slow expressions cost no more than one. */
export function timeBudget(totalMs: number): EvaluationGuard {
  let leftMs = totalMs;
  return <T>(work: () => T): T => {
    if (leftMs < 1) throw new Error(`The expressions of this request took longer than ${totalMs} ms. Simplify them.`);
    const startedMs = performance.now();
    try {
      return timeLimit(Math.ceil(leftMs))(work);
    } finally {
      leftMs -= performance.now() - startedMs;
    }
  };
}
