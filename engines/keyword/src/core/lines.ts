/** listOf reads an argument of the type `list`: one value a line, without empty lines and blanks around. */
export function listOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** pairsOf reads lines of `name=value`; what has no `=` is a name of itself. */
export function pairsOf(text: string): [name: string, value: string][] {
  return listOf(text).map((line) => {
    const at = line.indexOf('=');
    return at < 0 ? [line, line] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
}
