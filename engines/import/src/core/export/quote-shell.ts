/** quoteBash quotes any text as one word for bash. */
export function quoteBash(text: string): string {
  if (/^[A-Za-z0-9_\-./:=@%+,]+$/.test(text)) return text;
  return `'${text.replaceAll('\0', '').replaceAll("'", "'\\''")}'`;
}

/**
 * quoteCmd quotes a text as one argument for the Windows command prompt: quotes for the program, and a caret before
 * every character that the prompt would interpret. A line break is written twice, because the caret removes the first.
 */
export function quoteCmd(text: string): string {
  const argument = `"${text.replaceAll('\0', '').replace(/(\\*)("|$)/g, (_, slashes: string, quote: string) => `${slashes}${slashes}${quote === '' ? '' : '\\"'}`)}"`;
  return argument
    .replaceAll('\r\n', '\n')
    .replace(/[\^"&|<>()%!\n]/g, (sign) => (sign === '\n' ? '^\n\n' : `^${sign}`));
}
