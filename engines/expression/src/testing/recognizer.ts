/** A grammar: the alternatives of each nonterminal. A symbol without alternatives is a terminal. */
export type Grammar = Record<string, string[][]>;

/** The grammar of conditions in the words of their documentation. It shares no code with the engine. */
export const conditionGrammar: Grammar = {
  expr: [['or']],
  or: [['and'], ['or', 'OR', 'and']],
  and: [['unit'], ['and', 'AND', 'unit']],
  unit: [
    ['(', 'expr', ')'],
    ['value', 'comparison', 'value'],
    ['value', 'presence'],
  ],
  value: [['quoted'], ['variable'], ['words']],
  words: [['word'], ['words', 'word']],
};

interface Item {
  head: string;
  body: string[];
  dot: number;
  origin: number;
}

/** recognizes returns whether a grammar derives a sequence of terminals, by Earley's algorithm. */
export function recognizes(grammar: Grammar, start: string, terminals: readonly string[]): boolean {
  const chart: Map<string, Item>[] = Array.from({ length: terminals.length + 1 }, () => new Map());
  const add = (place: number, item: Item) => {
    const key = `${item.head}|${item.body.join(' ')}|${item.dot}|${item.origin}`;
    if (!chart[place]!.has(key)) chart[place]!.set(key, item);
  };
  const predict = (place: number, symbol: string) => {
    for (const body of grammar[symbol] ?? []) add(place, { head: symbol, body, dot: 0, origin: place });
  };
  const complete = (place: number, { head, origin }: Item) => {
    for (const waiting of chart[origin]!.values())
      if (waiting.body[waiting.dot] === head) add(place, { ...waiting, dot: waiting.dot + 1 });
  };
  predict(0, start);
  // Iterating over a map also visits items added meanwhile.
  for (const [place, items] of chart.entries())
    for (const item of items.values()) {
      const next = item.body[item.dot];
      if (next === undefined) complete(place, item);
      else if (grammar[next]) predict(place, next);
      else if (terminals[place] === next) add(place + 1, { ...item, dot: item.dot + 1 });
    }
  return [...chart[terminals.length]!.values()].some(
    ({ head, body, dot, origin }) => head === start && dot === body.length && origin === 0,
  );
}
