import type { BodyBytes } from './assertion.ts';

const utf8 = new TextDecoder();

/** decodeText decodes a body in its charset; an unknown charset is treated as UTF-8. */
export function decodeText(body: Pick<BodyBytes, 'bytes' | 'contentType'>): string {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(body.contentType ?? '')?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return utf8.decode(body.bytes);
  try {
    return new TextDecoder(charset).decode(body.bytes);
  } catch {
    return utf8.decode(body.bytes);
  }
}
