import { shareOf } from '../share.ts';
import { ClosedUsers } from './closed-users.ts';
import { closeAtEnd, type Executor, type ExecutorContext } from './executor.ts';

/** fixedUsers runs the slice's share of `vus` users from the start; `mayStart` decides which user iterates again. */
export function fixedUsers(
  context: ExecutorContext,
  options: { vus: number; mayStart?: (vu: number) => boolean },
): Executor {
  const { control, scenario, timer, seed } = context;
  const users = new ClosedUsers(scenario, control, {
    timer,
    seed,
    ...(options.mayStart === undefined ? {} : { mayStart: options.mayStart }),
  });
  let cancelEnd: (() => void) | undefined;
  control.use({
    freed: (vu) => users.freed(vu),
    closing: () => {
      cancelEnd?.();
      users.closing();
    },
    over: () => users.over(),
  });
  const count = shareOf(options.vus, scenario.slice);
  return {
    start() {
      cancelEnd = closeAtEnd(context);
      if (count === 0) control.close('finished');
      users.joinAll(count);
    },
    activeUsers: () => users.active,
  };
}
