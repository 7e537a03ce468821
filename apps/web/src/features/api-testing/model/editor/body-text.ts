export type BodyLanguage = 'json' | 'xml' | 'html' | 'text';

/** languageOf guesses a body's language from its media type, or from its first character. */
export function languageOf(contentType: string | undefined, text: string): BodyLanguage {
  const type = (contentType ?? '').toLowerCase();
  if (type.includes('json')) return 'json';
  if (type.includes('html')) return 'html';
  if (type.includes('xml')) return 'xml';
  if (type && !type.startsWith('text/plain')) return 'text';
  const first = text.trimStart().charAt(0);
  if (first === '{' || first === '[') return 'json';
  return first === '<' ? 'xml' : 'text';
}

/** prettyBody indents JSON and XML; anything unparsable stays as it is. */
export function prettyBody(text: string, language: BodyLanguage): string {
  if (language === 'json') {
    try {
      // Numbers beyond 2^53 would change when parsed and formatted.
      return /\d{16,}/.test(text) ? text : JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }
  return language === 'xml' ? indentXml(text) : text;
}

function indentXml(text: string): string {
  // XML that already has line breaks keeps them, besides the one that usually follows the declaration.
  const content = text.replace(/^\s*<\?xml[^>]*\?>\s*/, '').trimEnd();
  if (/<!\[CDATA\[|<!--/.test(text) || content.includes('\n')) return text;
  let depth = 0;
  const lines: string[] = [];
  for (const part of text.replace(/>\s*</g, '>\n<').split('\n')) {
    if (part.startsWith('</')) depth = Math.max(0, depth - 1);
    lines.push('  '.repeat(depth) + part);
    const opens = /^<[^!?/]/.test(part) && !part.endsWith('/>') && !/<\/[^>]+>$/.test(part);
    if (opens) depth += 1;
  }
  return lines.join('\n');
}

const variable = /\{\{[^{}]*\}\}/g;

/** checkBody returns the documented error message if a request body can't be sent. Variables may be anywhere. */
export function checkBody(type: string, content: string): string | undefined {
  if (type === 'json') {
    if (content.trim() === '') return 'Please enter JSON data.';
    try {
      JSON.parse(content.replace(variable, '0'));
    } catch {
      return 'Invalid JSON format.';
    }
  }
  if (type === 'xml') {
    if (content.trim() === '') return 'Please enter XML data.';
    const parsed = new DOMParser().parseFromString(content.replace(variable, 'x').trim(), 'application/xml');
    if (parsed.getElementsByTagName('parsererror').length > 0) return 'Invalid XML format.';
  }
  return undefined;
}

/** formatJson indents a JSON text that may contain variables outside of strings; undefined if it isn't JSON. */
export function formatJson(content: string): string | undefined {
  const names: string[] = [];
  const marker = '"\u0001';
  // Only a variable outside of a string needs a placeholder.
  const guarded = content.replace(/"(?:[^"\\]|\\.)*"|\{\{[^{}]*\}\}/g, (token) => {
    if (token.startsWith('"')) return token;
    names.push(token);
    return `${marker}${names.length - 1}"`;
  });
  try {
    const parsed: unknown = JSON.parse(guarded.replaceAll('\u0001', '\\u0001'));
    return JSON.stringify(parsed, null, 2).replace(/"\\u0001(\d+)"/g, (_, index: string) => names[Number(index)]!);
  } catch {
    return undefined;
  }
}
