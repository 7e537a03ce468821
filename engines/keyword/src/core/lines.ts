/** listOf parses an argument of type `list`: one value a line, trimmed, without empty lines. */
export function listOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** pairsOf parses lines of `name=value`; a line without `=` is a name. */
export function pairsOf(text: string): [name: string, value: string][] {
  return listOf(text).map((line) => {
    const at = line.indexOf('=');
    return at < 0 ? [line, line] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
}
