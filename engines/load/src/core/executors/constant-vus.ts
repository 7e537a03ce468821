import type { ConstantVus } from '../plan.ts';
import type { Executor, ExecutorContext } from './executor.ts';
import { fixedUsers } from './fixed-users.ts';

/** constantVus: a fixed number of users iterate for a fixed time. */
export function constantVus(context: ExecutorContext, { vus }: ConstantVus): Executor {
  return fixedUsers(context, { vus });
}
