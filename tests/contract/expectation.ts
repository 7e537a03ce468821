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

/** Example is what a call is made with. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

let counter = 0;
/** fresh gives a name that no other call has. */
export const fresh = (name: string) => {
  counter += 1;
  return `${name}-${counter}`;
};
