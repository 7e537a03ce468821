import type { AnyRoute } from '@touchstone/contracts';
import { assertAccess, type Caller } from './caller.ts';

/** What a rule knows of a call, and of who makes it. */
export type RuledCall = Pick<AnyRoute, 'service' | 'access'>;
export type RuledCaller = Pick<Caller, 'userId' | 'organizationId' | 'role' | 'plan'>;
/** GuardCall refuses a call for a reason beyond roles, such as a missing licence. */
export type GuardCall = (call: RuledCall, caller: RuledCaller) => Promise<void>;

/** CallRules asks for one call what declared routes ask for each: role, plan, and licence. A call that serves many services needs it for the one at hand. */
export class CallRules {
  #guard: GuardCall | undefined;

  /** Gives the rule beyond roles, before the first call. */
  use(guard: GuardCall): void {
    this.#guard = guard;
  }

  /** Throws where the caller may not make the call. */
  async assert(call: RuledCall, caller: RuledCaller): Promise<void> {
    assertAccess(call.access, caller);
    if (!this.#guard) throw new Error('Nothing decides yet who may call.');
    await this.#guard(call, caller);
  }
}
