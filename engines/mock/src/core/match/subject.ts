import { parseExactJson } from '@touchstone/engine-assert/core';
import { isCostlyJson } from './json-cost.ts';
import { ReadingStopped, readXml, type XmlDocument } from './read-xml.ts';
import type { WorkLimits } from './value-matcher.ts';

/** Subject is a value for matchers, such as a header, a parameter or a body. It is parsed at most once per format. */
export class Subject {
  /** Undefined if the value is absent. */
  readonly text: string | undefined;
  readonly #bytes: Uint8Array | undefined;
  #json: { value: unknown } | undefined | null = null;
  #xml: XmlDocument | undefined | null = null;
  /** Whether parsing it as XML was given up because it takes too long. */
  tookTooLong = false;
  /** Whether parsing it as JSON was given up because it takes too long. */
  isCostlyJson = false;

  constructor(text: string | undefined, bytes?: Uint8Array) {
    this.text = text;
    this.#bytes = bytes;
  }

  get bytes(): Uint8Array {
    return this.#bytes ?? new TextEncoder().encode(this.text ?? '');
  }

  /** The text parsed as JSON; undefined if it isn't JSON or takes too long to parse. */
  get json(): { value: unknown } | undefined {
    if (this.#json === null) this.#json = this.#readJson();
    return this.#json;
  }

  /** The text parsed as XML; undefined if it isn't XML or parsing exceeds `limits`. */
  xml(limits: Pick<WorkLimits, 'reading'>): XmlDocument | undefined {
    if (this.#xml === null) this.#xml = this.#readXml(limits);
    return this.#xml;
  }

  #readJson(): { value: unknown } | undefined {
    if (this.text === undefined) return undefined;
    if (isCostlyJson(this.text)) {
      this.isCostlyJson = true;
      return undefined;
    }
    return parsed(this.text);
  }

  #readXml(limits: Pick<WorkLimits, 'reading'>): XmlDocument | undefined {
    if (this.text === undefined || !/^\s*\uFEFF?</.test(this.text)) return undefined;
    try {
      return readXml(this.text, limits);
    } catch (error) {
      this.tookTooLong = error instanceof ReadingStopped;
      return undefined;
    }
  }
}

/** absentSubject represents a header, parameter or cookie that the request doesn't have. */
export const absentSubject = new Subject(undefined);

function parsed(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return undefined;
  try {
    return { value: parseExactJson(text) };
  } catch {
    return undefined;
  }
}
