/** Axis of a step; the namespace axis is not supported. */
export type Axis =
  | 'ancestor'
  | 'ancestor-or-self'
  | 'attribute'
  | 'child'
  | 'descendant'
  | 'descendant-or-self'
  | 'following'
  | 'following-sibling'
  | 'parent'
  | 'preceding'
  | 'preceding-sibling'
  | 'self';

/** NodeTest selects nodes of an axis. */
export type NodeTest =
  | { kind: 'name'; prefix: string | undefined; name: string }
  | { kind: 'type'; type: 'node' | 'text' | 'comment' | 'processing-instruction'; name: string | undefined };

/** Step of a path. */
export interface Step {
  axis: Axis;
  test: NodeTest;
  predicates: Expression[];
}

/** Expression of XPath 1.0. */
export type Expression =
  | { type: 'literal'; value: string | number }
  | { type: 'call'; name: string; operands: Expression[] }
  | { type: 'binary'; operator: string; left: Expression; right: Expression }
  | { type: 'negate'; operand: Expression }
  | { type: 'filter'; operand: Expression; predicates: Expression[] }
  /** From the root, from the context (`from` undefined), or from the result of an expression. */
  | { type: 'path'; isAbsolute: boolean; from: Expression | undefined; steps: Step[] };

/** NotXPath1 says that a text isn't an XPath 1.0 expression, and from which character on; it may be XPath 3.1. */
export class NotXPath1 extends Error {
  readonly at: number;

  constructor(at: number) {
    super(`Not XPath 1.0 from character ${at + 1} on.`);
    this.at = at;
  }
}

/** NamespaceAxis says that an expression uses the one unsupported axis, as in XPath 3.1. */
export class NamespaceAxis extends Error {
  constructor() {
    super('The namespace axis is not supported. Use namespace-uri() instead.');
  }
}

/** Functions of the core library with their minimum and maximum number of operands. */
const functions: Record<string, readonly [number, number]> = {
  last: [0, 0],
  position: [0, 0],
  count: [1, 1],
  id: [1, 1],
  'local-name': [0, 1],
  'namespace-uri': [0, 1],
  name: [0, 1],
  string: [0, 1],
  concat: [2, 1000],
  'starts-with': [2, 2],
  contains: [2, 2],
  'substring-before': [2, 2],
  'substring-after': [2, 2],
  substring: [2, 3],
  'string-length': [0, 1],
  'normalize-space': [0, 1],
  translate: [3, 3],
  boolean: [1, 1],
  not: [1, 1],
  true: [0, 0],
  false: [0, 0],
  lang: [1, 1],
  number: [0, 1],
  sum: [1, 1],
  floor: [1, 1],
  ceiling: [1, 1],
  round: [1, 1],
};
const axes = new Set<string>([
  ...['ancestor', 'ancestor-or-self', 'attribute', 'child', 'descendant', 'descendant-or-self', 'following'],
  ...['following-sibling', 'parent', 'preceding', 'preceding-sibling', 'self'],
]);
const nodeTypes = new Set(['node', 'text', 'comment', 'processing-instruction']);
const tokenPattern =
  /\s*(?:(\d+(?:\.\d*)?|\.\d+)|("[^"]*"|'[^']*')|(::|\/\/|\.\.|!=|<=|>=|[/()[\].@,|+\-=<>*])|([\p{L}_][\p{L}\p{N}_.\-·]*(?::(?!:)(?:[\p{L}_][\p{L}\p{N}_.\-·]*|\*))?))/uy;
const maxNesting = 200;
/** From the lowest precedence to the highest. */
const levels: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
];

interface Token {
  /** Offset of its first character. */
  at: number;
  kind: 'number' | 'text' | 'symbol' | 'name' | 'operator';
  text: string;
}

