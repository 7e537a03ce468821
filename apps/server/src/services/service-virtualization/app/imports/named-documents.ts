import { decodeText } from '@touchstone/engine-import';
import type { FetchedText, MockDocument } from '../../domain/imports/read-mock-document.ts';

const most = 50;
const maxMegabytes = 64;

/** NamedDocuments fetches the documents that another one refers to, each once, within limits of number and size. */
export class NamedDocuments {
  readonly documents: FetchedText[] = [];
  readonly #url: string;
  readonly #fetch: (url: string) => Promise<Uint8Array>;
  #bytes = 0;

  constructor(url: string, fetch: (url: string) => Promise<Uint8Array>) {
    this.#url = url;
    this.#fetch = fetch;
  }

  /** Fetches the requested documents; false if none were requested, so reading again is pointless. */
  async take({ asked, format }: Pick<MockDocument, 'asked' | 'format'>): Promise<boolean> {
    for (const location of asked) {
      const refused = this.#refusal(location, format);
      this.documents.push(refused === undefined ? await this.#read(location) : { location, failure: refused });
    }
    return asked.length > 0;
  }

  #refusal(location: string, format: MockDocument['format']): string | undefined {
    if (!/^https?:\/\//i.test(location)) return 'only http and https addresses are fetched';
    if (this.documents.length >= most) return `an import fetches up to ${most} documents`;
    if (this.#bytes > maxMegabytes * 1024 * 1024) return `an import fetches up to ${maxMegabytes} MB`;
    // As with JSON Schema references elsewhere: a document must not collect content from other servers.
    if (format === 'openapi' && new URL(location).origin !== new URL(this.#url).origin)
      return 'it lies on another server than the document';
    return undefined;
  }

  async #read(location: string): Promise<FetchedText> {
    try {
      const bytes = await this.#fetch(location);
      this.#bytes += bytes.byteLength;
      return { location, text: decodeText(bytes) };
    } catch (error) {
      const [detail] = (error as { details?: { message: string }[] }).details ?? [];
      return { location, failure: detail?.message ?? (error as Error).message };
    }
  }
}
