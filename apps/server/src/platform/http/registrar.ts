import type { AnyRoute, Output, RouteDefinition, Schema } from '@touchstone/contracts';
import { isShutOut, routePrefix } from '@touchstone/contracts';
import { AppError, type ErrorDetail } from '@touchstone/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { platformErrors } from '../errors.ts';
import type { GuardCall } from './call-rules.ts';
import {
  type Authenticate,
  assertAccess,
  type Caller,
  isSuperRole,
  type Principal,
  selectTeam,
  type VisitOrganization,
} from './caller.ts';

type Part<S> = S extends undefined ? undefined : Output<S>;

/** A handler's input: validated values, the caller (present unless the route is public), and the raw exchange. */
export interface HandlerInput<P, Q, B> {
  params: Part<P>;
  query: Part<Q>;
  body: Part<B>;
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}
export type Handler<R> =
  R extends RouteDefinition<infer P, infer Q, infer B, infer O>
    ? (input: HandlerInput<P, Q, B>) => Promise<O extends undefined ? unknown : Output<O>>
    : never;

/** Registrar binds declared routes to handlers. */
export interface Registrar {
  add<R extends AnyRoute>(route: R, handler: Handler<R>): void;
  /** Routes bound so far. */
  readonly routes: readonly AnyRoute[];
}

interface ValidationIssue {
  code?: string;
  path: PropertyKey[];
  message: string;
  keys?: string[];
}

/** createRegistrar creates a registrar; with `visit`, super roles may act for an organization of their choice. */
export function createRegistrar(
  app: FastifyInstance,
  authenticate: Authenticate,
  visit?: VisitOrganization,
  guard?: GuardCall,
): Registrar {
  const bound: AnyRoute[] = [];
  const addresses = new Set<string>();
  return {
    routes: bound,
    add(route, handler) {
      assertDeclared(route);
      assertFree(route, addresses);
      bound.push(route);
      app.route({
        method: route.method,
        url: routePrefix(route.service) + route.path.replace(/\{(\w+)\}/g, ':$1'),
        config: {
          contract: route,
          ...(route.callsPerMinute && { rateLimit: { max: route.callsPerMinute, timeWindow: 60_000 } }),
        },
        ...(!route.body && { decompress: false }),
        handler: async (request, reply) => {
          const { access } = route;
          const caller = access.kind === 'public' ? undefined : await identify(request, authenticate, visit, access);
          if (caller) assertAccess(access, caller);
          if (caller && route.licensedBy === 'workspace') caller.workspaceAccess = access;
          else if (caller) await guard?.(route, caller);
          if (caller) request.caller = caller;
          if (caller && access.kind === 'user' && access.effect === 'write') caller.openedForChange = new Set();
          const input = { ...validate(route, request), caller, request, reply };
          const answer = await (handler as (input: unknown) => Promise<unknown>)(input);
          return send(route, reply, answer);
        },
      });
    },
  };
}

/** A route without an access rule must never be served. */
function assertDeclared(route: AnyRoute): void {
  const kind = (route as { access?: { kind?: string } }).access?.kind;
  if (kind !== 'public' && kind !== 'user')
    throw new Error(
      `Route ${route.method} ${routePrefix(route.service)}${route.path} declares no access rule. The server does not start.`,
    );
}

/** Routes that differ only in parameter names have the same address. */
const addressOf = ({ method, service, path }: AnyRoute) =>
  `${method} ${routePrefix(service)}${path.replace(/\{\w+\}/g, '{}')}`;

function assertFree(route: AnyRoute, addresses: Set<string>): void {
  const address = addressOf(route);
  if (addresses.has(address))
    throw new Error(
      `Route ${route.method} ${routePrefix(route.service)}${route.path} is bound twice. Give one of the two another path.`,
    );
  addresses.add(address);
}

/**
 * identify identifies the caller. Throws PLATFORM_UNAUTHENTICATED, or PLATFORM_NO_ACCESS for a role that is denied
 * access to the application.
 */
export async function identify(
  request: FastifyRequest,
  authenticate: Authenticate,
  visit?: VisitOrganization,
  { evenShutOut = false }: { evenShutOut?: boolean } = {},
): Promise<Caller> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const owner = token ? await authenticate(token) : undefined;
  if (!owner) throw new AppError(platformErrors.unauthenticated);
  if (isShutOut(owner.role) && !evenShutOut) throw new AppError(platformErrors.noAccess);
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [teamHeader, organizationHeader] = [header('team-id'), header('organization-id')];
  const principal = visit ? await visiting(owner, organizationHeader, visit) : owner;
  const teamId = selectTeam(principal, {
    ...(teamHeader && { teamId: teamHeader }),
    ...(organizationHeader && { organizationId: organizationHeader }),
  });
  return { ...principal, teamId, requestId: request.id, address: request.ip };
}

async function visiting(
  owner: Principal,
  organizationId: string | undefined,
  visit: VisitOrganization,
): Promise<Principal> {
  // Super roles have all teams even in their own organization, not only those they belong to.
  if (organizationId === undefined || !isSuperRole(owner.role)) return owner;
  const organization = await visit(organizationId);
  if (!organization) throw new AppError(platformErrors.selectOrganization);
  return { ...owner, ...organization };
}

function validate(route: AnyRoute, request: FastifyRequest): { params: unknown; query: unknown; body: unknown } {
  const details: ErrorDetail[] = [];
  const part = (name: 'params' | 'query' | 'body', value: unknown): unknown => {
    const schema = route[name];
    if (!schema || (name === 'body' && route.bodyType === 'multipart')) return undefined;
    const parsed = schema.safeParse(value ?? (name === 'body' ? undefined : {}));
    if (parsed.success) return parsed.data;
    details.push(...toDetails((parsed.error as { issues: ValidationIssue[] }).issues, name));
    return undefined;
  };
  const input = {
    params: part('params', request.params),
    query: part('query', request.query),
    body: part('body', request.body),
  };
  if (details.length) throw new AppError(platformErrors.invalidInput, { details });
  return input;
}

/**
 * readInput parses a part of the input whose shape only the handler knows; throws the same errors as for declared
 * parts.
 */
export function readInput<T>(schema: Schema, value: unknown, part: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data as T;
  throw new AppError(platformErrors.invalidInput, {
    details: toDetails((parsed.error as { issues: ValidationIssue[] }).issues, part),
  });
}

function toDetails(issues: ValidationIssue[], part: string): ErrorDetail[] {
  return issues.map((issue) => {
    const path = [...(part === 'body' ? [] : [part]), ...issue.path.map(String)].join('.');
    if (issue.code === 'unrecognized_keys' && issue.keys)
      return {
        path,
        message: `Unknown field${issue.keys.length > 1 ? 's' : ''}: ${issue.keys.join(', ')}. Remove or rename.`,
      };
    return { path, message: issue.message };
  });
}

async function send(route: AnyRoute, reply: FastifyReply, answer: unknown): Promise<unknown> {
  if (reply.sent) return reply;
  if (!route.response) {
    if (answer === undefined && !route.produces) return reply.code(route.status ?? 204).send();
    return answer;
  }
  const parsed = route.response.safeParse(answer);
  if (!parsed.success) {
    const issues = (parsed.error as { issues: ValidationIssue[] }).issues.slice(0, 5);
    throw new AppError(platformErrors.invalidAnswer, { detail: JSON.stringify(issues) });
  }
  return reply.code(route.status ?? 200).send(parsed.data);
}
