import type { AnyRoute } from '@touchstone/contracts';
import { assertAccess, type Caller } from './caller.ts';

/** The properties of a call and its caller that rules depend on. */
export type RuledCall = Pick<AnyRoute, 'service' | 'access'>;
export type RuledCaller = Pick<Caller, 'userId' | 'organizationId' | 'role' | 'plan'>;
/** GuardCall refuses a call for a reason beyond roles, such as a missing licence. */
export type GuardCall = (call: RuledCall, caller: RuledCaller) => Promise<void>;

/**
 * CallRules applies the checks of declared routes to a single call: role, plan and licence. Used by calls that serve
 * several services, for the one in question.
 */
export class CallRules {
  #guard: GuardCall | undefined;

  /** Sets the rule beyond roles, before the first call. */
  use(guard: GuardCall): void {
    this.#guard = guard;
  }

  /** Throws if the caller may not make the call. */
  async assert(call: RuledCall, caller: RuledCaller): Promise<void> {
    assertAccess(call.access, caller);
    if (!this.#guard) throw new Error('Nothing decides yet who may call.');
    await this.#guard(call, caller);
  }
}
