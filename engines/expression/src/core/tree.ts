import { nameOf } from './check.ts';
import { type Comparison, type Expression, type Presence, variableOfPresence } from './expression.ts';
import { type FaultCode, faultAt } from './fault.ts';
import { lex } from './lex.ts';
import { expressionLimits } from './limits.ts';
import {
  isAnd,
  isComparisonOperator,
  isLogicalSpelling,
  isPresenceOperator,
  type Token,
  type TokenList,
  type ValueText,
} from './token.ts';

/** Whether a value of a condition is a variable. */
export type OperandKind = 'VARIABLE' | 'VALUE';

/**
 * A condition as form editors store it. With `hasNestedCondition`, it joins `conditions` with `operator` (AND, OR,
 * `&&`, `||`); a single nested condition is parenthesized. Otherwise it compares `lValue` with `rValue`, both written
 * as in an expression: `{{id}}`, `"text"`, `42`; unused fields are empty texts.
 */
export interface ConditionTree {
  lOperand: OperandKind;
  lValue: string;
  operator: string;
  rOperand: OperandKind;
  rValue: string;
  isLSourceDeleted: boolean;
  isRSourceDeleted: boolean;
  hasNestedCondition: boolean;
  conditions: ConditionTree[];
}

const emptyCondition = (): ConditionTree => ({
  lOperand: 'VALUE',
  lValue: '',
  operator: '',
  rOperand: 'VALUE',
  rValue: '',
  isLSourceDeleted: false,
  isRSourceDeleted: false,
  hasNestedCondition: false,
  conditions: [],
});

const nested = (operator: string, conditions: ConditionTree[]): ConditionTree => ({
  ...emptyCondition(),
  operator,
  hasNestedCondition: true,
  conditions,
});

/** The tightest operator around it, which decides whether it needs parentheses. */
type Around = 'nothing' | 'OR' | 'AND';

const around = (operator: string): Around => (isLogicalSpelling(operator) && isAnd(operator) ? 'AND' : 'OR');
/** An AND within an OR reads the same without parentheses; every other list within a list needs them. */
const needsParentheses = (operator: string, outside: Around): boolean =>
  outside !== 'nothing' && !(outside === 'OR' && around(operator) === 'AND');

/**
 * expressionToTree returns the tree of an expression. Redundant parentheses become conditions with a single nested one.
 */
export function expressionToTree(
  expression: Expression,
  deletedVariables: ReadonlySet<string> = new Set(),
): ConditionTree {
  const leaf = (part: Comparison | Presence): ConditionTree => {
    const left = part.kind === 'presence' ? variableOfPresence(part.left) : nameOf(part.left);
    const right = part.kind === 'presence' ? undefined : nameOf(part.right);
    return {
      ...emptyCondition(),
      lOperand: left === undefined ? 'VALUE' : 'VARIABLE',
      lValue: part.left.source,
      operator: part.operator,
      rOperand: right === undefined ? 'VALUE' : 'VARIABLE',
      rValue: part.kind === 'presence' ? '' : part.right.source,
      isLSourceDeleted: left !== undefined && deletedVariables.has(left),
      isRSourceDeleted: right !== undefined && deletedVariables.has(right),
    };
  };
  const build = (part: Expression, outside: Around): ConditionTree => {
    const isNeeded = part.kind === 'logical' && needsParentheses(part.spelling, outside);
    let tree =
      part.kind === 'logical'
        ? nested(
            part.spelling,
            part.terms.map((term) => build(term, around(part.spelling))),
          )
        : leaf(part);
    for (let pair = isNeeded ? 1 : 0; pair < part.parentheses; pair += 1) tree = nested('', [tree]);
    return tree;
  };
  return build(expression, 'nothing');
}

/** The tokens of a tree, and the text that contains them. */
export interface LaidOutTree extends TokenList {
  text: string;
}

/**
 * layOut formats a tree as an expression. Values of the tree stay values: a text that would be read as something else
 * is a fault.
 */
export function layOut(tree: ConditionTree): LaidOutTree {
  const writer = new TreeWriter();
  writer.write(tree, 'nothing', 0);
  return { text: writer.text, tokens: writer.tokens, faults: writer.faults };
}

type WithoutPlace<T> = T extends unknown ? Omit<T, 'start' | 'end'> : never;

class TreeWriter {
  readonly tokens: Token[] = [];
  readonly faults: TokenList['faults'] = [];
  private readonly pieces: string[] = [];
  private length = 0;

  get text(): string {
    return this.pieces.join('');
  }

  write(tree: ConditionTree, outside: Around, depth: number): void {
    if (tree.hasNestedCondition) this.writeNested(tree, outside, depth);
    else {
      this.writeValue(tree.lValue, { isDeleted: tree.isLSourceDeleted });
      this.writeOperator(tree.operator);
      this.writeValue(tree.rValue, { isDeleted: tree.isRSourceDeleted, isRight: true });
    }
  }

  private writeNested({ conditions, operator }: ConditionTree, outside: Around, depth: number): void {
    const isList = conditions.length > 1;
    const inParentheses = !isList || needsParentheses(operator, outside);
    if (inParentheses) this.add({ kind: 'open' }, '(');
    // At least every second level has parentheses, so a deeper tree is refused for these and not read further.
    if (depth > 2 * expressionLimits.nesting + 2) this.fault('TOO_DEEP');
    else
      for (const [place, condition] of conditions.entries()) {
        if (this.length > expressionLimits.characters) return;
        if (place > 0) this.writeJoint(operator);
        this.write(condition, isList ? around(operator) : outside, depth + 1);
      }
    if (inParentheses) this.add({ kind: 'close' }, ')');
  }

  private writeJoint(operator: string): void {
    const isKnown = isLogicalSpelling(operator);
    this.add({ kind: 'logical', spelling: isKnown ? operator : 'AND' }, operator);
    if (!isKnown) this.fault('UNKNOWN_OPERATOR');
  }

  private writeOperator(operator: string): void {
    if (operator === '') return;
    if (isLogicalSpelling(operator)) this.add({ kind: 'logical', spelling: operator }, operator);
    else if (isPresenceOperator(operator)) this.add({ kind: 'presence', operator }, operator);
    else if (isComparisonOperator(operator)) this.add({ kind: 'comparison', operator }, operator);
    else {
      this.add({ kind: 'comparison', operator: '==' }, operator);
      this.fault('UNKNOWN_OPERATOR');
    }
  }

  private writeValue(source: string, marks: { isDeleted?: boolean; isRight?: boolean }): void {
    if (source === '') return;
    const { tokens, faults } = lex(source);
    const [only] = tokens;
    const isOne = tokens.length === 1 && only?.kind === 'value' && only.value.source === source;
    const value: ValueText = isOne ? only.value : { form: 'bare', source, content: source };
    this.add({ kind: 'value', value, ...marks }, source);
    if (!isOne) this.fault('NOT_ONE_VALUE');
    for (const { code } of isOne ? faults : []) this.fault(code);
  }

  /** Adds a fault at the last token. */
  private fault(code: FaultCode): void {
    this.faults.push(faultAt(code, this.tokens.at(-1) ?? { start: 0, end: 0 }));
  }

  private add(token: WithoutPlace<Token>, source: string): void {
    const previous = this.tokens.at(-1);
    const isGlued = previous === undefined || previous.kind === 'open' || token.kind === 'close';
    const start = this.length + (isGlued ? 0 : 1);
    this.pieces.push(isGlued ? source : ` ${source}`);
    this.length = start + source.length;
    this.tokens.push({ ...token, start, end: start + source.length });
  }
}
