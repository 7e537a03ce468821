import { parseExactJson } from '@touchstone/engine-assert/core';
import { isCostlyJson } from './json-cost.ts';
import { ReadingStopped, readXml, type XmlDocument } from './read-xml.ts';
import type { WorkLimits } from './value-matcher.ts';

/** Subject is a value that matchers look at: a header, a parameter, a body. What is parsed of it is parsed once. */
export class Subject {
  /** Undefined where the value is absent. */
  readonly text: string | undefined;
  readonly #bytes: Uint8Array | undefined;
  #json: { value: unknown } | undefined | null = null;
  #xml: XmlDocument | undefined | null = null;
  /** Whether it was not read as XML because that takes too long. */
  tookTooLong = false;
  /** The same as JSON. */
  isCostlyJson = false;

  constructor(text: string | undefined, bytes?: Uint8Array) {
    this.text = text;
    this.#bytes = bytes;
  }

  get bytes(): Uint8Array {
    return this.#bytes ?? new TextEncoder().encode(this.text ?? '');
  }

  /** The value that the text is as JSON; undefined where it is none, or where reading it takes too long. */
  get json(): { value: unknown } | undefined {
    if (this.#json === null) this.#json = this.#readJson();
    return this.#json;
  }

  /** The document that the text is as XML; undefined where it is none, or where reading it takes longer than `limits` allow. */
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

/** absentSubject stands for a header, parameter or cookie that the request does not have. */
export const absentSubject = new Subject(undefined);

function parsed(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return undefined;
  try {
    return { value: parseExactJson(text) };
  } catch {
    return undefined;
  }
}
