import { BudgetError } from '@touchstone/kernel';
import type { BodyBytes, HeaderList } from './assertion.ts';
import { decodeText } from './decode-text.ts';
import { isEventStream, parseEventStream } from './event-stream.ts';
import { parseExactJson } from './exact-json.ts';
import type { XmlDocument } from './xpath-query.ts';
import { parseXml } from './xpath-query.ts';

/** The input of assertions and data handlers. */
export interface ResponseFacts {
  status: number;
  /** The reason phrase, if there is one. */
  statusText?: string;
  headers: HeaderList;
  body: BodyBytes;
  /** Whole exchange, redirects included, in milliseconds. */
  durationMs: number;
  /** `Set-Cookie` values of redirect hops before the last response. */
  earlierSetCookies?: readonly string[];
  /** Of the server's certificate; missing without TLS. */
  certificateDaysLeft?: number | undefined;
  /** Results of XML Schema validations, by the schema's text. */
  xsdVerdicts?: ReadonlyMap<string, XsdVerdict>;
}

/** XsdVerdict is the result of an XML Schema validation; `problem` if it could not be performed. */
export type XsdVerdict = { errors: string[] } | { problem: string };

type Parsed<T> = { value: T } | { problem: string };

/** ResponseView provides a response as text, JSON and XML, each decoded once and on demand. */
export class ResponseView {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly durationMs: number;
  readonly sizeBytes: number;
  readonly #facts: ResponseFacts;
  #text: string | undefined;
  #json: Parsed<unknown> | undefined;
  #xml: Parsed<XmlDocument> | undefined;

  constructor(facts: ResponseFacts) {
    this.#facts = facts;
    this.status = facts.status;
    this.statusText = facts.statusText ?? '';
    this.headers = facts.headers;
    this.durationMs = facts.durationMs;
    this.sizeBytes = facts.body.sizeBytes;
  }

  header(name: string): string[] {
    const wanted = name.trim().toLowerCase();
    const values: string[] = [];
    for (const [key, value] of this.headers) if (key.toLowerCase() === wanted) values.push(value);
    return values;
  }

  /** Values of `Set-Cookie`, those of the last response first. */
  setCookies(): string[] {
    return [...this.header('set-cookie').reverse(), ...[...(this.#facts.earlierSetCookies ?? [])].reverse()];
  }

  /** Whether only the beginning of the body was kept. */
  get isCut(): boolean {
    return this.#facts.body.truncated;
  }

  /** Whether the body contains bytes that don't occur in text. */
  get isBinary(): boolean {
    return this.#facts.body.bytes.subarray(0, binaryBytes).includes(0);
  }

  get certificateDaysLeft(): number | undefined {
    return this.#facts.certificateDaysLeft;
  }

  xsdVerdict(schema: string): XsdVerdict | undefined {
    return this.#facts.xsdVerdicts?.get(schema);
  }

  text(): string {
    this.#text ??= decodeText(this.#facts.body);
    return this.#text;
  }

  json(): Parsed<unknown> {
    this.#json ??= this.#parseJson();
    return this.#json;
  }

  xml(): Parsed<XmlDocument> {
    this.#xml ??= this.#parseXml();
    return this.#xml;
  }

  #parseJson(): Parsed<unknown> {
    const text = this.text();
    if (text.trim() === '') return { problem: 'the response body is empty' };
    if (isEventStream(this.#facts.body.contentType)) return { value: parseEventStream(text) };
    try {
      return { value: parseExactJson(text) };
    } catch (error) {
      if (error instanceof BudgetError) return { problem: error.message };
      return { problem: `the response body is not JSON${this.#cutNote()} (it starts with ${quoteStart(text)})` };
    }
  }

  #parseXml(): Parsed<XmlDocument> {
    const text = this.text();
    if (text.trim() === '') return { problem: 'the response body is empty' };
    try {
      return { value: parseXml(text) };
    } catch (error) {
      if (error instanceof BudgetError) return { problem: error.message };
      const reason = error instanceof Error ? error.message.split('\n', 1)[0]! : String(error);
      return { problem: `the response body is not well-formed XML${this.#cutNote()}: ${reason}` };
    }
  }

  #cutNote(): string {
    const { truncated, bytes, sizeBytes } = this.#facts.body;
    return truncated ? ` (only ${bytes.length} of ${sizeBytes} bytes were kept)` : '';
  }
}

/** Bytes searched for signs of binary content. */
const binaryBytes = 8000;

function quoteStart(text: string): string {
  const start = text.trimStart().slice(0, 40).replace(/\s+/g, ' ');
  return JSON.stringify(text.trimStart().length > 40 ? `${start}…` : start);
}
