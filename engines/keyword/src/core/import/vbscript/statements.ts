/** A VBScript token. */
export interface Token {
  kind: 'word' | 'string' | 'number' | 'sign';
  /** The value of a string. */
  text: string;
}

/** A statement, with its first line, from 1. */
export interface Statement {
  line: number;
  /** As written, without comments, on one line. */
  text: string;
  tokens: Token[];
}

// Unclosed tokens extend to the end of their line, so that no text is scanned repeatedly.
const blank = /[ \t\r]+/y;
const comment = /'[^\n]*|rem(?=[ \t\r\n]|$)[^\n]*/iy;
const lineContinuation = /_[ \t\r]*\n/y;
const kinds: readonly [kind: Token['kind'], pattern: RegExp][] = [
  ['string', /"(?:[^"\n]|"")*"?/y],
  ['word', /[\p{L}_][\p{L}\p{N}_]*|\[[^\]\n]{0,255}\]/uy],
  ['number', /\d+(?:\.\d+)?/y],
  ['sign', /<>|<=|>=|[^\s]/y],
];

const contentOf = (kind: Token['kind'], found: string): string => {
  if (kind !== 'string') return found;
  return (found.length > 1 && found.endsWith('"') ? found.slice(1, -1) : found.slice(1)).replaceAll('""', '"');
};

/** Reads VBScript from the start, token by token. */
class StatementReader {
  readonly #code: string;
  readonly #statements: Statement[] = [];
  #current: Statement | undefined;
  #start = 0;
  #line = 1;
  #at = 0;

  constructor(code: string) {
    this.#code = code;
  }

  read(): Statement[] {
    while (this.#at < this.#code.length) if (!this.#skip()) this.#take();
    this.#end();
    return this.#statements;
  }

  #found(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#code)?.[0];
  }

  #end(): void {
    if (!this.#current) return;
    const text = this.#code.slice(this.#start, this.#at).replace(/_[ \t\r]*\n\s*/g, '');
    this.#statements.push({ ...this.#current, text: text.trim() });
    this.#current = undefined;
  }

  /** Skips what is no token: blanks, comments, statement separators and line continuations. */
  #skip(): boolean {
    const commentText = this.#found(comment);
    // `Rem` starts a comment only where a statement may start.
    const isComment = commentText !== undefined && (commentText.startsWith("'") || this.#current === undefined);
    const joined = this.#found(lineContinuation);
    const next = this.#code.charAt(this.#at);
    if (isComment || next === '\n' || next === ':') this.#end();
    const skipped = isComment
      ? commentText
      : (this.#found(blank) ?? joined ?? (next === '\n' || next === ':' ? next : undefined));
    if (skipped === undefined) return false;
    if (skipped === joined || next === '\n') this.#line += 1;
    this.#at += skipped.length;
    return true;
  }

  #take(): void {
    if (this.#current === undefined) {
      this.#current = { line: this.#line, text: '', tokens: [] };
      this.#start = this.#at;
    }
    const known = kinds.find(([, pattern]) => this.#found(pattern) !== undefined);
    const piece = known ? (this.#found(known[1]) ?? '') : this.#code.charAt(this.#at);
    if (known) this.#current.tokens.push({ kind: known[0], text: contentOf(known[0], piece) });
    this.#at += piece.length;
  }
}

/**
 * readStatements splits VBScript into statements: lines continued with `_` are joined, and `:` separates statements on
 * a line.
 */
export const readStatements = (code: string): Statement[] => new StatementReader(code).read();

/** isWord returns whether a token is one of these words, case-insensitively. */
export const isWord = (token: Token | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text.toLowerCase());

/** isSign returns whether a token is one of these signs. */
export const isSign = (token: Token | undefined, ...signs: readonly string[]): boolean =>
  token?.kind === 'sign' && signs.includes(token.text);

/** splitTokens splits tokens at those that `parts` selects, outside of brackets. */
export function splitTokens(tokens: readonly Token[], parts: (token: Token) => boolean): Token[][] {
  const pieces: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (isSign(token, '(')) depth += 1;
    if (isSign(token, ')')) depth -= 1;
    if (depth === 0 && parts(token)) pieces.push([]);
    else pieces.at(-1)?.push(token);
  }
  return pieces;
}

/** A name in a chain such as `Browser("Shop").Page("Login").Sync`, with its bracketed arguments. */
export interface Link {
  name: string;
  args: Token[][] | undefined;
}

const argumentsOf = (tokens: readonly Token[]): Token[][] =>
  tokens.length === 0 ? [] : splitTokens(tokens, (token) => isSign(token, ','));

/** Index of the matching closing bracket; the end if it isn't closed. */
function closing(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    if (isSign(tokens[at], '(')) depth += 1;
    if (isSign(tokens[at], ')')) depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
}

/**
 * readChain reads a chain of names at the start of tokens, and returns it with the rest; undefined if there is none.
 */
export function readChain(tokens: readonly Token[]): { links: Link[]; rest: Token[] } | undefined {
  const links: Link[] = [];
  let at = 0;
  while (tokens[at]?.kind === 'word') {
    const name = tokens[at]?.text ?? '';
    at += 1;
    let args: Token[][] | undefined;
    if (isSign(tokens[at], '(')) {
      const end = closing(tokens, at);
      args = argumentsOf(tokens.slice(at + 1, end));
      at = end + 1;
    }
    links.push({ name, args });
    if (!isSign(tokens[at], '.')) break;
    at += 1;
  }
  return links.length > 0 ? { links, rest: tokens.slice(at) } : undefined;
}

/** callArguments returns the arguments of a chain's last name, in brackets or after it. */
export function callArguments(link: Link | undefined, rest: readonly Token[]): Token[][] {
  if (rest.length === 0) return link?.args ?? [];
  if (link?.args === undefined) return argumentsOf(rest);
  // `Set ("a") & b`: the brackets are part of the first argument.
  const open: Token = { kind: 'sign', text: '(' };
  const close: Token = { kind: 'sign', text: ')' };
  return argumentsOf([open, ...link.args.flat(), close, ...rest]);
}
