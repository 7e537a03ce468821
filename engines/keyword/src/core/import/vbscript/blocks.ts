import { ImportError, type ScriptBuilder } from '../imported-script.ts';
import { type Condition, isSet, negated, type Reader, readCondition, type StepBefore, setFlag } from './conditions.ts';
import { isSign, isWord, readChain, type Statement, splitTokens, type Token } from './statements.ts';
import { deepest, nameOf, readList, readValue } from './values.ts';

interface Block {
  kind: 'if' | 'select' | 'loop' | 'do' | 'with';
  /** `Select Case` only: the compared value, until the first case has opened. */
  subject?: string;
  hasCase?: boolean;
  /** For a loop over the rows of the data table. */
  isOverRows?: boolean;
  /** Added again at the end of each round, so that the condition sees the current state. */
  again?: readonly StepBefore[];
  /**
   * For a loop that may have its condition at the end: the variable that says whether it continues, and the loop's
   * first line.
   */
  loopCondition?: { variable: string; line: number };
}

/** Context for reading blocks. */
interface BlockContext extends Reader {
  builder: ScriptBuilder;
  /** Values of arrays, by variable. */
  lists: ReadonlyMap<string, readonly string[]>;
  with: Token[][];
  expand: (tokens: readonly Token[]) => Token[];
}

const maxRounds = 1000;

/**
 * Blocks opens and closes statements that contain others: If, Select, loops and With. One that it can't read stays open
 * as a block with a reported condition.
 */
export class Blocks {
  readonly #open: Block[] = [];
  readonly #context: () => BlockContext;
  /** The line of a single-line If. */
  #ifLine: number | undefined;

  constructor(context: () => BlockContext) {
    this.#context = context;
  }

  /** Whether an open loop iterates over the rows of the data table. */
  get isOverRows(): boolean {
    return this.#open.some(({ isOverRows }) => isOverRows);
  }

  /** A single-line If ends with its line. */
  newLine(line: number): void {
    if (this.#ifLine === undefined || this.#ifLine === line) return;
    this.#ifLine = undefined;
    this.#close('if');
  }

  /** Closes blocks that were left open. */
  finish(line: number): void {
    this.newLine(line + 1);
    while (this.#open.length > 0) {
      this.#context().builder.report(line, 'A block is not closed here.');
      this.#pop();
    }
  }

  /**
   * Reads a statement that opens, splits or closes a block; returns the rest of its line, or undefined if it is no such
   * statement.
   */
  read(statement: Statement): Token[] | undefined {
    const { tokens, line } = statement;
    const [first, second, ...others] = tokens;
    if (this.#open.length > deepest)
      throw new ImportError(`Line ${line}: blocks lie more than ${deepest} deep in each other.`);
    if (isWord(first, 'if')) return this.#if(statement);
    if (isWord(first, 'elseif')) return this.#elseIf(statement);
    if (isWord(first, 'else')) return this.#else(statement);
    if (isWord(first, 'select') && isWord(second, 'case')) return this.#select(others, statement);
    if (isWord(first, 'case')) return this.#case(tokens.slice(1), statement);
    if (isWord(first, 'for')) return isWord(second, 'each') ? this.#forEach(others, statement) : this.#for(statement);
    if (isWord(first, 'while')) return this.#loop(tokens.slice(1), statement);
    if (isWord(first, 'do')) return this.#do(statement);
    if (isWord(first, 'loop')) return this.#endDo(statement);
    if (isWord(first, 'with')) return this.#with(tokens.slice(1));
    if (isWord(first, 'next', 'wend')) return this.#end('loop', statement);
    if (!isWord(first, 'end') || !isWord(second, 'if', 'select', 'with')) return undefined;
    return this.#end(second?.text.toLowerCase() as Block['kind'], statement);
  }

  #condition(tokens: readonly Token[], { line, text }: Statement): Condition {
    const found = readCondition(tokens, this.#context());
    if (found) return found;
    this.#context().builder.report(line, `The condition was not understood: ${text.slice(0, 200)}`);
    const left = tokens.map((token) => token.text).join(' ');
    return { args: { left, operator: 'equals', right: 'True' }, target: null, before: [] };
  }

  #add(before: readonly StepBefore[]): void {
    const { builder } = this.#context();
    for (const { keyword, args, target, steps } of before) {
      const step = builder.step(keyword, args, { target });
      if (!steps) {
        builder.add(step);
        continue;
      }
      builder.open(step);
      this.#add(steps);
      builder.close();
    }
  }

  #openStep(keyword: 'if' | 'while', { args, target, before }: Condition, isChained = false): void {
    const { builder } = this.#context();
    this.#add(before);
    builder.open(builder.step(keyword, args, { target }), isChained);
  }

