import type { Token } from './playwright-tokens.ts';

/** shown returns a statement as one short line. */
export function shown(tokens: readonly Token[]): string {
  const written = tokens
    .map(({ kind, text }) => (kind === 'string' || kind === 'template' ? `'${text}'` : text))
    .join(' ');
  const tight = written.replace(/ ?([.(),;]) ?/g, '$1');
  return tight.length > 160 ? `${tight.slice(0, 159)}…` : tight;
}

const beginners = new Set([
  'await',
  'const',
  'let',
  'import',
  'export',
  'test',
  'expect',
  'if',
  'for',
  'while',
  'return',
]);

/** statementsOf splits code into statements: at semicolons, and at line breaks that start a new one. */
export function* statementsOf(tokens: readonly Token[]): Generator<Token[]> {
  let statement: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    const isSign = token.kind === 'sign';
    const last = statement.at(-1);
    const isNext = depth === 0 && last && last.line < token.line && token.kind === 'word' && beginners.has(token.text);
    if (isNext && !(last.kind === 'sign' && /^(?:=|=>|\(|,|\.)$/.test(last.text))) {
      yield statement;
      statement = [];
    }
    if (isSign && ['(', '[', '{'].includes(token.text)) depth += 1;
    if (isSign && [')', ']', '}'].includes(token.text)) depth -= 1;
    if (isSign && token.text === ';' && depth === 0) {
      if (statement.length > 0) yield statement;
      statement = [];
    } else statement.push(token);
  }
  if (statement.length > 0) yield statement;
}

/** findFrom returns the index of the first matching token from `from` on, or -1. */
export function findFrom(
  tokens: readonly Token[],
  from: number,
  isWanted: (token: Token, at: number) => boolean,
): number {
  for (let at = from; at < tokens.length; at += 1) if (isWanted(tokens[at]!, at)) return at;
  return -1;
}

/** bodyOf returns where the body of a function argument starts and ends; undefined if there is none. */
export function bodyOf(tokens: readonly Token[], from: number): [start: number, end: number] | undefined {
  const arrow = findFrom(tokens, from, ({ kind, text }) => kind === 'sign' && text === '=>');
  if (arrow < 0 || tokens[arrow + 1]?.text !== '{') return undefined;
  let depth = 0;
  for (let at = arrow + 1; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at]!;
    if (kind === 'sign' && text === '{') depth += 1;
    if (kind === 'sign' && text === '}') depth -= 1;
    if (depth === 0) return [arrow + 2, at];
  }
  return [arrow + 2, tokens.length];
}
