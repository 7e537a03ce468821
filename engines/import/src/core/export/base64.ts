/** encodeBase64 encodes a text as UTF-8 and base64, as Basic credentials are. */
export function encodeBase64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