/** parseXPath1 parses an XPath 1.0 expression (without variables). Throws NotXPath1 if the text isn't one. */
export function parseXPath1(text: string): Expression {
  return new Parser(tokensOf(text), text.length).whole();
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < end) {
    const from = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    const at = from + (/^\s*/.exec(match?.[0] ?? text.slice(from))?.[0].length ?? 0);
    if (match === null) throw new NotXPath1(at);
    tokens.push({ at, ...tokenOf(match, wantsOperand(tokens.at(-1)), at) });
  }
  return tokens;
}

/** §3.7: the preceding token decides whether a name or a star is an operator. */
function wantsOperand(before: Token | undefined): boolean {
  if (before === undefined || before.kind === 'operator') return true;
  return before.kind === 'symbol' && ['@', '::', '(', '[', ',', '/', '//'].includes(before.text);
}

function tokenOf(
  [, number, literal, symbol = '', name]: RegExpExecArray,
  isOperand: boolean,
  at: number,
): Omit<Token, 'at'> {
  if (number !== undefined) return { kind: 'number', text: number };
  if (literal !== undefined) return { kind: 'text', text: literal.slice(1, -1) };
  if (symbol === '*') return { kind: isOperand ? 'name' : 'operator', text: '*' };
  if (name === undefined) return { kind: /^([|+\-=<>]|!=|<=|>=)$/.test(symbol) ? 'operator' : 'symbol', text: symbol };
  if (isOperand) return { kind: 'name', text: name };
  if (!/^(and|or|mod|div)$/.test(name)) throw new NotXPath1(at);
  return { kind: 'operator', text: name };
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  #at = 0;
  #nesting = 0;

  constructor(tokens: readonly Token[], end: number) {
    this.#tokens = tokens;
    this.#end = end;
  }

  whole(): Expression {
    const expression = this.#binary(0);
    if (this.#at < this.#tokens.length) throw this.#failure();
    return expression;
  }

  #binary(level: number): Expression {
    const operators = levels[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (let token = this.#peek(); token?.kind === 'operator' && operators.includes(token.text); token = this.#peek()) {
      this.#at += 1;
      left = { type: 'binary', operator: token.text, left, right: this.#binary(level + 1) };
    }
    return left;
  }

  #unary(): Expression {
    let negations = 0;
    while (this.#takes('-')) negations += 1;
    let operand = this.#path();
    while (this.#takes('|')) operand = { type: 'binary', operator: '|', left: operand, right: this.#path() };
    if (negations === 0) return operand;
    const once: Expression = { type: 'negate', operand };
    return negations % 2 === 1 ? once : { type: 'negate', operand: once };
  }

  #path(): Expression {
    this.#nesting += 1;
    if (this.#nesting > maxNesting) throw this.#failure();
    try {
      if (this.#isPrimary()) return this.#filtered();
      return this.#located();
    } finally {
      this.#nesting -= 1;
    }
  }

  #located(): Expression {
    if (this.#takes('//')) return { ...this.#steps([anyDescendant]), isAbsolute: true };
    if (!this.#takes('/')) return this.#steps([]);
    const token = this.#peek();
    const continues = token?.kind === 'name' || (token?.kind === 'symbol' && /^(@|\.|\.\.)$/.test(token.text));
    return continues
      ? { ...this.#steps([]), isAbsolute: true }
      : { type: 'path', isAbsolute: true, from: undefined, steps: [] };
  }

  /** A function call, literal, number or group, with the predicates and path after it. */
  #filtered(): Expression {
    const operand = this.#primary();
    const predicates = this.#predicates();
    const from: Expression = predicates.length > 0 ? { type: 'filter', operand, predicates } : operand;
    if (this.#takes('//')) return { ...this.#steps([anyDescendant]), from };
    return this.#takes('/') ? { ...this.#steps([]), from } : from;
  }

  #steps(begin: Step[]): Extract<Expression, { type: 'path' }> {
    const steps = [...begin, this.#step()];
    for (;;) {
      if (this.#takes('//')) steps.push(anyDescendant, this.#step());
      else if (this.#takes('/')) steps.push(this.#step());
      else return { type: 'path', isAbsolute: false, from: undefined, steps };
    }
  }

  #step(): Step {
    if (this.#takes('.')) return { axis: 'self', test: anyNode, predicates: [] };
    if (this.#takes('..')) return { axis: 'parent', test: anyNode, predicates: [] };
    let axis: Axis = this.#takes('@') ? 'attribute' : 'child';
    const token = this.#peek();
    if (
      axis === 'child' &&
      token?.kind === 'name' &&
      this.#peek(1)?.text === '::' &&
      this.#peek(1)?.kind === 'symbol'
    ) {
      if (token.text === 'namespace') throw new NamespaceAxis();
      if (!axes.has(token.text)) throw this.#failure();
      axis = token.text as Axis;
      this.#at += 2;
    }
    return { axis, test: this.#test(), predicates: this.#predicates() };
  }

  #test(): NodeTest {
    const { text } = this.#next('name');
    if (this.#takes('(')) {
      if (!nodeTypes.has(text)) throw this.#failure();
      const name =
        text === 'processing-instruction' && this.#peek()?.kind === 'text' ? this.#next('text').text : undefined;
      this.#expect(')');
      return { kind: 'type', type: text as 'node', name };
    }
    const colon = text.indexOf(':');
    return colon < 0
      ? { kind: 'name', prefix: undefined, name: text }
      : { kind: 'name', prefix: text.slice(0, colon), name: text.slice(colon + 1) };
  }

  #predicates(): Expression[] {
    const predicates: Expression[] = [];
    while (this.#takes('[')) {
      predicates.push(this.#nested());
      this.#expect(']');
    }
    return predicates;
  }

  #isPrimary(): boolean {
    const token = this.#peek();
    if (token?.kind === 'number' || token?.kind === 'text') return true;
    if (token?.kind === 'symbol') return token.text === '(';
    return token?.kind === 'name' && this.#isSymbol('(', 1) && !nodeTypes.has(token.text);
  }

  #primary(): Expression {
    const token = this.#tokens[this.#at++]!;
    if (token.kind === 'number') return { type: 'literal', value: Number(token.text) };
    if (token.kind === 'text') return { type: 'literal', value: token.text };
    if (token.kind === 'symbol') {
      const inner = this.#nested();
      this.#expect(')');
      // A group is a value of its own, with positions counted anew.
      return inner.type === 'path' ? { type: 'filter', operand: inner, predicates: [] } : inner;
    }
    return this.#call(token.text);
  }

  #call(name: string): Expression {
    const arity = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (arity === undefined) throw this.#failure();
    this.#expect('(');
    const operands: Expression[] = [];
    if (!this.#isSymbol(')')) {
      do operands.push(this.#nested());
      while (this.#takes(','));
    }
    this.#expect(')');
    if (operands.length < arity[0] || operands.length > arity[1]) throw this.#failure();
    return { type: 'call', name, operands };
  }

  #nested(): Expression {
    this.#nesting += 1;
    if (this.#nesting > maxNesting) throw this.#failure();
    const expression = this.#binary(0);
    this.#nesting -= 1;
    return expression;
  }

  #failure(): NotXPath1 {
    return new NotXPath1(this.#peek()?.at ?? this.#end);
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead];
  }

  #isSymbol(text: string, ahead = 0): boolean {
    const token = this.#peek(ahead);
    return token?.kind === 'symbol' && token.text === text;
  }

  #takes(text: string): boolean {
    const token = this.#peek();
    if (token?.text !== text || (token.kind !== 'symbol' && token.kind !== 'operator')) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw this.#failure();
  }

  #next(kind: Token['kind']): Token {
    const token = this.#peek();
    if (token?.kind !== kind) throw this.#failure();
    this.#at += 1;
    return token;
  }
}

const anyNode: NodeTest = { kind: 'type', type: 'node', name: undefined };
const anyDescendant: Step = { axis: 'descendant-or-self', test: anyNode, predicates: [] };
