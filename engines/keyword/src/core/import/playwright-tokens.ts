/** A TypeScript token, with its line from 1. */
export interface Token {
  kind: 'word' | 'string' | 'template' | 'number' | 'regex' | 'sign';
  /** A string's value, or a regular expression's pattern. */
  text: string;
  line: number;
}

// Unclosed tokens extend to the end, and regular expressions are bounded, so that no text is scanned repeatedly.
const blank = /\s+|\/\/[^\n]*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)/y;
const word = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const number = /\d[\d_]*(?:\.\d+)?/y;
const text = /"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?/y;
const template = /`(?:[^`\\]|\\[\s\S])*`?/y;
const regex = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.){0,200}\]){1,500}\/[a-z]*/y;
const sign = /=>|\?\.|\.\.\.|[=!]==?|[^\s]/y;

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0', '\n': '' };

function unescaped(inner: string): string {
  return inner.replace(
    /\\(u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|[\s\S])/gi,
    (_all, one: string, ...codes) => {
      const code = codes.slice(0, 3).find((digits) => digits !== undefined);
      if (code !== undefined) {
        const point = Number.parseInt(code as string, 16);
        return point <= 0x10ffff ? String.fromCodePoint(point) : '';
      }
      return escapes[one] ?? one;
    },
  );
}

const quotedValue = (found: string) => unescaped(found.endsWith(found.charAt(0)) ? found.slice(1, -1) : found.slice(1));
const same = (found: string) => found;

/** Pattern of each kind, and the part of a match that is its value; tried in this order. */
const kinds: [kind: Token['kind'], pattern: RegExp, value: (found: string) => string][] = [
  ['regex', regex, (found) => found.slice(1, found.lastIndexOf('/'))],
  ['template', template, quotedValue],
  ['string', text, quotedValue],
  ['word', word, same],
  ['number', number, (found) => found.replaceAll('_', '')],
  ['sign', sign, same],
];

const linesIn = (found: string) => found.split('\n').length - 1;

/** After a value, a slash is a division; elsewhere it starts a regular expression. */
function mayBeRegex(last: Token | undefined): boolean {
  return !last || (last.kind === 'sign' && last.text !== ')' && last.text !== ']');
}

/** tokenize splits TypeScript into tokens, without whitespace and comments. */
export function tokenize(code: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (let at = 0; at < code.length; ) {
    const found = (pattern: RegExp): string | undefined => {
      pattern.lastIndex = at;
      return pattern.exec(code)?.[0];
    };
    const skipped = found(blank);
    const isRegex = mayBeRegex(tokens.at(-1));
    const known =
      skipped === undefined &&
      kinds.find(([kind, pattern]) => (kind !== 'regex' || isRegex) && found(pattern) !== undefined);
    const piece = known ? (found(known[1]) ?? '') : (skipped ?? code.charAt(at));
    if (known) tokens.push({ kind: known[0], text: known[2](piece), line });
    line += linesIn(piece);
    at += piece.length;
  }
  return tokens;
}
