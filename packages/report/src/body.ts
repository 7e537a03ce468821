import type { Exchange } from '@touchstone/contracts/api-testing';
import type { BodyBytes } from '@touchstone/engine-assert/core';
import { sharedLoop } from '@touchstone/kernel';
import type { Mask } from './mask.ts';

/** A body as a report shows it. */
export type BodyView = NonNullable<Exchange['request']['body']>;
/** StoreBody stores a body and returns its file id; undefined if there is no space for it. */
export type StoreBody = (bytes: Uint8Array, contentType: string | undefined) => Promise<string | undefined>;

/** Larger bodies are stored as files. */
const defaultInlineBytes = 64 * 1024;
const textType =
  /^(text\/|application\/(.*\+)?(json|xml|javascript|x-www-form-urlencoded|graphql|yaml|x-yaml|x-ndjson))/i;

/** viewBody converts a body to its stored form: text if it is small text, a file id otherwise. */
export async function viewBody(
  body: BodyBytes,
  options: { mask: Mask; storeBody: StoreBody | undefined; inlineBytes: number | undefined },
): Promise<BodyView> {
  const inlineBytes = options.inlineBytes ?? defaultInlineBytes;
  const { bytes, contentType } = body;
  const common = { ...(contentType !== undefined && { contentType }), sizeBytes: body.sizeBytes };
  const decoded = decodeText(bytes, contentType);
  if (decoded === undefined) {
    const fileId = bytes.length === 0 ? undefined : await options.storeBody?.(bytes, contentType);
    return { ...common, truncated: body.truncated, ...(fileId !== undefined && { fileId }) };
  }
  const text = await sharedLoop.work(options.mask.pieces(decoded));
  const encoded = new TextEncoder().encode(text);
  if (encoded.length <= inlineBytes) return { ...common, text, truncated: body.truncated };
  const fileId = await options.storeBody?.(encoded, utf8Type(contentType));
  if (fileId === undefined) return { ...common, text: cutText(encoded, inlineBytes), truncated: true };
  return { ...common, truncated: body.truncated, fileId };
}

/** The masked text is stored as UTF-8, whatever the server sent. */
function utf8Type(contentType: string | undefined): string {
  return contentType === undefined
    ? 'text/plain; charset=utf-8'
    : contentType.replace(/;\s*charset\s*=\s*("[^"]*"|[^;\s]*)/i, '; charset=utf-8');
}

function decodeText(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  if (contentType !== undefined && textType.test(contentType)) {
    try {
      return new TextDecoder(charset).decode(bytes);
    } catch {
      return new TextDecoder().decode(bytes);
    }
  }
  if (contentType !== undefined && /^(image|audio|video|font)\//i.test(contentType) && !/svg/i.test(contentType))
    return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Streaming mode holds back a character that the cut would split. */
const cutText = (bytes: Uint8Array, length: number): string =>
  new TextDecoder().decode(bytes.subarray(0, length), { stream: true });
