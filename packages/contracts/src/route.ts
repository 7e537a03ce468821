/** The least that the contract needs to know of a Zod schema; keeps type-checking of hundreds of routes cheap. */
export interface Schema {
  readonly _zod: { readonly output: unknown; readonly input: unknown };
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: unknown };
}
/** What a schema gives after reading. */
export type Output<S> = S extends Schema ? S['_zod']['output'] : undefined;
/** What a schema takes. */
export type Input<S> = S extends Schema ? S['_zod']['input'] : undefined;

/** Role of a user. */
export type Role =
  | 'ROLE_SYSTEM'
  | 'ROLE_ADMIN'
  | 'ROLE_SUPERADMIN'
  | 'ROLE_SUPERUSER'
  | 'ROLE_USER'
  | 'ROLE_GUEST'
  /** DevOps users have an account and are denied the application. */
  | 'ROLE_DEVOPS';

/** isShutOut tells whether a role may not enter the application at all. */
export const isShutOut = (role: Role): boolean => role === 'ROLE_DEVOPS';

/**
 * Access says who may call a route. Every route declares one; the server does not start with a route that has none.
 * `public` needs no session; with `checksCaller` the use case itself asks for one, or for another proof. `user` needs one; `effect: 'write'` refuses ROLE_GUEST; `roles` is an allow-list and
 * `deniedRoles` a deny-list. Organization, team and workspace membership are checked by the use case itself.
 */
export type Access =
  | { kind: 'public'; checksCaller?: true }
  | {
      kind: 'user';
      effect: 'read' | 'write';
      roles?: readonly Role[];
      deniedRoles?: readonly Role[];
      /** Stays allowed when the plan of the organization has expired; without it every `write` is refused then. */
      ignoreExpiry?: true;
      /** Stays allowed for those whose role is denied the application: only the end of their session. */
      evenShutOut?: true;
    };

/** Needs no session. */
export const publicAccess: Access = { kind: 'public' };
/** Needs no session; the use case asks for another proof. */
export const publicChecksCaller: Access = { kind: 'public', checksCaller: true };
/** Everybody who is signed in. */
export const canRead: Access = { kind: 'user', effect: 'read' };
/** Everybody who is signed in, but guests. */
export const canWrite: Access = { kind: 'user', effect: 'write' };
/** Only these roles. */
export const onlyRoles = (effect: 'read' | 'write', ...roles: Role[]): Access => ({ kind: 'user', effect, roles });

/** whenExpired keeps a call allowed after the end of the plan: one's account, its renewal, the export of one's data. */
export const whenExpired = (access: Access): Access => ({ ...access, ignoreExpiry: true }) as Access;

/** HTTP method of a call. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

/** RouteDefinition declares one HTTP call. `path` is relative to `/services/<service>` and writes parameters as `{name}`. */
export interface RouteDefinition<P, Q, B, R> {
  service: string;
  method: Method;
  path: string;
  summary: string;
  access: Access;
  /** `workspace`: not the licence of `service` is needed, but that of the service whose workspace the call opens. */
  licensedBy?: 'workspace';
  params?: P;
  query?: Q;
  body?: B;
  /** A 401 of this call speaks of credentials for a third party: it does not end the session of the caller. */
  ignore401?: boolean;
  /** Calls from one address; more are answered with 429. Without it a call is not limited here. */
  callsPerMinute?: number;
  /** How the body travels; default `json`. A `multipart` body is read by the handler itself. */
  bodyType?: 'json' | 'form' | 'multipart';
  /** Schema of the JSON answer; absent for files, streams and empty answers. */
  response?: R;
  /** Status of success; default 200. */
  status?: 200 | 201 | 202 | 204;
  /** Media type of the answer when it is not JSON. */
  produces?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of routes of any shape
/** A declared call, whatever it takes and answers. */
export type AnyRoute = RouteDefinition<any, any, any, any>;

/** route declares a call; validation, OpenAPI and the typed client all come from it. */
export function route<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(definition: RouteDefinition<P, Q, B, R>): RouteDefinition<P, Q, B, R> {
  return definition;
}

/** workspaceRoute declares a call on workspaces of several services: it needs the licence of the service whose workspace it opens. */
export function workspaceRoute<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(definition: RouteDefinition<P, Q, B, R>): RouteDefinition<P, Q, B, R> {
  return { ...definition, licensedBy: 'workspace' };
}

/** routePrefix is where a service's routes begin in the running server. */
export const routePrefix = (service: string): string => `/services/${service}`;
