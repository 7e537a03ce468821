import { NeedsSandbox } from './script-syntax.ts';

/** ScriptTokens are the words, literals and punctuators of a script, and which of them follow a line break. */
export interface ScriptTokens {
  readonly tokens: readonly string[];
  /** Indexes of tokens. */
  readonly afterLineBreak: ReadonlySet<number>;
}

const space = /[ \t\v\f\u00a0\ufeff\n\r\u2028\u2029]+|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\//;
const word = /[A-Za-z_$\u00a1-\u2027\u202a-\ufefe\uff00-\uffff][\w$\u00a1-\u2027\u202a-\ufefe\uff00-\uffff]*/;
const number = /(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/;
const string = /"[^"\\\n\r]*(?:\\[\s\S][^"\\\n\r]*)*"|'[^'\\\n\r]*(?:\\[\s\S][^'\\\n\r]*)*'/;
const template = /`[^`\\]*(?:\\[\s\S][^`\\]*)*`/;
const punctuator = /=>|[-()[\]{},;:.=]/;
const anyToken = new RegExp(
  [space, word, number, string, template, punctuator].map(({ source }) => source).join('|'),
  'gy',
);

const lineBreak = /[\n\r\u2028\u2029]/;
const beyondAscii = /[^\0-\x7f]/;
const anyWord = /^[$_\p{ID_Start}][$\p{ID_Continue}]*$/u;

/**
 * tokensOf divides a script into tokens (ECMA-262, 12), in one match, as most scripts are read only once.
 * @throws NeedsSandbox for tokens of other scripts, such as operators and octal numbers
 */
export function tokensOf(code: string): ScriptTokens {
  const tokens: string[] = [];
  const afterLineBreak = new Set<number>();
  let length = 0;
  for (const piece of code.match(anyToken) ?? []) {
    length += piece.length;
    if (!isSpace(piece)) tokens.push(piece);
    else if (lineBreak.test(piece)) afterLineBreak.add(tokens.length);
  }
  if (length < code.length) throw new NeedsSandbox();
  return { tokens, afterLineBreak };
}

function isSpace(token: string): boolean {
  const first = token.charCodeAt(0);
  if (first <= 0x20 || first === 0x2f) return true;
  return first === 0xa0 || first === 0xfe_ff || first === 0x20_28 || first === 0x20_29;
}

/** isWord tells whether a token is a name or a keyword. */
export function isWord(token: string): boolean {
  const first = token.charCodeAt(0);
  if (beyondAscii.test(token)) return anyWord.test(token);
  return (first >= 0x61 && first <= 0x7a) || (first >= 0x41 && first <= 0x5a) || first === 0x5f || first === 0x24;
}

/** isNumber tells whether a token is a number. */
export function isNumber(token: string): boolean {
  const digit = token.charCodeAt(token[0] === '.' ? 1 : 0);
  return digit >= 0x30 && digit <= 0x39;
}

/** textOf returns what a token in quotes or backticks stands for. */
export function textOf(token: string): string {
  const inner = token.slice(1, -1);
  if (token[0] !== '`') return withoutEscapes(inner);
  if (inner.includes('${')) throw new NeedsSandbox();
  // A line break in a template is always a line feed.
  return withoutEscapes(inner.replace(/\r\n?/g, '\n'));
}

const withoutEscapes = (text: string): string => (text.includes('\\') ? text.replace(escaped, meaningOf) : text);

/** A code unit, a code point, or a character. */
const escaped = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{0*[0-9a-fA-F]{1,5}\}|[\s\S])/g;
/** Incomplete ones, octal numbers, and lines that continue. */
const unusual = /[xu0-9\n\r\u2028\u2029]/;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };

function meaningOf(sequence: string): string {
  if (sequence.length > 2) return String.fromCodePoint(Number.parseInt(sequence.slice(2).replace('{', ''), 16));
  const kind = sequence.slice(1);
  if (unusual.test(kind)) throw new NeedsSandbox();
  return escapes[kind] ?? kind;
}
