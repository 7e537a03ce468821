const maxDepth = 4;
const maxItems = 50;
const maxText = 1000;

/** Formats a value for the console and failure messages; never throws, whatever getters a value has. */
export function inspect(value: unknown): string {
  try {
    return cut(show(value, 0, []), maxText);
  } catch {
    return '[value that cannot be shown]';
  }
}

/** Describes anything that was thrown, even if it is no error. */
export function describeError(thrown: unknown): { message: string; line?: number } {
  try {
    if (thrown === null || typeof thrown !== 'object') return { message: `The script threw ${inspect(thrown)}.` };
    const { name, message, stack } = thrown as { name?: unknown; message?: unknown; stack?: unknown };
    const line = /script\.js:(\d+)/.exec(typeof stack === 'string' ? stack : '')?.[1];
    const title = typeof name === 'string' && name !== '' && name !== 'AssertionError' ? `${name}: ` : '';
    const text = typeof message === 'string' ? `${title}${message}` : `The script threw ${inspect(thrown)}.`;
    return { message: cut(text, maxText), ...(line === undefined ? {} : { line: Number(line) }) };
  } catch {
    return { message: 'The script threw a value that cannot be shown.' };
  }
}

function show(value: unknown, depth: number, parents: unknown[]): string {
  if (typeof value === 'string') return depth === 0 ? `'${cut(value, maxText)}'` : `'${cut(value, 200)}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `[Function${value.name ? `: ${String(value.name)}` : ''}]`;
  if (value === null || typeof value !== 'object') return String(value);
  if (parents.includes(value)) return '[Circular]';
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof RegExp || value instanceof Date) return String(value);
  if (depth >= maxDepth) return Array.isArray(value) ? '[…]' : '{…}';
  const below = [...parents, value];
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map((item) => show(item, depth + 1, below));
    if (value.length > maxItems) items.push('…');
    return `[ ${items.join(', ')} ]`.replace('[  ]', '[]');
  }
  const keys = Object.keys(value);
  const shown = keys.slice(0, maxItems).map((key) => {
    return `${/^[\w$]+$/.test(key) ? key : `'${key}'`}: ${show((value as Record<string, unknown>)[key], depth + 1, below)}`;
  });
  if (keys.length > maxItems) shown.push('…');
  return `{ ${shown.join(', ')} }`.replace('{  }', '{}');
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
