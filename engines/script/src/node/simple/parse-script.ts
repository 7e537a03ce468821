import {
  type Expression,
  type FunctionExpression,
  NeedsSandbox,
  type Statement,
  type Variable,
} from './script-syntax.ts';
import { isNumber, isWord, textOf, tokensOf } from './script-tokens.ts';

/**
 * parseScript reads the part of JavaScript (ECMA-262) in which tests of a response are written: declarations, calls,
 * members, literals, lists, records, and functions without parameters. It accepts nothing that a JavaScript engine
 * refuses or reads in another way, except names that are declared twice; everything else throws `NeedsSandbox`. In a
 * run of a hundred requests, a parser of the whole language takes as long as a dozen of them.
 */
export function parseScript(code: string): Statement[] {
  return new ScriptParser(code).script();
}

/** Reads tokens from left to right; an empty token is the end. */
class ScriptParser {
  readonly #tokens: readonly string[];
  readonly #afterLineBreak: ReadonlySet<number>;
  #at = 0;
  #token: string;

  constructor(code: string) {
    const { tokens, afterLineBreak } = tokensOf(code);
    this.#tokens = tokens;
    this.#afterLineBreak = afterLineBreak;
    this.#token = tokens[0] ?? '';
  }

  /** A script may be wrapped in a block, like those of imported folders. */
  script(): Statement[] {
    const body = this.#token === '{' ? this.#block() : this.#statements();
    if (this.#token !== '') throw new NeedsSandbox();
    return body;
  }

  #next(): void {
    this.#at += 1;
    this.#token = this.#tokens[this.#at] ?? '';
  }

  #expect(token: string): void {
    if (this.#token !== token) throw new NeedsSandbox();
    this.#next();
  }

  #word(): string {
    const token = this.#token;
    if (!isWord(token)) throw new NeedsSandbox();
    this.#next();
    return token;
  }

  #number(): number {
    const token = this.#token;
    if (!isNumber(token)) throw new NeedsSandbox();
    this.#next();
    return Number(token);
  }

  #block(): Statement[] {
    this.#expect('{');
    const body = this.#statements();
    this.#expect('}');
    return body;
  }

  #statements(): Statement[] {
    const statements: Statement[] = [];
    for (;;) {
      if (this.#token === '}' || this.#token === '') return statements;
      if (this.#token === ';') this.#next();
      else statements.push(this.#statement());
    }
  }

  /** Begins with a word: other beginnings could belong to the line before if that has no semicolon. */
  #statement(): Statement {
    const word = this.#word();
    const statement: Statement =
      word === 'const' || word === 'let' || word === 'var'
        ? { type: 'Declaration', variables: this.#variables() }
        : { type: 'Expression', expression: this.#withLinks(named(word)) };
    const isEnded = this.#token === ';' || this.#token === '}' || this.#token === '';
    if (!isEnded && !this.#afterLineBreak.has(this.#at)) throw new NeedsSandbox();
    return statement;
  }

  #variables(): Variable[] {
    const variables = [this.#variable()];
    while (this.#token === ',') {
      this.#next();
      variables.push(this.#variable());
    }
    return variables;
  }

  #variable(): Variable {
    const place = this.#at;
    const name = this.#word();
    if (keywords.has(name)) throw new NeedsSandbox();
    this.#expect('=');
    return { name, place, value: this.#expression() };
  }

  #expression(): Expression {
    const token = this.#token;
    switch (token[0]) {
      case '(':
        return this.#inParentheses();
      case '[':
        return this.#withLinks({ type: 'List', items: this.#list('[', ']') });
      case '{':
        return this.#withLinks(this.#record());
      case '"':
      case "'":
      case '`':
        this.#next();
        return this.#withLinks({ type: 'Literal', value: textOf(token) });
      case '-':
        return this.#negative();
      default:
        // A member of a number needs the sandbox: its point could be the number's.
        if (isNumber(token)) return { type: 'Literal', value: this.#number() };
        this.#word();
        return this.#withLinks(token === 'function' ? this.#function() : named(token));
    }
  }

  #negative(): Expression {
    this.#expect('-');
    const value = -this.#number();
    // `-1["x"]` is the negative of a member.
    if (this.#token === '[' || this.#token === '(') throw new NeedsSandbox();
    return { type: 'Literal', value };
  }

  #inParentheses(): Expression {
    this.#expect('(');
    if (this.#token === ')') return this.#arrow();
    const inner = this.#expression();
    this.#expect(')');
    return this.#withLinks(inner);
  }

  #arrow(): FunctionExpression {
    this.#expect(')');
    if (this.#afterLineBreak.has(this.#at)) throw new NeedsSandbox();
    this.#expect('=>');
    return { type: 'Function', body: this.#token === '{' ? this.#block() : this.#expression() };
  }

  #function(): FunctionExpression {
    this.#expect('(');
    this.#expect(')');
    return { type: 'Function', body: this.#block() };
  }

  /** An expression with the members and calls that follow it. */
  #withLinks(start: Expression): Expression {
    let expression = start;
    for (;;) {
      switch (this.#token) {
        case '.':
          this.#next();
          expression = { type: 'Member', object: expression, name: this.#word(), isComputed: false };
          break;
        case '[':
          this.#next();
          expression = { type: 'Member', object: expression, name: this.#computedName(), isComputed: true };
          break;
        case '(':
          expression = { type: 'Call', callee: expression, input: this.#list('(', ')') };
          break;
        default:
          return expression;
      }
    }
  }

  #computedName(): string | number {
    const name = this.#expression();
    this.#expect(']');
    if (name.type !== 'Literal' || (typeof name.value !== 'string' && typeof name.value !== 'number')) {
      throw new NeedsSandbox();
    }
    return name.value;
  }

  /** Items of a list or a call; a comma may follow the last one. */
  #list(opening: string, closing: string): Expression[] {
    const items: Expression[] = [];
    this.#expect(opening);
    while (this.#token !== closing) {
      items.push(this.#expression());
      if (this.#token !== closing) this.#expect(',');
    }
    this.#next();
    return items;
  }

  #record(): Expression {
    const entries: [string, Expression][] = [];
    this.#expect('{');
    while (this.#token !== '}') {
      entries.push(this.#entry());
      if (this.#token !== '}') this.#expect(',');
    }
    this.#next();
    return { type: 'Record', entries };
  }

  #entry(): [string, Expression] {
    const token = this.#token;
    const isWritten = token[0] === '"' || token[0] === "'" || isNumber(token);
    const key = isWritten ? this.#writtenKey() : this.#word();
    // It would set the prototype.
    if (key === '__proto__') throw new NeedsSandbox();
    if (this.#token === ':') {
      this.#next();
      return [key, this.#expression()];
    }
    const value = named(key);
    if (isWritten || value.type !== 'Name') throw new NeedsSandbox();
    return [key, value];
  }

  /** A key as a string or a number. */
  #writtenKey(): string {
    const token = this.#token;
    this.#next();
    return isNumber(token) ? String(Number(token)) : textOf(token);
  }
}

const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Words that are not names everywhere. */
const keywords: ReadonlySet<string> = new Set(
  (
    'async await break case catch class const continue debugger default delete do else enum export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public ' +
    'return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
);

function named(word: string): Expression {
  const value = constants.get(word);
  if (value !== undefined) return { type: 'Literal', value };
  if (keywords.has(word)) throw new NeedsSandbox();
  return { type: 'Name', name: word };
}
