import { type Fault, type FaultCode, faultAt, inOrder, type Span } from './fault.ts';
import { expressionLimits } from './limits.ts';
import type { Token, TokenList, ValueText } from './token.ts';

/** What validation knows besides the text. */
export interface CheckOptions {
  /** Names of deleted variables. */
  deletedVariables?: ReadonlySet<string>;
}

/**
 * What the tokens so far form, in the current parentheses: nothing yet, after AND or OR, a left value, a comparison
 * without its right value, a complete comparison, a complete `Exists`, an `Exists` followed by a comparison, a pair of
 * parentheses, a value where a fault was already found.
 */
type State = 'start' | 'joined' | 'left' | 'operator' | 'compared' | 'exists' | 'existsOperator' | 'group' | 'surplus';

/**
 * check finds all faults of an expression, sorted by position. It continues after each, so that one fault hides no
 * other.
 */
export function check({ tokens, faults }: TokenList, { deletedVariables }: CheckOptions = {}): Fault[] {
  const checker = new Checker(deletedVariables ?? new Set());
  for (const token of tokens) checker.take(token);
  return inOrder([...faults, ...checker.end()]);
}

class Checker {
  private state: State = 'start';
  private previous: Token | Span = { start: 0, end: 0 };
  private readonly open: Span[] = [];
  private readonly faults: Fault[] = [];
  private readonly deleted: ReadonlySet<string>;

  constructor(deleted: ReadonlySet<string>) {
    this.deleted = deleted;
  }

  take(token: Token): void {
    if (token.kind === 'open') this.takeOpen(token);
    else if (token.kind === 'close') this.takeClose(token);
    else if (token.kind === 'logical') this.takeLogical(token);
    else if (token.kind === 'comparison') this.takeComparison(token);
    else if (token.kind === 'presence') this.takePresence(token);
    else this.takeValue(token);
    this.previous = token;
  }

  end(): Fault[] {
    if (this.state === 'joined') this.fault('ENDS_WITH_LOGICAL', this.previous);
    else if (this.isUnfinished() || (this.state === 'start' && this.open.length === 0))
      this.fault('INCOMPLETE', this.previous);
    for (const bracket of this.open) this.fault('UNMATCHED_OPEN', bracket);
    return this.faults;
  }

  private fault(code: FaultCode, place: Span): void {
    this.faults.push(faultAt(code, place));
  }

  /** Whether the previous token leaves a side missing. */
  private isUnfinished(): boolean {
    return this.state === 'left' || this.state === 'operator' || this.state === 'existsOperator';
  }

  private takeOpen(token: Span): void {
    const { state } = this;
    if (this.isUnfinished()) this.fault('INCOMPLETE', this.previous);
    if (state === 'group') this.fault('CLOSE_NOT_FOLLOWED_BY_OPERATOR', this.previous);
    if (state !== 'start' && state !== 'joined') this.fault('PAREN_WITHOUT_OPERATOR', token);
    this.open.push(token);
    if (this.open.length === expressionLimits.nesting + 1) this.fault('TOO_DEEP', token);
    this.state = 'start';
  }

  private takeClose(token: Span): void {
    const bracket = this.open.pop();
    if (bracket === undefined) this.fault('UNMATCHED_CLOSE', token);
    if (this.state === 'joined') this.fault('LOGICAL_BEFORE_CLOSE', this.previous);
    else if (this.isUnfinished()) this.fault('INCOMPLETE', this.previous);
    else if (this.state === 'start' && bracket !== undefined)
      this.fault('EMPTY_PARENS', { start: bracket.start, end: token.end });
    this.state = 'group';
  }

  private takeLogical(token: Span): void {
    if (this.state === 'start' || this.state === 'joined') this.fault('INCOMPLETE', token);
    else if (this.isUnfinished()) this.fault('INCOMPLETE', this.previous);
    this.state = 'joined';
  }

  private takeComparison(token: Span): void {
    const { state } = this;
    if (state === 'start' || state === 'joined' || state === 'group') this.fault('INCOMPLETE', token);
    else if (state === 'operator' || state === 'existsOperator') this.fault('INCOMPLETE', this.previous);
    else if (state === 'compared') this.fault('CHAINED_COMPARISON', token);
    this.state = state === 'exists' ? 'existsOperator' : 'operator';
  }

  private takePresence(token: Span): void {
    const { state, previous } = this;
    // A bare word before `Exists` names a variable, which is known only here.
    if (state === 'left' && 'value' in previous && previous.value.form === 'bare' && !previous.isDeleted)
      if (this.deleted.has(previous.value.content)) this.fault('DELETED_VARIABLE', previous);
    if (state === 'start' || state === 'joined' || state === 'group') this.fault('INCOMPLETE', token);
    else if (state === 'operator' || state === 'existsOperator') this.fault('INCOMPLETE', this.previous);
    else if (state === 'compared' || state === 'exists') this.fault('CHAINED_COMPARISON', token);
    this.state = 'exists';
  }

  private takeValue(token: Span & { value: ValueText; isDeleted?: boolean; isRight?: boolean }): void {
    const { state } = this;
    if (token.isDeleted || this.deleted.has(nameOf(token.value) ?? '')) this.fault('DELETED_VARIABLE', token);
    if (state === 'start' || state === 'joined') this.state = 'left';
    else if (state === 'operator') this.state = 'compared';
    else if (state === 'existsOperator') {
      this.fault('EXISTS_HAS_RVALUE', token);
      this.state = 'compared';
    } else {
      if (state === 'group') this.fault('CLOSE_NOT_FOLLOWED_BY_OPERATOR', this.previous);
      else if (state === 'exists') this.fault(token.isRight ? 'EXISTS_HAS_RVALUE' : 'VALUE_AFTER_EXISTS', token);
      else this.fault('MISSING_OPERATOR', token);
      this.state = 'surplus';
    }
  }
}

/** nameOf returns the name of a variable; undefined for a text or a bare value. */
export const nameOf = ({ form, content }: ValueText): string | undefined =>
  form === 'braces' || form === 'dollar' ? content : undefined;
