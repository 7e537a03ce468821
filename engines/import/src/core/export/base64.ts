/** encodeBase64 encodes a string as UTF-8 and Base64, for example for Basic credentials. */
export function encodeBase64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
