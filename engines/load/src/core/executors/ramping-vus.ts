import type { RampingVus } from '../plan.ts';
import { durationOf, type UserChange, userChanges } from '../planned-users.ts';
import { wholeSlice } from '../share.ts';
import { ClosedUsers } from './closed-users.ts';
import { closeAtEnd, type Executor, type ExecutorContext } from './executor.ts';
import { defaultGraceMs } from './iteration-control.ts';

/**
 * rampingVus: the number of users follows the stages; a removed user may end its iteration within the graceful
 * ramp-down.
 */
export function rampingVus(context: ExecutorContext, executor: RampingVus): Executor {
  const { control, scenario, timer, beginMs, seed } = context;
  const users = new ClosedUsers(scenario, control, { timer, seed });
  const changes = changesOfSlice(context, executor);
  const graceMs = executor.gracefulRampDownMs ?? defaultGraceMs;
  const cancels: { end?: () => void; change?: () => void } = {};

  control.use({
    freed: (vu) => users.freed(vu),
    closing: () => {
      cancels.end?.();
      cancels.change?.();
      users.closing();
    },
    over: () => users.over(),
  });

  const follow = (change: UserChange | undefined) => {
    let next = change;
    for (; next !== undefined && beginMs + next.atMs <= timer.nowMs(); next = changes.next().value) {
      if (next.change > 0) users.join(next.user);
      else users.leave(next.user, graceMs);
      if (control.isClosing) return;
    }
    if (next === undefined) return;
    const upcoming = next;
    cancels.change = timer.at(beginMs + upcoming.atMs, () => follow(upcoming));
  };
  return {
    start() {
      cancels.end = closeAtEnd(context);
      follow(changes.next().value);
    },
    activeUsers: () => users.active,
  };
}

/** Changes of the slice's own users, numbered from 0 within it. Changes at the very end are omitted. */
function* changesOfSlice({ scenario }: ExecutorContext, executor: RampingVus): Generator<UserChange, undefined> {
  const { index, count } = scenario.slice ?? wholeSlice;
  const endMs = durationOf(executor);
  if (count === 0) return;
  for (const change of userChanges(executor)) {
    if (change.atMs >= endMs) return;
    if (change.user % count === index) yield { ...change, user: (change.user - index) / count };
  }
}
