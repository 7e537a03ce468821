/** PathTemplate is a path with variables, such as `/orders/{orderId}/items/{item}`. `**` matches any remainder. */
export interface PathTemplate {
  names: string[];
  /** Decoded values of the variables; undefined if the path doesn't match. */
  read(path: string): Record<string, string> | undefined;
}

/** parsePathTemplate parses a template; undefined if a brace is not closed. */
export function parsePathTemplate(template: string): PathTemplate | undefined {
  const names: string[] = [];
  let pattern = '';
  let at = 0;
  for (const found of template.matchAll(/\{([^{}]*)\}|\*\*|\*/g)) {
    const literal = template.slice(at, found.index);
    if (/[{}]/.test(literal)) return undefined;
    pattern += escaped(literal);
    at = found.index + found[0].length;
    if (found[0] === '**') pattern += '.*';
    else if (found[1] === undefined) pattern += '[^/]*';
    else {
      names.push(found[1].replace(/^\.|\*$|:.*$/g, '').trim());
      pattern += '([^/]+)';
    }
  }
  const rest = template.slice(at);
  if (/[{}]/.test(rest)) return undefined;
  const test = new RegExp(`^${pattern}${escaped(rest)}$`);
  return {
    names,
    read(path) {
      const values = test.exec(path);
      if (!values) return undefined;
      return Object.fromEntries(names.map((name, index) => [name, decoded(values[index + 1] ?? '')]));
    },
  };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
