import type { SharedIterations } from '../plan.ts';
import { shareOf } from '../share.ts';
import type { Executor, ExecutorContext } from './executor.ts';
import { fixedUsers } from './fixed-users.ts';

/** sharedIterations: users take iterations from a shared pool until it is empty; faster ones take more. */
export function sharedIterations(context: ExecutorContext, { vus, iterations }: SharedIterations): Executor {
  let left = shareOf(iterations, context.scenario.slice);
  return fixedUsers(context, {
    vus,
    mayStart: () => {
      left -= 1;
      return left >= 0;
    },
  });
}
