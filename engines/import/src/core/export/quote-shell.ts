/** quoteBash writes any text as one word for bash. */
export function quoteBash(text: string): string {
  if (/^[A-Za-z0-9_\-./:=@%+,]+$/.test(text)) return text;
  return `'${text.replaceAll('\0', '').replaceAll("'", "'\\''")}'`;
}

/**
 * quoteCmd writes a text as one argument for the Windows command prompt: quotes for the program, and a caret before every sign that the
 * prompt would read itself. A line end is written as two, the first of which the caret takes away.
 */
export function quoteCmd(text: string): string {
  const argument = `"${text.replaceAll('\0', '').replace(/(\\*)("|$)/g, (_, slashes: string, quote: string) => `${slashes}${slashes}${quote === '' ? '' : '\\"'}`)}"`;
  return argument
    .replaceAll('\r\n', '\n')
    .replace(/[\^"&|<>()%!\n]/g, (sign) => (sign === '\n' ? '^\n\n' : `^${sign}`));
}
