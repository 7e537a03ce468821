const place = /\{\{\s*([^{}\s](?:[^{}]{0,198}[^{}\s])?)\s*\}\}/g;

/** quoted returns a text as a single-quoted TypeScript literal. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}

/** textCode returns text that may contain variables as an expression: a literal, or a template over `vars`. */
export function textCode(text: string): string {
  if (text.search(place) < 0) return quoted(text);
  const [, whole] = /^\{\{\s*([^{}]{1,200}?)\s*\}\}$/.exec(text) ?? [];
  if (whole !== undefined) return `vars[${quoted(whole)}]`;
  const written = (part: string) =>
    JSON.stringify(part)
      .slice(1, -1)
      .replaceAll('\\"', '"')
      .replace(/`|\$\{/g, '\\$&');
  let code = '';
  let from = 0;
  for (const match of text.matchAll(place)) {
    code += `${written(text.slice(from, match.index))}\${vars[${quoted(match[1] ?? '')}]}`;
    from = match.index + match[0].length;
  }
  return `\`${code}${written(text.slice(from))}\``;
}

/** functionName returns a TypeScript name for a function of a script, such as doSignIn for "sign in". */
export function functionName(text: string): string {
  const words = text.split(/[^\p{ID_Continue}]+/u).filter(Boolean);
  const joined = words.map((word) => {
    const [first = '', ...rest] = word;
    return first.toUpperCase() + rest.join('');
  });
  return `do${joined.join('') || 'Function'}`;
}

/** commentLines returns a text as line comments, whatever its line endings. */
export function commentLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => `// ${line}`.trimEnd());
}

/** numberCode returns a number, or text with variables converted to a number, as code. */
export function numberCode(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? text : `Number(${textCode(text)})`;
}
