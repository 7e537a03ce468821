/** Headers that carry credentials. */
export const maskedHeaders =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|api-key|x-auth-token|x-csrf-token)$/i;

const secretMember =
  /("(?:password|passwd|secret|client_?secret|api_?key|access_?token|refresh_?token|id_?token|private_?key)"\s*:\s*)"(?:\\.|[^"\\])*"/gi;
const secretField = /(^|&)((?:password|passwd|secret|client_secret|api_key|access_token|refresh_token)=)[^&]*/gi;

/** maskedText replaces what members and form fields with names of credentials hold. */
export function maskedText(text: string): string {
  const masked = text.replace(secretMember, '$1"***"');
  return /^[\w.%+-]+=/.test(masked) ? masked.replace(secretField, '$1$2***') : masked;
}
