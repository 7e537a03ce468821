import { type HttpStep, type PreparedRequest, prepareRequest } from '@touchstone/engine-http/core';
import type { WireParts } from './request-encoder.ts';
import type { Marking, Slot, StepVariables, VariableSource } from './step-variables.ts';
import type { UserCookies } from './user-cookies.ts';

/** Values that are used in the request unencoded; all others are left to the engine, which encodes them. */
const plainInAddress = /^[\w~-][\w.~-]*$/;
const plainInHeader = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const plainInForm = /^[\w*.-]*$/;
const anyText = /^/;
const notAscii = /[^\u0000-\u007f]/;

interface TemplateSlot extends Slot {
  plain: RegExp;
}

/** Literal texts, with a slot between every two of them. */
interface Part {
  literals: string[];
  slots: TemplateSlot[];
}

/** RequestTemplate is a request whose fixed parts were encoded once. */
export class RequestTemplate {
  readonly #variables: StepVariables;
  readonly #head: Part;
  readonly #body: Part | undefined;
  readonly #hasOwnCookie: boolean;
  /** The whole request, if nothing varies. */
  readonly #constant: string | undefined;
  readonly #secure: boolean;
  readonly #host: string;

  private constructor(options: {
    variables: StepVariables;
    head: Part;
    body: Part | undefined;
    hasOwnCookie: boolean;
    url: URL;
  }) {
    this.#variables = options.variables;
    this.#head = options.head;
    this.#body = options.body;
    this.#hasOwnCookie = options.hasOwnCookie;
    this.#secure = options.url.protocol === 'https:';
    this.#host = options.url.host;
    const isConstant = options.head.slots.length === 0 && (options.body?.slots.length ?? 0) === 0;
    this.#constant = isConstant ? this.#join(options.head.literals[0]!, '', options.body?.literals[0]) : undefined;
  }

  /** Undefined if the parts can't be separated, such as a password that is encoded together with a name. */
  static compile(
    marked: HttpStep,
    marking: Marking,
    wireParts: (prepared: PreparedRequest) => WireParts,
    { userAgent, variables }: { userAgent: string; variables: StepVariables },
  ): RequestTemplate | undefined {
    const { interpolator, slots, pattern } = marking;
    if (interpolator.unresolved.some(({ name }) => name.search(pattern) >= 0)) return undefined;
    if (breaksEscapes(marked, pattern) || choosesOperation(marked, pattern)) return undefined;
    let prepared: PreparedRequest;
    try {
      prepared = prepareRequest(marked, { userAgent, boundary: () => '' });
    } catch {
      return undefined;
    }
    // Building it again produces the reason why it isn't sent.
    if (prepared.body.kind === 'subscription') return undefined;
    const { head, body } = wireParts(prepared);
    if (prepared.headers.some(([name]) => name.search(pattern) >= 0)) return undefined;
    const lineEnd = head.indexOf('\r\n');
    const cut = (text: string, plainAt: (place: number) => RegExp): Part =>
      cutAtMarks(text, { pattern, slots, plainAt });
    const headPart = cut(head, (place) => (place < lineEnd ? plainInAddress : plainInHeader));
    const bodyPart = body === undefined ? undefined : cut(body, () => plainInBody(marked));
    const found = [...headPart.slots, ...(bodyPart?.slots ?? [])];
    // A value that is nowhere unchanged was encoded, or used to decide something.
    const numbers = new Set(found.map(({ number }) => number));
    if (numbers.size !== slots.length || found.length !== slots.length) return undefined;
    const hasOwnCookie = prepared.headers.some(([name]) => name.toLowerCase() === 'cookie');
    return new RequestTemplate({ variables, head: headPart, body: bodyPart, hasOwnCookie, url: prepared.url });
  }

  /** The request as Latin-1 text, or undefined if the engine has to build it. */
  fill(source: VariableSource, cookies: UserCookies): string | undefined {
    if (this.#constant !== undefined && cookies.isEmpty) return this.#constant;
    const head = this.#fillHead(source);
    if (head === undefined) return undefined;
    const body = this.#body === undefined ? undefined : this.#fillBody(this.#body, source);
    if (body === undefined && this.#body !== undefined) return undefined;
    if (cookies.isEmpty) return this.#join(head, '', body);
    if (this.#hasOwnCookie) return undefined;
    return this.#join(head, cookies.line(this.#secure, this.#host, pathOf(head)), body);
  }

  #fillHead(source: VariableSource): string | undefined {
    const { literals, slots } = this.#head;
    let text = literals[0]!;
    for (let index = 0; index < slots.length; index += 1) {
      const value = this.#variables.read(slots[index]!, source);
      if (value === undefined || !slots[index]!.plain.test(value)) return undefined;
      text += value + literals[index + 1]!;
    }
    return text;
  }

  #fillBody({ literals, slots }: Part, source: VariableSource): string | undefined {
    let text = literals[0]!;
    for (let index = 0; index < slots.length; index += 1) {
      const value = this.#variables.read(slots[index]!, source);
      if (value === undefined || !slots[index]!.plain.test(value)) return undefined;
      text += (notAscii.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value) + literals[index + 1]!;
    }
    // Whether an empty text is sent at all depends on the method.
    return text === '' && slots.length > 0 ? undefined : text;
  }

  #join(head: string, cookieLine: string, body: string | undefined): string {
    return body === undefined
      ? `${head}${cookieLine}\r\n`
      : `${head}${cookieLine}Content-Length: ${body.length}\r\n\r\n${body}`;
  }
}

function cutAtMarks(
  text: string,
  { pattern, slots, plainAt }: { pattern: RegExp; slots: readonly Slot[]; plainAt: (place: number) => RegExp },
): Part {
  const part: Part = { literals: [], slots: [] };
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    part.literals.push(text.slice(last, match.index));
    part.slots.push({ ...slots[Number(match[1])]!, plain: plainAt(match.index) });
    last = match.index + match[0].length;
  }
  part.literals.push(text.slice(last));
  return part;
}

/** A value after `%` or `%4` would become part of an escape that the encoding keeps. */
function breaksEscapes({ url, queryParams, pathParams, authentication }: HttpStep, pattern: RegExp): boolean {
  const keys = authentication.type === 'apiKey' ? [authentication] : [];
  const texts = [url, ...[...queryParams, ...pathParams, ...keys].flatMap(({ key, value }) => [key, value])];
  return texts.some((text) => new RegExp(`%[0-9a-f]?${pattern.source}`, 'i').test(text));
}

/** A value in a query may leave the query empty, or turn it into a subscription, which is sent differently. */
function choosesOperation({ body }: HttpStep, pattern: RegExp): boolean {
  return body.type === 'graphql' && body.query.search(pattern) >= 0;
}

function plainInBody({ body }: HttpStep): RegExp {
  return body.type === 'json' || body.type === 'xml' || body.type === 'text' ? anyText : plainInForm;
}

function pathOf(head: string): string {
  const start = head.indexOf(' ') + 1;
  const end = head.indexOf(' ', start);
  const path = head.slice(start, end);
  const question = path.indexOf('?');
  return question === -1 ? path : path.slice(0, question);
}
