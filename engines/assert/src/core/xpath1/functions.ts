import type { Expression } from './parse-xpath1.ts';
import { type Context, type Evaluation, NodeSet, type Value } from './values.ts';
import { kinds } from './xml-table.ts';

type Call = Extract<Expression, { type: 'call' }>;
type Library = Record<string, (evaluator: Evaluation, values: Value[], context: Context) => Value>;

const text = (evaluator: Evaluation, value: Value): string => evaluator.counted(evaluator.string(value));
/** The first node of an operand, or the context node. */
const nodeOf = (evaluator: Evaluation, [value]: Value[], { place }: Context): number | undefined =>
  value === undefined ? place : evaluator.nodes(value, 'The function').places[0];
const givenOrContext = (evaluator: Evaluation, [value]: Value[], { place }: Context): Value =>
  value ?? evaluator.stringOf(place);

/** The core library of XPath 1.0, §4. */
const library: Library = {
  last: (_evaluator, _values, { size }) => size,
  position: (_evaluator, _values, { position }) => position,
  count: (evaluator, [value]) => evaluator.nodes(value!, 'count()').places.length,
  id: (evaluator, [value]) => findIds(evaluator, value!),
  'local-name': (evaluator, values, context) => {
    const node = nodeOf(evaluator, values, context);
    return node === undefined ? '' : evaluator.table[node]!.localName;
  },
  'namespace-uri': (evaluator, values, context) => {
    const node = nodeOf(evaluator, values, context);
    return node === undefined ? '' : evaluator.table[node]!.namespace;
  },
  name: (evaluator, values, context) => {
    const node = nodeOf(evaluator, values, context);
    if (node === undefined) return '';
    const { kind, node: found } = evaluator.table[node]!;
    return kind === kinds.element || kind === kinds.attribute || kind === kinds.instruction ? found.nodeName : '';
  },
  string: (evaluator, values, context) => text(evaluator, givenOrContext(evaluator, values, context)),
  concat: (evaluator, values) => values.map((value) => text(evaluator, value)).join(''),
  'starts-with': (evaluator, [value, start]) => text(evaluator, value!).startsWith(text(evaluator, start!)),
  contains: (evaluator, [value, part]) => text(evaluator, value!).includes(text(evaluator, part!)),
  'substring-before': (evaluator, [value, part]) => {
    const whole = text(evaluator, value!);
    const at = whole.indexOf(text(evaluator, part!));
    return at < 0 ? '' : whole.slice(0, at);
  },
  'substring-after': (evaluator, [value, part]) => {
    const [whole, mark] = [text(evaluator, value!), text(evaluator, part!)];
    const at = whole.indexOf(mark);
    return at < 0 ? '' : whole.slice(at + mark.length);
  },
  substring: (evaluator, [value, start, length]) => {
    const first = round(evaluator.number(start!));
    const end = length === undefined ? Number.POSITIVE_INFINITY : first + round(evaluator.number(length));
    return [...text(evaluator, value!)].filter((_, index) => index + 1 >= first && index + 1 < end).join('');
  },
  'string-length': (evaluator, values, context) =>
    [...text(evaluator, givenOrContext(evaluator, values, context))].length,
  'normalize-space': (evaluator, values, context) =>
    text(evaluator, givenOrContext(evaluator, values, context))
      .split(/[ \t\r\n]+/)
      .filter(Boolean)
      .join(' '),
  translate: (evaluator, [value, from, to]) => {
    const replacements = [...text(evaluator, to!)];
    const map = new Map<string, string>();
    for (const [index, character] of [...text(evaluator, from!)].entries())
      if (!map.has(character)) map.set(character, replacements[index] ?? '');
    return [...text(evaluator, value!)].map((character) => map.get(character) ?? character).join('');
  },
  boolean: (evaluator, [value]) => evaluator.boolean(value!),
  not: (evaluator, [value]) => !evaluator.boolean(value!),
  true: () => true,
  false: () => false,
  lang: (evaluator, [value], { place }) => hasLanguage(evaluator, text(evaluator, value!).toLowerCase(), place),
  number: (evaluator, values, context) => evaluator.number(givenOrContext(evaluator, values, context)),
  sum: (evaluator, [value]) =>
    evaluator
      .nodes(value!, 'sum()')
      .places.reduce((sum, place) => sum + evaluator.number(evaluator.stringOf(place)), 0),
  floor: (evaluator, [value]) => Math.floor(evaluator.number(value!)),
  ceiling: (evaluator, [value]) => Math.ceil(evaluator.number(value!)),
  round: (evaluator, [value]) => round(evaluator.number(value!)),
};

/** callFunction evaluates the operands of a core library function, and then the function. */
export function callFunction(evaluator: Evaluation, { name, operands }: Call, context: Context): Value {
  const values = operands.map((operand) => evaluator.evaluate(operand, context));
  return library[name]!(evaluator, values, context);
}

/** Halves are rounded up, also negative ones (§4.4). */
const round = (value: number): number => (Number.isFinite(value) ? Math.floor(value + 0.5) : value);

/** Without a DTD only `xml:id` identifies ids. */
function findIds(evaluator: Evaluation, value: Value): NodeSet {
  const texts =
    value instanceof NodeSet ? value.places.map((place) => evaluator.stringOf(place)) : [evaluator.string(value)];
  const wanted = new Set(texts.flatMap((ids) => ids.split(/[ \t\r\n]+/)));
  const found = new Set<number>();
  evaluator.charge(evaluator.table.length);
  for (const { kind, namespace, localName, value: id, parent } of evaluator.table)
    if (kind === kinds.attribute && localName === 'id' && namespace === xmlNamespace && wanted.has(id))
      found.add(parent);
  return new NodeSet([...found]);
}

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

function hasLanguage({ table }: Evaluation, wanted: string, start: number): boolean {
  for (let place = start; place >= 0; place = table[place]!.parent) {
    for (let at = place + 1; table[at]?.kind === kinds.attribute && table[at]?.parent === place; at += 1) {
      const { namespace, localName, value } = table[at]!;
      if (namespace !== xmlNamespace || localName !== 'lang') continue;
      const language = value.toLowerCase();
      return language === wanted || language.startsWith(`${wanted}-`);
    }
  }
  return false;
}
