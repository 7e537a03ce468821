import type { HeaderList } from '@touchstone/engine-assert/core';
import { defaultUserAgent, fromWire, markHeaders, type RequestMark, toWire } from '@touchstone/engine-http';
import {
  buildUrl,
  HttpError,
  type HttpStep,
  interpolateStep,
  type PreparedRequest,
  prepareRequest,
} from '@touchstone/engine-http/core';
import { RequestTemplate } from './request-template.ts';
import { StepVariables, type VariableContext, type VariableSource } from './step-variables.ts';
import type { UserCookies } from './user-cookies.ts';

/** Where a step is sent; the same in every iteration. */
export interface RequestTarget {
  /** Its path and query belong to no particular iteration. */
  url: URL;
  method: string;
}

/**
 * RequestEncoder returns the bytes of a step's request, as Latin-1 text, exactly as the `http` engine sends them. Most
 * are assembled from parts that were built once; if a value would need encoding, the engine's own functions build the
 * whole request.
 */
export class RequestEncoder {
  readonly target: RequestTarget;
  readonly #step: HttpStep;
  readonly #variables: StepVariables;
  readonly #userAgent: string;
  readonly #mark: RequestMark | undefined;
  readonly #template: RequestTemplate | undefined;

  private constructor(options: {
    step: HttpStep;
    variables: StepVariables;
    userAgent: string;
    mark: RequestMark | undefined;
    target: RequestTarget;
    template: RequestTemplate | undefined;
  }) {
    this.target = options.target;
    this.#step = options.step;
    this.#variables = options.variables;
    this.#userAgent = options.userAgent;
    this.#mark = options.mark;
    this.#template = options.template;
  }

  /** Compiles a step; returns the reason, as a sentence, if its target or method isn't known before an iteration. */
  static compile(
    written: HttpStep,
    context: VariableContext,
    identity: { userAgent?: string | undefined; mark?: RequestMark | undefined } = {},
  ): RequestEncoder | string {
    const { userAgent = defaultUserAgent, mark } = identity;
    const step: HttpStep = { ...written, assertions: [], dataHandlers: [] };
    const variables = new StepVariables(step, context);
    const marking = variables.marking(JSON.stringify(step));
    let target: RequestTarget;
    let marked: HttpStep;
    try {
      marked = interpolateStep(step, marking.interpolator);
      target = { url: buildUrl(marked).url, method: marked.method };
    } catch (error) {
      return `its address is not valid before an iteration (${error instanceof Error ? error.message : String(error)})`;
    }
    const { url, method } = target;
    if (`${url.host} ${method.toLowerCase()}`.search(marking.pattern) >= 0) {
      return 'its host or method changes from iteration to iteration';
    }
    const template = RequestTemplate.compile(marked, marking, (prepared) => wireParts(prepared, mark), {
      userAgent,
      variables,
    });
    return new RequestEncoder({ step, variables, userAgent, mark, target, template });
  }

  /** Whether most requests are assembled from prebuilt parts. */
  get hasTemplate(): boolean {
    return this.#template !== undefined;
  }

  /** Throws an HttpError if the request can't be built, as the engine does. */
  encode(source: VariableSource, cookies: UserCookies): string {
    return this.#template?.fill(source, cookies) ?? this.#encodeWhole(source, cookies);
  }

  #encodeWhole(source: VariableSource, cookies: UserCookies): string {
    const step = interpolateStep(this.#step, this.#variables.interpolator(source));
    const prepared = prepareRequest(step, { userAgent: this.#userAgent, boundary: () => '' });
    if (prepared.body.kind === 'subscription') throw new HttpError('PROTOCOL', noSubscriptions);
    const headers = cookies.addTo(prepared.headers, prepared.url);
    const { head, body } = wireParts({ ...prepared, headers }, this.#mark);
    const length = body === undefined ? '' : `Content-Length: ${body.length}\r\n`;
    return `${head}${length}\r\n${body ?? ''}`;
  }
}

const noSubscriptions =
  'A subscription over WebSocket cannot be part of a load test. Choose server-sent events for it, or leave the request out.';

/**
 * A request as Latin-1 text; `head` ends before `Content-Length` and the empty line, `body` is missing if no length is
 * sent.
 */
export interface WireParts {
  head: string;
  body: string | undefined;
}

function wireParts({ method, url, headers, body }: PreparedRequest, mark: RequestMark | undefined): WireParts {
  const lines = markHeaders(headers, mark)
    .map(([name, value]) => `${name}: ${toWire(value)}\r\n`)
    .join('');
  const head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines}`;
  if (body.kind === 'bytes') return { head, body: Buffer.from(body.bytes).toString('latin1') };
  const expectsBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  return { head, body: expectsBody ? '' : undefined };
}

/** The URL that a request was sent to. */
export function sentUrl(wire: string, target: RequestTarget): URL {
  // Not resolved against the origin: a path may start with two slashes.
  return new URL(describeRequest(wire, target).url);
}

/** A description of a sent request, for a failure sample. */
export function describeRequest(wire: string, target: RequestTarget): { method: string; url: string } {
  const [method = '', path = ''] = wire.slice(0, wire.indexOf('\r\n')).split(' ');
  return { method, url: `${target.url.origin}${path}` };
}

/** The headers of a sent request, as `HeaderList`. */
export function requestHeaders(wire: string): HeaderList {
  const lines = wire.slice(0, wire.indexOf('\r\n\r\n')).split('\r\n').slice(1);
  return lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), fromWire(line.slice(colon + 2))];
  });
}
