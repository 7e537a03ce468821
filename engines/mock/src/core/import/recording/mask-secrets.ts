/** Headers that carry credentials. */
export const maskedHeaders =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|api-key|x-auth-token|x-csrf-token|x-mock-key)$/i;

const secretNames =
  'password|passwd|pwd|passphrase|secret|client_?secret|api_?key|token|auth_?token|access_?token|refresh_?token|session_?token|id_?token|private_?key';
const secretMember = new RegExp(`("(?:${secretNames})"\\s*:\\s*)(?:"(?:\\\\.|[^"\\\\])*"|-?\\d[\\d.eE+-]*)`, 'gi');
const secretElement = new RegExp(`(<(?:[\\w-]+:)?(?:${secretNames})(?:\\s[^<>]*)?>)[^<]+(?=</)`, 'gi');
const secretField = new RegExp(`(^|&)((?:${secretNames})=)[^&]*`, 'gi');
const secretName = new RegExp(`^(?:${secretNames}|x-api-key|signature|sig)$`, 'i');

/** Replacement for a credential. */
export const mask = '***';

/** isSecretName returns whether a query parameter or a member with this name holds a credential. */
export const isSecretName = (name: string): boolean => secretName.test(name);

/** maskedText masks the values of members, elements and form fields whose names denote credentials. */
export function maskedText(text: string): string {
  const masked = text.replace(secretMember, '$1"***"').replace(secretElement, '$1***');
  return /^[\w.%+-]+=/.test(masked) ? masked.replace(secretField, '$1$2***') : masked;
}

/** maskedHeader masks the value of a header that carries a credential; for `Set-Cookie`, name and attributes stay. */
export function maskedHeader(name: string, value: string): string {
  if (!maskedHeaders.test(name)) return value;
  const cookie = name.toLowerCase() === 'set-cookie' ? /^\s*([^=;\s]+)=[^;]*(.*)$/s.exec(value) : null;
  return cookie ? `${cookie[1]}=${mask}${cookie[2]}` : mask;
}

/** maskedUrl masks credentials in a query. */
export function maskedUrl(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const pairs = url
    .slice(at + 1)
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      return isSecretName(name) && pair.includes('=') ? `${name}=${mask}` : pair;
    });
  return `${url.slice(0, at)}?${pairs.join('&')}`;
}