  #if(statement: Statement): Token[] {
    const [condition = [], ...rest] = splitTokens(statement.tokens.slice(1), (token) => isWord(token, 'then'));
    this.#openStep('if', this.#condition(condition, statement));
    this.#open.push({ kind: 'if' });
    const inner = rest.flat();
    if (inner.length > 0) this.#ifLine = statement.line;
    return inner;
  }

  #elseIf(statement: Statement): Token[] {
    const [condition = [], ...rest] = splitTokens(statement.tokens.slice(1), (token) => isWord(token, 'then'));
    this.#context().builder.otherwise();
    this.#openStep('if', this.#condition(condition, statement), true);
    return rest.flat();
  }

  #else({ tokens, line }: Statement): Token[] {
    const isOpen = this.#open.at(-1)?.kind === 'if' && this.#context().builder.otherwise();
    if (!isOpen) this.#context().builder.report(line, 'Else has no If.');
    return tokens.slice(1);
  }

  #select(tokens: readonly Token[], { line, text }: Statement): Token[] {
    const subject = readValue(tokens);
    if (subject === undefined)
      this.#context().builder.report(line, `The value was not understood: ${text.slice(0, 200)}`);
    this.#open.push({ kind: 'select', subject: subject ?? tokens.map((token) => token.text).join(' ') });
    return [];
  }

  #case(tokens: readonly Token[], { line, text }: Statement): Token[] {
    const block = this.#open.at(-1);
    const { builder } = this.#context();
    if (block?.kind !== 'select') builder.report(line, 'Case has no Select.');
    else if (isWord(tokens[0], 'else')) builder.otherwise();
    else {
      const values = splitTokens(tokens, (token) => isSign(token, ',')).map((one) => readValue(one));
      const isKnown = values.every((one) => one !== undefined && !one.includes('{{'));
      const [only] = values;
      if (only === undefined || (!isKnown && values.length > 1))
        builder.report(line, `The case was not understood: ${text.slice(0, 200)}`);
      const pattern = `^(?:${values.map((one) => (one ?? '').replace(/[.*+?()[\]{}|^$\\]/g, '\\$&')).join('|')})$`;
      const compared =
        values.length === 1 ? { operator: 'equals', right: only ?? '' } : { operator: 'matches', right: pattern };
      if (block.hasCase) builder.otherwise();
      this.#openStep(
        'if',
        { args: { left: block.subject ?? '', ...compared }, target: null, before: [] },
        block.hasCase,
      );
      block.hasCase = true;
    }
    return [];
  }

  #for(statement: Statement): Token[] {
    const { tokens, line, text } = statement;
    const { builder } = this.#context();
    const block: Block = { kind: 'loop' };
    this.#open.push(block);
    const [head = [], tail = [], step = []] = splitTokens(tokens.slice(1), (token) => isWord(token, 'to', 'step'));
    const variable = nameOf(head[0]?.text ?? 'i');
    const isRows = readChain(tail)?.links.at(0)?.name.toLowerCase() === 'datatable';
    if (isRows && readChain(tail)?.links.at(-1)?.name.toLowerCase() === 'getrowcount') {
      block.isOverRows = true;
      builder.open(builder.step('forEach'));
      return [];
    }
    const [from, to, by] = [head.slice(2), tail, step].map((one) => Number(readValue(one) ?? 'none')) as [
      number,
      number,
      number,
    ];
    const values = rounds(from, to, step.length > 0 ? by : 1);
    if (!values) builder.report(line, `How often the loop goes round was not understood: ${text.slice(0, 200)}`);
    builder.open(builder.step('forEach', { values: (values ?? [1]).join('\n'), variable }));
    return [];
  }

  #forEach(tokens: readonly Token[], { line, text }: Statement): Token[] {
    const { builder, lists } = this.#context();
    this.#open.push({ kind: 'loop' });
    const [variable, , ...of] = tokens;
    const values = readList(of) ?? (of.length === 1 ? lists.get(of[0]?.text.toLowerCase() ?? '') : undefined);
    if (!values) builder.report(line, `What the loop goes over was not understood: ${text.slice(0, 200)}`);
    const given = { values: (values ?? ['']).join('\n') || ' ', variable: nameOf(variable?.text ?? 'item') };
    builder.open(builder.step('forEach', given));
    return [];
  }

  #loop(tokens: readonly Token[], statement: Statement, isUntil = false): Token[] {
    const found = this.#condition(tokens, statement);
    const condition = isUntil ? negated(found) : found;
    if (!condition)
      this.#context().builder.report(
        statement.line,
        `The condition was not understood: ${statement.text.slice(0, 200)}`,
      );
    this.#openStep('while', condition ?? found);
    this.#open.push({ kind: 'loop', again: found.before });
    return [];
  }

  #do(statement: Statement): Token[] {
    const [, how, ...condition] = statement.tokens;
    if (how) {
      this.#loop(condition, statement, isWord(how, 'until'));
      const block = this.#open.at(-1);
      if (block) block.kind = 'do';
      return [];
    }
    // The first round always runs.
    const variable = this.#context().fresh('condition');
    this.#openStep('while', { ...isSet(variable), before: [setFlag(variable, 'True')] });
    this.#open.push({ kind: 'do', loopCondition: { variable, line: statement.line } });
    return [];
  }

  #endDo(statement: Statement): Token[] {
    const { tokens, line, text } = statement;
    const [, how, ...tail] = tokens;
    const { builder } = this.#context();
    const block = this.#open.at(-1);
    const loopCondition = block?.kind === 'do' ? block.loopCondition : undefined;
    if (how && !loopCondition)
      builder.report(line, `The condition at the end of the loop is left out: ${text.slice(0, 200)}`);
    if (!how && loopCondition) builder.report(loopCondition.line, 'This loop has no condition. Give it one.');
    if (how && loopCondition)
      this.#decide(loopCondition.variable, this.#condition(tail, statement), isWord(how, 'until'));
    return this.#end('do', statement);
  }

  /** At the end of a round: sets whether another one follows. */
  #decide(variable: string, { args, target, before }: Condition, isUntil: boolean): void {
    const [usual, other] = isUntil ? (['True', 'False'] as const) : (['False', 'True'] as const);
    const steps = [setFlag(variable, other)];
    this.#add([setFlag(variable, usual), ...before, { keyword: 'if', args, target, steps }]);
  }

  #with(tokens: readonly Token[]): Token[] {
    const { with: around, expand } = this.#context();
    around.push(expand(tokens));
    this.#open.push({ kind: 'with' });
    return [];
  }

  #end(kind: Block['kind'], { line, text }: Statement): Token[] {
    if (!this.#close(kind))
      this.#context().builder.report(line, `Nothing is open that ends here: ${text.slice(0, 200)}`);
    return [];
  }

  #close(kind: Block['kind']): boolean {
    if (this.#open.at(-1)?.kind !== kind) return false;
    this.#pop();
    return true;
  }

  #pop(): void {
    const block = this.#open.pop();
    const { builder, with: around } = this.#context();
    if (block?.kind === 'with') around.pop();
    else if (block?.kind !== 'select' || block.hasCase) {
      this.#add(block?.again ?? []);
      builder.close();
    }
  }
}

/** Numbers from one to another; undefined if they are unknown, or too many. */
function rounds(from: number, to: number, by: number): number[] | undefined {
  if (![from, to, by].every(Number.isInteger) || by === 0) return undefined;
  const count = Math.floor((to - from) / by) + 1;
  if (count < 1 || count > maxRounds) return undefined;
  return Array.from({ length: count }, (_one, index) => from + index * by);
}
