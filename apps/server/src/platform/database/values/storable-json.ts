/**
 * storableJson returns JSON that PostgreSQL can store: without NUL and lone surrogates, which tested servers do send.
 * `JSON.stringify` writes exactly these as escapes; both become the replacement character.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value).replace(/\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g, (found: string, code: string) =>
    code.length > 1 ? '\\ufffd' : found,
  );
