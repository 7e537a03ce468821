import fc from 'fast-check';

/** One symbol of a random expression: its text, and the grammar's terminal. */
export interface Symbol {
  text: string;
  terminal: '(' | ')' | 'AND' | 'OR' | 'comparison' | 'presence' | 'quoted' | 'variable' | 'word';
}

const choice = (terminal: Symbol['terminal'], ...texts: string[]): fc.Arbitrary<Symbol> =>
  fc.constantFrom(...texts).map((text) => ({ text, terminal }));

const open = choice('(', '(');
const close = choice(')', ')');
const and = choice('AND', 'AND', '&&', 'and');
const or = choice('OR', 'OR', '||', 'Or');
const comparison = choice('comparison', '==', '!=', '>=', '<=', '>', '<');
const presence = choice('presence', 'Exists', 'Does not exist', 'does not  EXIST');
const quoted = choice('quoted', '"ready"', "'a (b) AND c'", '""', String.raw`"say \"no\" \\"`, "'== {{x}}'");
const variable = choice('variable', '{{status}}', '${count}', '{{ order id }}', '{{a.b[0]}}');
const word = choice(
  'word',
  'ready',
  '42',
  '-1.5',
  'true',
  'a@b.test',
  "don't",
  'does',
  'not',
  'ANDROID',
  'x=',
  '2026-01-31',
);
const anySymbol = fc.oneof(open, close, and, or, comparison, presence, quoted, variable, word);

const words = fc.array(word, { minLength: 1, maxLength: 3 });
const value = fc.oneof(
  quoted.map((symbol) => [symbol]),
  variable.map((symbol) => [symbol]),
  words,
);

const joined = (...parts: fc.Arbitrary<Symbol | Symbol[]>[]): fc.Arbitrary<Symbol[]> =>
  fc.tuple(...parts).map((found) => found.flat());

/** Symbols that form a valid expression. */
export const validSymbols: fc.Arbitrary<Symbol[]> = fc.letrec<{ expr: Symbol[] }>((tie) => ({
  expr: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    joined(value, presence),
    joined(value, comparison, value),
    joined(tie('expr'), fc.oneof(and, or), tie('expr')),
    joined(open, tie('expr'), close),
  ),
})).expr;

/** Symbols in any order: valid ones, valid ones with an edit or two, and random sequences. */
export const anySymbols: fc.Arbitrary<Symbol[]> = fc.oneof(
  { weight: 2, arbitrary: validSymbols },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        validSymbols,
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1), fc.array(anySymbol, { maxLength: 1 })), {
          minLength: 1,
          maxLength: 2,
        }),
      )
      .map(([symbols, edits]) =>
        edits.reduce(
          (edited, [place, removed, added]) => edited.toSpliced(place % (edited.length + 1), removed, ...added),
          symbols,
        ),
      ),
  },
  { weight: 2, arbitrary: fc.array(anySymbol, { maxLength: 12 }) },
);

const isSymbolic = ({ text }: Symbol) => /^(\(|\)|[=!<>&|]+)$/.test(text);
const isBracket = ({ text }: Symbol) => text === '(' || text === ')';

/** writeSymbols joins symbols into a text, with white space, or without where the next symbol is recognized anyway. */
export function writeSymbols(symbols: readonly Symbol[], spaces: readonly string[]): string {
  let text = '';
  for (const [place, symbol] of symbols.entries()) {
    const before = symbols[place - 1];
    const space = spaces[place % Math.max(1, spaces.length)] ?? ' ';
    const canGlue =
      before === undefined ||
      isBracket(before) ||
      isBracket(symbol) ||
      (isSymbolic(before) !== isSymbolic(symbol) && !before.text.endsWith('x='));
    text += (space === '' && !canGlue ? ' ' : space) + symbol.text;
  }
  return text;
}

/** White space between symbols; none where possible. */
export const anySpaces = fc.array(fc.constantFrom('', ' ', '  ', '\n\t'), { minLength: 1, maxLength: 5 });
