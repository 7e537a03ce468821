import { parseExactJson, parseXml } from '@touchstone/engine-assert/core';

type XmlDocument = ReturnType<typeof parseXml>;

/** Subject is a value that matchers look at: a header, a parameter, a body. What is parsed of it is parsed once. */
export class Subject {
  /** Undefined where the value is absent. */
  readonly text: string | undefined;
  readonly #bytes: Uint8Array | undefined;
  #json: { value: unknown } | undefined | null = null;
  #xml: XmlDocument | undefined | null = null;

  constructor(text: string | undefined, bytes?: Uint8Array) {
    this.text = text;
    this.#bytes = bytes;
  }

  get bytes(): Uint8Array {
    return this.#bytes ?? new TextEncoder().encode(this.text ?? '');
  }

  /** The value that the text is as JSON; undefined where it is none. */
  get json(): { value: unknown } | undefined {
    if (this.#json === null) this.#json = parsed(this.text);
    return this.#json;
  }

  /** The document that the text is as XML; undefined where it is none. */
  get xml(): XmlDocument | undefined {
    if (this.#xml === null) this.#xml = parsedXml(this.text);
    return this.#xml;
  }
}

/** absentSubject stands for a header, parameter or cookie that the request does not have. */
export const absentSubject = new Subject(undefined);

function parsed(text: string | undefined): { value: unknown } | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    return { value: parseExactJson(text) };
  } catch {
    return undefined;
  }
}

function parsedXml(text: string | undefined): XmlDocument | undefined {
  if (
    text === undefined ||
    !text
      .trimStart()
      .replace(/^\uFEFF/, '')
      .startsWith('<')
  )
    return undefined;
  try {
    return parseXml(text);
  } catch {
    return undefined;
  }
}
