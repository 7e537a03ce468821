import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';

const sizeLimit = 64 * 1024 * 1024;

/**
 * decodedBody decompresses a body according to its `content-encoding`; undefined if it has none, or an unknown or
 * incorrect one.
 */
export function decodedBody(
  headers: readonly (readonly [name: string, value: string])[],
  body: Uint8Array,
): Uint8Array | undefined {
  const encoding = headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .map(([, value]) => value.trim().toLowerCase())
    .join(', ');
  const options = { maxOutputLength: sizeLimit };
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(body, options);
    if (encoding === 'br') return brotliDecompressSync(body, options);
    if (encoding === 'zstd') return zstdDecompressSync(body, options);
    if (encoding === 'deflate') return inflated(body, options);
    return undefined;
  } catch {
    return undefined;
  }
}

/** Some services send deflate without the zlib wrapper. */
function inflated(body: Uint8Array, options: { maxOutputLength: number }): Uint8Array {
  try {
    return inflateSync(body, options);
  } catch {
    return inflateRawSync(body, options);
  }
}

/**
 * decodedAnswer returns a response with its body decompressed; if that fails, the body and its encoding stay as
 * received.
 */
export function decodedAnswer(
  headers: [string, string][],
  body: Uint8Array,
): { headers: [string, string][]; body: Uint8Array } {
  const decoded = body.length === 0 ? body : decodedBody(headers, body);
  if (decoded === undefined) return { headers, body };
  return { headers: headers.filter(([name]) => name.toLowerCase() !== 'content-encoding'), body: decoded };
}
