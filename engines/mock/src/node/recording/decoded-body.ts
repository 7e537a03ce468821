import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';

const sizeLimit = 64 * 1024 * 1024;

/** decodedBody decompresses a body by its `content-encoding`; undefined where it has none, or one that is not known or not true. */
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

/** Some services send deflate without its frame. */
function inflated(body: Uint8Array, options: { maxOutputLength: number }): Uint8Array {
  try {
    return inflateSync(body, options);
  } catch {
    return inflateRawSync(body, options);
  }
}

/** decodedAnswer is an answer with its body decompressed; one that cannot be is kept as it came, with its encoding. */
export function decodedAnswer(
  headers: [string, string][],
  body: Uint8Array,
): { headers: [string, string][]; body: Uint8Array } {
  const decoded = body.length === 0 ? body : decodedBody(headers, body);
  if (decoded === undefined) return { headers, body };
  return { headers: headers.filter(([name]) => name.toLowerCase() !== 'content-encoding'), body: decoded };
}
