import type { Expression, Logical } from './expression.ts';
import { isAnd, type LogicalSpelling, type Token, type ValueText } from './token.ts';

/**
 * parse parses the tokens of an expression that `check` found valid. AND binds tighter than OR. Each level of the
 * recursion is a pair of parentheses, whose nesting `check` limits.
 */
export function parse(tokens: readonly Token[]): Expression {
  return new Parser(tokens).readOr();
}

class Parser {
  private at = 0;
  private readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  readOr(): Expression {
    return this.readJoined('OR', () => this.readJoined('AND', () => this.readUnit()));
  }

  private readJoined(word: 'AND' | 'OR', readTerm: () => Expression): Expression {
    const first = readTerm();
    const terms = [first];
    const spellings = new Set<LogicalSpelling>();
    for (let spelling = this.readLogical(word); spelling !== undefined; spelling = this.readLogical(word)) {
      spellings.add(spelling);
      terms.push(readTerm());
    }
    if (terms.length === 1) return first;
    // The list has a single operator, so one that mixes spellings gets the word.
    const [spelling = word] = spellings.size === 1 ? spellings : [];
    return { kind: 'logical', spelling, terms, parentheses: 0 } satisfies Logical;
  }

  private readLogical(word: 'AND' | 'OR'): LogicalSpelling | undefined {
    const token = this.tokens[this.at];
    if (token?.kind !== 'logical' || isAnd(token.spelling) !== (word === 'AND')) return undefined;
    this.at += 1;
    return token.spelling;
  }

  private readUnit(): Expression {
    if (this.tokens[this.at]?.kind === 'open') {
      this.at += 1;
      const inner = this.readOr();
      this.at += 1;
      inner.parentheses += 1;
      return inner;
    }
    const left = this.readValue();
    const token = this.tokens[this.at];
    this.at += 1;
    if (token?.kind === 'presence') return { kind: 'presence', operator: token.operator, left, parentheses: 0 };
    if (token?.kind === 'comparison')
      return { kind: 'comparison', operator: token.operator, left, right: this.readValue(), parentheses: 0 };
    throw new Error('The expression was not checked before it was parsed.');
  }

  private readValue(): ValueText {
    const token = this.tokens[this.at];
    if (token?.kind !== 'value') throw new Error('The expression was not checked before it was parsed.');
    this.at += 1;
    return token.value;
  }
}
