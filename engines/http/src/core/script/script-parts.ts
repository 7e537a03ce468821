/**
 * Separates scripts that are combined, such as those of a collection, a folder and a request. Each runs separately, so
 * that an error in one skips none of the others.
 */
const separator = '// ---- next script ----';

/** joinScripts combines scripts into one text. Each keeps its own scope, as in the tool it comes from. */
export function joinScripts(scripts: readonly string[]): string | undefined {
  const written = scripts.filter((script) => script.trim() !== '');
  if (written.length <= 1) return written[0];
  return written.map((script) => `{\n${script}\n}`).join(`\n${separator}\n`);
}

/** splitScripts returns the scripts of a text, in order. */
export function splitScripts(text: string): string[] {
  if (!text.includes(separator)) return [text];
  return text.split(new RegExp(`^${separator}\\r?$`, 'm')).filter((script) => script.trim() !== '');
}
