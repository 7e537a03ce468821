import type { Role } from '@touchstone/contracts';

/**
 * Who calls. `owner`: administrator of the organization, `colleague`: a user of the team, `guest`: a guest of the team,
 * `outsider`: a user of the organization without the team, `stranger`: the administrator of another organization.
 */
export const subjects = ['stranger', 'outsider', 'guest', 'colleague', 'owner'] as const;
export type Subject = (typeof subjects)[number];
export type Expectation = Record<Subject, Outcome> & {
  /** Roles that are answered otherwise than their column says; a role that alone may call has the declared success. */
  byRole?: Partial<Record<Role, Outcome>>;
  /** Takes so long that it is not done for every role and plan. */
  isCostly?: true;
};
/** A status. `destroys`: those who may do it would end what the other calls stand on, so they name what nobody has. */
export type Outcome = number | 'destroys';

/** Everybody is answered alike. */
export const all = (outcome: Outcome): Expectation => ({
  stranger: outcome,
  outsider: outcome,
  guest: outcome,
  colleague: outcome,
  owner: outcome,
});
/** Reads something that belongs to a workspace. */
export const reads: Expectation = { ...all(200), stranger: 404, outsider: 404 };
/** Changes something in a workspace; answers `status`. */
export const writes = (status = 200): Expectation => ({ ...all(status), stranger: 404, outsider: 404, guest: 403 });
/** Deletes or ends the sample: tried only by those who are refused. */
export const destroys: Expectation = { ...writes(), colleague: 'destroys', owner: 'destroys' };
/** What only administrators may, on something of the owner's organization. */
export const administers = (status = 200): Expectation => ({ ...all(403), stranger: 404, owner: status });
/** What only administrators may, each in the own organization. */
export const administersOwn = (status = 200): Expectation => ({ ...administers(status), stranger: status });
/** What only super administrators may: they move what the other calls stand on, or name what is not there. */
export const superAdministers = (outcome: Outcome): Expectation => ({
  ...all(403),
  byRole: { ROLE_SUPERADMIN: outcome },
});

/** Example is what a call is made with. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** What is kept by hand of the calls of a service, from the requirements and never from what the server declares. A call is named as `GET runs/api/runs`. */
export interface ServiceCalls {
  /** Who may make which call, a call a line; the audiences stand in `access-rules.ts`. */
  audiences: Readonly<Record<string, string>>;
  /** What each call answers. */
  expectations: Readonly<Record<string, Expectation>>;
  /** Calls that are right in form and name the owner's sample, where the parameters that are named as in the sample do not suffice. */
  examples?(ids: Record<string, string>): Record<string, Example>;
  /** Streams that last until the client leaves, which an injected call cannot. */
  endlessStreams?: readonly string[];
}

let counter = 0;
/** fresh gives a name that no other call has. */
export const fresh = (name: string) => {
  counter += 1;
  return `${name}-${counter}`;
};
