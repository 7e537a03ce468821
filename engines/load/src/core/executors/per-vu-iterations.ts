import type { PerVuIterations } from '../plan.ts';
import type { Executor, ExecutorContext } from './executor.ts';
import { fixedUsers } from './fixed-users.ts';

/** perVuIterations: every user runs the same number of iterations and leaves. */
export function perVuIterations(context: ExecutorContext, { vus, iterations }: PerVuIterations): Executor {
  const done: number[] = [];
  return fixedUsers(context, {
    vus,
    mayStart: (vu) => {
      const before = done[vu] ?? 0;
      done[vu] = before + 1;
      return before < iterations;
    },
  });
}
