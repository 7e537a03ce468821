/** parseJson parses a text; undefined if it isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** memberOf returns the JSONPath of a member (RFC 9535). */
export const memberOf = (path: string, key: string): string =>
  `${path}${/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`}`;
