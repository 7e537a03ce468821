import type { ProblemList } from '../problems.ts';

/** JMeter functions with an equivalent dynamic value. */
const equalFunctions: Record<string, (args: string[]) => string | undefined> = {
  __UUID: () => '{{$guid}}',
  __time: ([format]) => (format === '/1000' ? '{{$timestamp}}' : undefined),
  __Random: ([from, to]) => (from === '0' && to === '1000' ? '{{$randomInt}}' : undefined),
  __V: ([name = '']) => (/^[\w.-]+$/.test(name) ? `{{${name}}}` : undefined),
};
const propertyFunctions = new Set(['__P', '__property']);
const depthLimit = 20;

/** Expressions converts JMeter's `${…}` to `{{…}}`; anything without an equivalent stays and is reported. */
export class Expressions {
  readonly #problems: ProblemList;
  readonly #onDefault: (name: string, value: string) => void;

  /** `onDefault` receives the default values given where properties are read. */
  constructor(problems: ProblemList, onDefault: (name: string, value: string) => void) {
    this.#problems = problems;
    this.#onDefault = onDefault;
  }

  convert(text: string, place: string, depth = 0): string {
    if (!text.includes('${') || depth > depthLimit) return text;
    let out = '';
    let at = 0;
    for (let start = text.indexOf('${'); start >= 0; start = text.indexOf('${', at)) {
      const end = closingBrace(text, start + 2);
      if (end < 0) break;
      const whole = text.slice(start, end + 1);
      // A preceding backslash makes it plain text.
      const isEscaped = text[start - 1] === '\\';
      out += isEscaped ? text.slice(at, start - 1) + whole : text.slice(at, start) + this.#one(whole, place, depth);
      at = end + 1;
    }
    return out + text.slice(at);
  }

  #one(whole: string, place: string, depth: number): string {
    const inner = whole.slice(2, -1).trim();
    if (!inner.startsWith('__')) {
      if (inner !== '' && !/[${}]/.test(inner)) return `{{${inner}}}`;
      return this.#kept(whole, place);
    }
    const match = /^(__\w+)(?:\(([\s\S]*)\))?$/.exec(inner);
    const name = match?.[1] ?? '';
    const args = splitArguments(match?.[2] ?? '');
    if (propertyFunctions.has(name)) return this.#property(name, args, whole, place, depth);
    const equal = Object.hasOwn(equalFunctions, name) ? equalFunctions[name]?.(args) : undefined;
    return equal ?? this.#kept(whole, place);
  }

  /** `__P(name,default)`, and `__property(name,variable,default)`. */
  #property(kind: string, args: string[], whole: string, place: string, depth: number): string {
    const [name = ''] = args;
    if (!/^[A-Za-z_][\w.-]*$/.test(name)) return this.#kept(whole, place);
    const fallback = kind === '__P' ? (args[1] ?? '1') : args[2];
    if (fallback !== undefined) this.#onDefault(name, this.convert(fallback, place, depth + 1));
    return `{{${name}}}`;
  }

  #kept(whole: string, place: string): string {
    const shown = whole.length > 80 ? `${whole.slice(0, 79)}…` : whole;
    this.#problems.add(place, `${shown} has no equal here; it stands in the text as it is. Replace it by a variable.`);
    return whole;
  }
}

function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith('${', at)) depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Escaped commas and commas inside brackets don't separate. */
function splitArguments(text: string): string[] {
  const args: string[] = [];
  let current = '';
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\\' && at + 1 < text.length) {
      at += 1;
      current += text[at];
      continue;
    }
    if (char === '(' || char === '{') depth += 1;
    if (char === ')' || char === '}') depth -= 1;
    if (char === ',' && depth === 0) {
      args.push(current.trim());
      current = '';
    } else current += char;
  }
  return [...args, current.trim()];
}
