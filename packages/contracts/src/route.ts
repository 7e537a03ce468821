/** The part of a Zod schema that contracts need; keeps type-checking hundreds of routes cheap. */
export interface Schema {
  readonly _zod: { readonly output: unknown; readonly input: unknown };
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: unknown };
}
/** The output type of a schema. */
export type Output<S> = S extends Schema ? S['_zod']['output'] : undefined;
/** The input type of a schema. */
export type Input<S> = S extends Schema ? S['_zod']['input'] : undefined;

/** Role of a user. */
export type Role =
  | 'ROLE_SYSTEM'
  | 'ROLE_ADMIN'
  | 'ROLE_SUPERADMIN'
  | 'ROLE_SUPERUSER'
  | 'ROLE_USER'
  | 'ROLE_GUEST'
  /** DevOps users have an account but no access to the application. */
  | 'ROLE_DEVOPS';

/** isShutOut returns whether a role has no access to the application at all. */
export const isShutOut = (role: Role): boolean => role === 'ROLE_DEVOPS';

/**
 * Access says who may call a route. Every route must declare its access; the server doesn't start otherwise. `public`
 * needs no session; with `checksCaller`, the use case itself requires one, or another proof. `user` needs a session;
 * `effect: 'write'` rejects ROLE_GUEST; `roles` is an allow-list and `deniedRoles` a deny-list. Membership in
 * organization, team and workspace is checked by the use case itself.
 */
export type Access =
  | { kind: 'public'; checksCaller?: true }
  | {
      kind: 'user';
      effect: 'read' | 'write';
      roles?: readonly Role[];
      deniedRoles?: readonly Role[];
      /** Stays allowed when the organization's plan has expired; without it, every `write` is rejected then. */
      ignoreExpiry?: true;
      /** Stays allowed for roles without access to the application: only for ending their session. */
      evenShutOut?: true;
    };

/** Needs no session. */
export const publicAccess: Access = { kind: 'public' };
/** Needs no session; the use case requires another proof. */
export const publicChecksCaller: Access = { kind: 'public', checksCaller: true };
/** Everyone who is signed in. */
export const canRead: Access = { kind: 'user', effect: 'read' };
/** Everyone who is signed in, except guests. */
export const canWrite: Access = { kind: 'user', effect: 'write' };
/** Only these roles. */
export const onlyRoles = (effect: 'read' | 'write', ...roles: Role[]): Access => ({ kind: 'user', effect, roles });

/**
 * whenExpired keeps a call allowed after the end of the plan: for the caller's account, its renewal, and exporting
 * data.
 */
export const whenExpired = (access: Access): Access => ({ ...access, ignoreExpiry: true }) as Access;

/** HTTP method of a call. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

/**
 * RouteDefinition declares one HTTP call. `path` is relative to `/services/<service>`; parameters are written as
 * `{name}`.
 */
export interface RouteDefinition<P, Q, B, R> {
  service: string;
  method: Method;
  path: string;
  summary: string;
  access: Access;
  /** `workspace`: requires the licence of the service whose workspace the call opens, instead of that of `service`. */
  licensedBy?: 'workspace';
  params?: P;
  query?: Q;
  body?: B;
  /** A 401 of this call is about credentials for a third party: it doesn't end the caller's session. */
  ignore401?: boolean;
  /** Calls per address; beyond that, they get 429. Without it, there is no limit here. */
  callsPerMinute?: number;
  /** Encoding of the body; default `json`. A `multipart` body is read by the handler itself. */
  bodyType?: 'json' | 'form' | 'multipart';
  /** Schema of the JSON response; absent for files, streams and empty responses. */
  response?: R;
  /** Success status; default 200. */
  status?: 200 | 201 | 202 | 204;
  /** Media type of the response if it isn't JSON. */
  produces?: string;
}

/** AnyRoute is a declared call with any input and output. */
// biome-ignore lint/suspicious/noExplicitAny: a list of routes of any shape
export type AnyRoute = RouteDefinition<any, any, any, any>;

/** route declares a call; validation, OpenAPI and the typed client all derive from it. */
export function route<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(definition: RouteDefinition<P, Q, B, R>): RouteDefinition<P, Q, B, R> {
  return definition;
}

/**
 * workspaceRoute declares a call on workspaces of several services: it requires the licence of the service whose
 * workspace it opens.
 */
export function workspaceRoute<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(definition: RouteDefinition<P, Q, B, R>): RouteDefinition<P, Q, B, R> {
  return { ...definition, licensedBy: 'workspace' };
}

/** routePrefix returns the path prefix of a service's routes in the running server. */
export const routePrefix = (service: string): string => `/services/${service}`;
