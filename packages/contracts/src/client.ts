import type { AnyRoute, Input, Output, RouteDefinition } from './route.ts';
import { routePrefix } from './route.ts';
import type { ErrorAnswer } from './shared.ts';

/** ApiError is a rejected or failed call: the server's response, or status 0 if there was none. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: { path: string; message: string }[];
  readonly requestId: string | undefined;
  /** The response's value of this field; other systems' services may say more here than in `message`. */
  readonly errorMessage: string | undefined;
  /** What the response provides for continuing; defined by the call. */
  readonly data: unknown;
  constructor(status: number, answer: Partial<ErrorAnswer>) {
    super(answer.message ?? answer.errorMessage ?? `The server answered with status ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = answer.code ?? 'UNKNOWN';
    this.details = answer.details ?? [];
    this.requestId = answer.requestId;
    this.errorMessage = answer.errorMessage;
    this.data = answer.data;
  }
}

type Part<K extends string, S> = S extends undefined ? object : { [P in K]: Input<S> };
/** The input of a call. */
export type CallInput<R> =
  R extends RouteDefinition<infer P, infer Q, infer B, unknown>
    ? Part<'params', P> & Part<'query', Q> & (B extends undefined ? { body?: FormData } : { body: Input<B> })
    : never;
/** The output of a call. */
export type CallOutput<R> = R extends RouteDefinition<infer _P, infer _Q, infer _B, infer O> ? Output<O> : never;

/** How calls are sent. */
export interface ClientOptions {
  /** Origin of the server without a trailing slash; empty for the page's own origin. */
  baseUrl: string;
  /** Headers of every call; called for each one. */
  headers?: (route: AnyRoute) => Record<string, string> | Promise<Record<string, string>>;
  fetch?: typeof fetch;
  /** Called with each rejected call before it is thrown. */
  onError?: (error: ApiError, route: AnyRoute) => void;
  /** Delay before the single retry after a network failure, in milliseconds; default 1000. */
  retryDelayMs?: number;
}

/** Sends declared calls and returns their typed results. */
export interface Client {
  call<R extends AnyRoute>(route: R, input: CallInput<R>, options?: { signal?: AbortSignal }): Promise<CallOutput<R>>;
  /** The same call, returning the raw response: for files and event streams. */
  raw<R extends AnyRoute>(
    route: R,
    input: CallInput<R>,
    options?: {
      signal?: AbortSignal;
      headers?: Record<string, string>;
      /** The call completes even if the page is left; its body is then limited to 64 KB. */
      keepalive?: boolean;
    },
  ): Promise<Response>;
}

/** urlOf builds the address of a call from its route and input. */
export function urlOf(route: AnyRoute, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null || value === '') continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(key, String(item));
  }
  const query = search.toString();
  return `${routePrefix(route.service)}${path}${query ? `?${query}` : ''}`;
}

function encodeBody(route: AnyRoute, body: unknown): FormData | URLSearchParams | string {
  if (route.bodyType === 'multipart') return body as FormData;
  if (route.bodyType === 'form') return new URLSearchParams(body as Record<string, string>);
  return JSON.stringify(body);
}

/** A gateway may report an ended session in the body of an otherwise successful response. */
function assertNotRefused(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return;
  const { code, statusCode } = answer as { code?: unknown; statusCode?: unknown };
  if (Number(code) === 229 || Number(statusCode) === 229) throw new ApiError(229, answer as Partial<ErrorAnswer>);
}

/** createClient creates a typed client of every declared route. A network failure is retried once. */
export function createClient(options: ClientOptions): Client {
  // Looked up on each call: a page or a test may replace it later.
  const doFetch: typeof fetch = options.fetch ?? ((...call) => fetch(...call));
  const raw: Client['raw'] = async (route, input, extra = {}) => {
    const parts = input as { body?: unknown };
    const headers: Record<string, string> = { ...(await options.headers?.(route)), ...extra.headers };
    const init: RequestInit = {
      method: route.method,
      headers,
      signal: extra.signal ?? null,
      credentials: 'same-origin',
      keepalive: extra.keepalive ?? false,
    };
    if (parts.body !== undefined) {
      if ((route.bodyType ?? 'json') === 'json') headers['Content-Type'] = 'application/json';
      init.body = encodeBody(route, parts.body);
    }
    const url = options.baseUrl + urlOf(route, input as object);
    let response: Response;
    try {
      response = await doFetch(url, init).catch(async (error: unknown) => {
        if (extra.signal?.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, options.retryDelayMs ?? 1000));
        return doFetch(url, init);
      });
    } catch (error) {
      if (extra.signal?.aborted) throw error;
      const failure = new ApiError(0, { code: 'NETWORK', message: 'Http request failed. Please retry.' });
      options.onError?.(failure, route);
      throw failure;
    }
    if (!response.ok || response.status === 229) {
      const answer = (await response.json().catch(() => ({}))) as Partial<ErrorAnswer>;
      const failure = new ApiError(response.status, answer);
      options.onError?.(failure, route);
      throw failure;
    }
    return response;
  };
  return {
    raw,
    async call(route, input, extra) {
      const response = await raw(route, input, extra);
      if (response.status === 204 || !route.response) return undefined as never;
      const answer: unknown = await response.json();
      assertNotRefused(answer);
      return answer as never;
    },
  };
}
