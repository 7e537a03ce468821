import type { Caller } from '../../../platform/http/caller.ts';

/** WalletUser is the identity of a caller, as the wallets need it. */
export type WalletUser = Pick<
  Caller,
  'userId' | 'email' | 'name' | 'role' | 'organizationId' | 'plan' | 'teamIds' | 'teamId' | 'requestId' | 'address'
>;

/** Reservation is what a run holds of a wallet until it is settled or released. */
export interface Reservation {
  runId: string;
  walletId: string;
  /** Free virtual users held; they are returned whatever the run does. */
  free: number;
  /** Paid virtual users held; those that the run uses are consumed. */
  paid: number;
}

/**
 * VirtualUsers is the front door for performance runs. Every call may be repeated: a run holds its virtual users once,
 * and again only if it is reserved for after its hold has ended.
 */
export interface VirtualUsers {
  /**
   * Holds virtual users for a run, free ones first, from the private wallet of the caller or from the shared wallet of
   * a workspace. After `until` the hold is released automatically, so pass the latest end of the run plus a margin.
   * Throws VIRTUAL_USERS_TOO_FEW, VIRTUAL_USERS_PLAN_LIMIT, VIRTUAL_USERS_PLAN_EXPIRED or VIRTUAL_USERS_INVALID_WALLET.
   */
  reserve(
    user: WalletUser,
    input: { runId: string; virtualUsers: number; sharedWalletId?: string | undefined; until: Date },
  ): Promise<Reservation>;
  /**
   * Ends the hold: the paid ones among the first `used` virtual users are consumed, the rest is returned. A no-op for a
   * run without a hold.
   */
  settle(runId: string, used: number): Promise<void>;
  /** Ends the hold of a run that never started: everything is returned. */
  release(runId: string): Promise<void>;
}
