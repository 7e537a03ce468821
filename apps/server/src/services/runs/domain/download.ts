/** Image and video types that browsers render without executing scripts; an SVG may contain some. */
const shown = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'video/mp4', 'video/webm']);
const mediaTypePattern = /^[a-z]+\/[\w.+-]{1,100}$/i;

/**
 * headersOf returns response headers for a file from a test: displayed if it can't execute anything, otherwise
 * downloaded.
 */
export function headersOf({ name, mediaType }: { name: string; mediaType: string }): Record<string, string> {
  const type = mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
  const plainName = name.replace(/[^\w. -]+/g, '_').slice(0, 200) || 'file';
  const wholeName = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return {
    'content-type': mediaTypePattern.test(type) ? type : 'application/octet-stream',
    'content-disposition': `${shown.has(type) ? 'inline' : 'attachment'}; filename="${plainName}"; filename*=UTF-8''${wholeName}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  };
}
