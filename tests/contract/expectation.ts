import type { Role } from '@touchstone/contracts';

/**
 * The caller. `owner`: administrator of the organization, `colleague`: a user of the team, `guest`: a guest of the
 * team, `outsider`: a user of the organization without the team, `stranger`: the administrator of another organization.
 */
export const subjects = ['stranger', 'outsider', 'guest', 'colleague', 'owner'] as const;
export type Subject = (typeof subjects)[number];
export type Expectation = Record<Subject, Outcome> & {
  /** Roles whose answer differs from their column; a role that alone may call gets the declared success. */
  byRole?: Partial<Record<Role, Outcome>>;
  /** Takes too long to run for every role and plan. */
  isCostly?: true;
};
/** A status. `destroys`: callers who may do it would delete what other calls depend on, so they use unknown ids. */
export type Outcome = number | 'destroys';

/** The same answer for everyone. */
export const all = (outcome: Outcome): Expectation => ({
  stranger: outcome,
  outsider: outcome,
  guest: outcome,
  colleague: outcome,
  owner: outcome,
});
/** Reads part of a workspace. */
export const reads: Expectation = { ...all(200), stranger: 404, outsider: 404 };
/** Changes part of a workspace; answers `status`. */
export const writes = (status = 200): Expectation => ({ ...all(status), stranger: 404, outsider: 404, guest: 403 });
/** Deletes or ends the sample: tried only by callers who are refused. */
export const destroys: Expectation = { ...writes(), colleague: 'destroys', owner: 'destroys' };
/** For administrators only, on the owner's organization. */
export const administers = (status = 200): Expectation => ({ ...all(403), stranger: 404, owner: status });
/** For administrators only, each in their own organization. */
export const administersOwn = (status = 200): Expectation => ({ ...administers(status), stranger: status });
/** For super administrators only: the call changes what others depend on, or refers to something that doesn't exist. */
export const superAdministers = (outcome: Outcome): Expectation => ({
  ...all(403),
  byRole: { ROLE_SUPERADMIN: outcome },
});

/** Example is the input of a call. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/**
 * Facts about a service's calls, maintained by hand from the requirements and never generated from the server's
 * declarations. A call is named like `GET runs/api/runs`.
 */
export interface ServiceCalls {
  /** Who may make which call, one call per line; the audiences are defined in `access-rules.ts`. */
  audiences: Readonly<Record<string, string>>;
  /** The expected answer of each call. */
  expectations: Readonly<Record<string, Expectation>>;
  /**
   * Well-formed calls that refer to the owner's sample, for which the parameters named as in the sample don't suffice.
   */
  examples?(ids: Record<string, string>): Record<string, Example>;
  /** Streams that last until the client disconnects, which an injected call can't do. */
  endlessStreams?: readonly string[];
}

let counter = 0;
/** fresh returns a name that no other call uses. */
export const fresh = (name: string) => {
  counter += 1;
  return `${name}-${counter}`;
};
