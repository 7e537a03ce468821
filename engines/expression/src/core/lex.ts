import { type Fault, type FaultCode, faultAt } from './fault.ts';
import { bareValue } from './literal.ts';
import { isComparisonOperator, type Token, type TokenList, type ValueForm } from './token.ts';

const operatorRun = /[=!<>]+/y;
const doesNotExist = /does\s+not\s+exist(?=$|[\s()=<>]|!=|&&|\|\|)/iy;
const space = /\s/;
const needsNoQuotes = /^[\p{L}\p{N}_.-]+$/u;
const variableInText = /\{\{[^{}]+\}\}|\$\{[^{}]+\}/;
const keywords: Record<string, 'AND' | 'OR' | 'Exists'> = { AND: 'AND', OR: 'OR', EXISTS: 'Exists' };

/**
 * lex splits a text into tokens. It reads any text: what belongs to no token is a fault, and lexing continues after it.
 */
export function lex(text: string): TokenList {
  return new Lexer(text).read();
}

class Lexer {
  private at = 0;
  private readonly tokens: Token[] = [];
  private readonly faults: Fault[] = [];
  /** Adjacent bare words are one value, which ends where another token starts. */
  private words: { start: number; end: number } | undefined;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  read(): TokenList {
    while (this.at < this.text.length) this.readNext();
    this.endWords();
    return { tokens: this.tokens, faults: this.faults };
  }

  private readNext(): void {
    const { text, at } = this;
    const character = text[at]!;
    const pair = text.slice(at, at + 2);
    if (space.test(character)) this.at += 1;
    else if (character === '(' || character === ')')
      this.add({ kind: character === '(' ? 'open' : 'close', start: at, end: at + 1 });
    else if (character === '"' || character === "'") this.readQuoted(character);
    else if (pair === '{{') this.readVariable('braces', '}}');
    else if (pair === '${') this.readVariable('dollar', '}');
    else if (pair === '&&' || pair === '||') this.add({ kind: 'logical', spelling: pair, start: at, end: at + 2 });
    else if (!this.readOperator()) this.readWord();
  }

  private add(token: Token): void {
    this.endWords();
    this.tokens.push(token);
    this.at = token.end;
  }

  private fault(code: FaultCode, start: number, end: number): void {
    this.faults.push(faultAt(code, { start, end }));
  }

  /** Comparison symbols are read greedily, so that `=>` is one wrong operator and not two right ones. */
  private readOperator(): boolean {
    const { at } = this;
    const run = runOfOperator(this.text, at);
    if (run === undefined || /^!+$/.test(run)) return false;
    const end = at + run.length;
    const isKnown = isComparisonOperator(run);
    if (!isKnown) this.fault('UNKNOWN_OPERATOR', at, end);
    this.add({ kind: 'comparison', operator: isKnown ? run : '==', start: at, end });
    return true;
  }

  private readQuoted(quote: '"' | "'"): void {
    const { text, at } = this;
    let end = at + 1;
    while (end < text.length && text[end] !== quote) end += isEscape(text, end, quote) ? 2 : 1;
    const isClosed = end < text.length;
    if (!isClosed) this.fault('UNCLOSED_QUOTE', at, text.length);
    end = Math.min(end, text.length);
    const inside = text.slice(at + 1, end);
    const stop = isClosed ? end + 1 : end;
    this.add(this.valueToken(quote === '"' ? 'double' : 'single', at, stop, unescaped(inside, quote)));
    if (variableInText.test(inside)) this.fault('VARIABLE_IN_TEXT', at, stop);
  }

  private readVariable(form: 'braces' | 'dollar', closing: '}}' | '}'): void {
    const { text, at } = this;
    const found = text.indexOf(closing, at + 2);
    const inside = text.slice(at + 2, found < 0 ? text.length : found);
    const end = found < 0 ? text.length : found + closing.length;
    const name = inside.trim();
    if (found < 0 || /[{}]/.test(inside)) this.fault('UNCLOSED_VARIABLE', at, end);
    else if (name === '') this.fault('UNNAMED_VARIABLE', at, end);
    this.add(this.valueToken(form, at, end, name));
  }

  private readWord(): void {
    const { text, at } = this;
    doesNotExist.lastIndex = at;
    const absent = doesNotExist.exec(text);
    if (absent) {
      this.add({ kind: 'presence', operator: 'Does not exist', start: at, end: at + absent[0].length });
      return;
    }
    const end = endOfWord(text, at);
    const keyword = end - at <= 6 ? keywords[text.slice(at, end).toUpperCase()] : undefined;
    if (keyword === 'Exists') this.add({ kind: 'presence', operator: keyword, start: at, end });
    else if (keyword !== undefined) this.add({ kind: 'logical', spelling: keyword, start: at, end });
    else {
      this.words = { start: this.words?.start ?? at, end };
      this.at = end;
    }
  }

  private endWords(): void {
    if (this.words === undefined) return;
    const { start, end } = this.words;
    this.words = undefined;
    const source = this.text.slice(start, end);
    this.tokens.push(this.valueToken('bare', start, end, source));
    if (!needsNoQuotes.test(source) && (space.test(source) || bareValue(source).type === 'string'))
      this.fault('QUOTE_VALUE', start, end);
  }

  private valueToken(form: ValueForm, start: number, end: number, content: string): Token {
    return { kind: 'value', value: { form, source: this.text.slice(start, end), content }, start, end };
  }
}

function runOfOperator(text: string, at: number): string | undefined {
  operatorRun.lastIndex = at;
  return operatorRun.exec(text)?.[0];
}

/**
 * A word ends at white space, a parenthesis, a variable or an operator; `!` and a single `=` within it belong to it.
 */
function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const character = text[at]!;
    const pair = text.slice(at, at + 2);
    if (/[\s()]/.test(character) || pair === '{{' || pair === '${' || pair === '&&' || pair === '||') break;
    const run = runOfOperator(text, at);
    if (run !== undefined && !/^!+$/.test(run) && (run !== '=' || at === start)) break;
    at += run?.length ?? 1;
  }
  return at;
}

/** In quotes, a backslash escapes the quotation mark and a backslash; otherwise it is a plain character. */
const isEscape = (text: string, at: number, quote: string): boolean =>
  text[at] === '\\' && (text[at + 1] === quote || text[at + 1] === '\\');

const unescaped = (inside: string, quote: string): string =>
  inside.replace(/\\(["'\\])/g, (whole, character: string) =>
    character === quote || character === '\\' ? character : whole,
  );
