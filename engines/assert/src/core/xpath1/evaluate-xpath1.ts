import { WorkBudget } from '@touchstone/kernel';
import { callFunction } from './functions.ts';
import { type Axis, type Expression, type NodeTest, parseXPath1, type Step } from './parse-xpath1.ts';
import { type Context, type Evaluation, NodeSet, type Value } from './values.ts';
import { kinds, type TableNode, tableOf, type XmlDocument } from './xml-table.ts';

/** Namespace of a prefix, or of unprefixed names for an empty one; throws if the prefix is unknown. */
type NamespaceOf = (prefix: string) => string;

/** Work limit of one expression, in steps. */
const stepLimit = 5_000_000;

/**
 * evaluateXPath1 evaluates an XPath 1.0 expression according to the recommendation: mixed types are compared by
 * conversion, the first node represents a set, attributes have all axes. Nodes are returned in document order. Throws
 * NotXPath1 if the text isn't such an expression, BudgetError if it is too much work.
 */
export function evaluateXPath1(
  text: string,
  document: XmlDocument,
  namespaceOf: NamespaceOf,
): { value: string | number | boolean; node?: TableNode['node'] }[] {
  const table = tableOf(document);
  const budget = new WorkBudget(`The XPath ${text}`, 'Use a more specific path.', { steps: stepLimit });
  const evaluator = new Evaluator(table, namespaceOf, budget);
  const value = evaluator.evaluate(parseXPath1(text), { place: 0, position: 1, size: 1 });
  if (!(value instanceof NodeSet)) return [{ value }];
  return value.places.map((place) => ({ value: evaluator.stringOf(place), node: table[place]!.node }));
}

/** Evaluator evaluates expressions on one document and counts its work. */
class Evaluator implements Evaluation {
  readonly table: readonly TableNode[];
  readonly #namespaceOf: NamespaceOf;
  readonly #budget: WorkBudget;
  readonly #strings = new Map<number, string>();

  constructor(table: readonly TableNode[], namespaceOf: NamespaceOf, budget: WorkBudget) {
    this.table = table;
    this.#namespaceOf = namespaceOf;
    this.#budget = budget;
  }

  evaluate(expression: Expression, context: Context): Value {
    this.#budget.spend('steps');
    switch (expression.type) {
      case 'literal':
        return expression.value;
      case 'negate':
        return -this.number(this.evaluate(expression.operand, context));
      case 'binary':
        return this.#binary(expression, context);
      case 'call':
        return callFunction(this, expression, context);
      case 'filter':
        return this.#filter(expression, context);
      case 'path':
        return this.#path(expression, context);
    }
  }

  /** §3.4 `boolean()`. */
  boolean(value: Value): boolean {
    return value instanceof NodeSet ? value.places.length > 0 : Boolean(value);
  }

  /** §4.4 `number()`. */
  number(value: Value): number {
    if (typeof value === 'number') return value;
    if (typeof value === 'boolean') return value ? 1 : 0;
    const text = this.string(value).replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
    return /^-?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  }

  /** §4.2 `string()`. */
  string(value: Value): string {
    if (typeof value === 'string') return value;
    if (typeof value === 'boolean') return String(value);
    if (typeof value === 'number') return numberText(value);
    const [first] = value.places;
    return first === undefined ? '' : this.stringOf(first);
  }

  /** §5: the string-value of a node. */
  stringOf(place: number): string {
    const entry = this.table[place]!;
    if (entry.kind !== kinds.element && entry.kind !== kinds.document) return this.counted(entry.value);
    const known = this.#strings.get(place);
    if (known !== undefined) return this.counted(known);
    const parts: string[] = [];
    for (let at = place + 1; at < entry.end; at += 1) {
      const { kind, value } = this.table[at]!;
      if (kind === kinds.text) parts.push(value);
    }
    this.#budget.spend('steps', entry.end - place);
    const text = parts.join('');
    // Only a few large texts are worth their memory.
    if (text.length < 10_000 || this.#strings.size < 10) this.#strings.set(place, text);
    return this.counted(text);
  }

  /** Counts work done elsewhere. */
  charge(steps: number): void {
    this.#budget.spend('steps', steps);
  }

  /** Counts the characters of a text that is created or searched. */
  counted(text: string): string {
    this.#budget.spend('steps', text.length >> 5);
    return text;
  }

  #binary({ operator, left, right }: Extract<Expression, { type: 'binary' }>, context: Context): Value {
    const first = this.evaluate(left, context);
    if (operator === 'or') return this.boolean(first) || this.boolean(this.evaluate(right, context));
    if (operator === 'and') return this.boolean(first) && this.boolean(this.evaluate(right, context));
    const second = this.evaluate(right, context);
    switch (operator) {
      case '|':
        return this.#union([...this.nodes(first, '|').places, ...this.nodes(second, '|').places]);
      case '+':
        return this.number(first) + this.number(second);
      case '-':
        return this.number(first) - this.number(second);
      case '*':
        return this.number(first) * this.number(second);
      case 'div':
        return this.number(first) / this.number(second);
      case 'mod':
        return this.number(first) % this.number(second);
      default:
        return this.#compare(operator, first, second);
    }
  }

  /** The nodes of a value; `user` names the operation that needs them. */
  nodes(value: Value, user: string): NodeSet {
    if (value instanceof NodeSet) return value;
    throw new Error(`${user} needs nodes, not a ${typeof value}`);
  }

  /** §3.4: a comparison of sets is true if it is true for any of their nodes. */
  #compare(operator: string, left: Value, right: Value): boolean {
    if (left instanceof NodeSet && right instanceof NodeSet) return this.#compareSets(operator, left, right);
    if (left instanceof NodeSet) return this.#compareSet(left, right, (a, b) => this.#holds(operator, a, b));
    if (right instanceof NodeSet) return this.#compareSet(right, left, (b, a) => this.#holds(operator, a, b));
    return this.#holds(operator, left, right);
  }

  #compareSet(set: NodeSet, other: Value, holds: (member: Value, other: Value) => boolean): boolean {
    if (typeof other === 'boolean') return holds(this.boolean(set), other);
    return set.places.some((place) => holds(this.stringOf(place), other));
  }

  /** Compares two sets by their values, in time linear in the number of nodes rather than pairs. */
  #compareSets(operator: string, left: NodeSet, right: NodeSet): boolean {
    const [some, others] = [left, right].map((set) => set.places.map((place) => this.stringOf(place))) as [
      string[],
      string[],
    ];
    if (operator === '=') {
      const known = new Set(some);
      return others.some((text) => known.has(text));
    }
    if (operator === '!=') return new Set([...some, ...others]).size > 1 && some.length > 0 && others.length > 0;
    const [a, b] = [some, others].map((texts) => rangeOf(texts.map((text) => this.number(text)))) as [Range, Range];
    return operator.startsWith('<') ? holdsOrder(operator, a.least, b.most) : holdsOrder(operator, a.most, b.least);
  }

  #holds(operator: string, left: Value, right: Value): boolean {
    if (operator !== '=' && operator !== '!=') return holdsOrder(operator, this.number(left), this.number(right));
    const isEqual =
      typeof left === 'boolean' || typeof right === 'boolean'
        ? this.boolean(left) === this.boolean(right)
        : typeof left === 'number' || typeof right === 'number'
          ? this.number(left) === this.number(right)
          : this.string(left) === this.string(right);
    return isEqual === (operator === '=');
  }

  #filter({ operand, predicates }: Extract<Expression, { type: 'filter' }>, context: Context): Value {
    const value = this.evaluate(operand, context);
    if (predicates.length === 0) return value;
    return new NodeSet(this.#matching([...this.nodes(value, 'A predicate').places], predicates));
  }

  #path({ isAbsolute, from, steps }: Extract<Expression, { type: 'path' }>, context: Context): NodeSet {
    let places: readonly number[] =
      from === undefined ? [isAbsolute ? 0 : context.place] : this.nodes(this.evaluate(from, context), 'A path').places;
    for (const step of steps) places = this.#step(places, step).places;
    return new NodeSet(places);
  }

  #step(places: readonly number[], step: Step): NodeSet {
    const isDownward = step.axis === 'descendant' || step.axis === 'descendant-or-self';
    // Descendants of a visited node have already been found.
    const skips = isDownward && step.predicates.length === 0;
    const found: number[] = [];
    let end = -1;
    for (const place of places) {
      if (skips && place < end) continue;
      if (skips) end = this.table[place]!.end;
      const nodes = this.#axis(place, step);
      for (const node of step.predicates.length === 0 ? nodes : this.#matching([...nodes], step.predicates))
        found.push(node);
    }
    return this.#union(found);
  }

  /** Nodes that satisfy all predicates; positions are counted in the given order. */
  #matching(places: number[], predicates: readonly Expression[]): number[] {
    let left = places;
    for (const predicate of predicates) {
      const size = left.length;
      left = left.filter((place, index) => {
        const value = this.evaluate(predicate, { place, position: index + 1, size });
        return typeof value === 'number' ? value === index + 1 : this.boolean(value);
      });
    }
    return left;
  }

  #union(places: number[]): NodeSet {
    let isOrdered = true;
    for (let index = 1; index < places.length && isOrdered; index += 1) isOrdered = places[index - 1]! < places[index]!;
    if (isOrdered) return new NodeSet(places);
    this.#budget.spend('steps', places.length);
    return new NodeSet([...new Set(places)].sort((a, b) => a - b));
  }

  /** Nodes of an axis that pass the test, nearest first. */
  *#axis(place: number, { axis, test }: Step): Generator<number> {
    const namespace = test.kind === 'name' && test.name !== '*' ? this.#namespaceOfTest(test, axis) : undefined;
    const star =
      test.kind === 'name' && test.name === '*' && test.prefix !== undefined
        ? this.#namespaceOf(test.prefix)
        : undefined;
    for (const at of this.#nodesOf(place, axis)) {
      this.#budget.spend('steps');
      if (passes(this.table[at]!, test, axis, namespace ?? star)) yield at;
    }
  }

  #namespaceOfTest(test: Extract<NodeTest, { kind: 'name' }>, axis: Axis): string {
    if (test.prefix !== undefined) return this.#namespaceOf(test.prefix);
    // An unprefixed attribute has no namespace, whatever the default is.
    return axis === 'attribute' ? '' : this.#namespaceOf('');
  }

  *#nodesOf(place: number, axis: Axis): Generator<number> {
    const { table } = this;
    const { end, parent } = table[place]!;
    switch (axis) {
      case 'self':
        return yield place;
      case 'parent':
        if (parent >= 0) yield parent;
        return;
      case 'ancestor-or-self':
      case 'ancestor':
        for (let at = axis === 'ancestor' ? parent : place; at >= 0; at = table[at]!.parent) yield at;
        return;
      case 'attribute':
        return yield* this.#attributes(place);
      case 'child':
        for (let at = place + 1; at < end; at = table[at]!.end) if (table[at]!.kind !== kinds.attribute) yield at;
        return;
      case 'descendant-or-self':
        yield place;
        return yield* this.#range(place + 1, end);
      case 'descendant':
        return yield* this.#range(place + 1, end);
      case 'following':
        // §2.2: the nodes following an attribute start with the children of its element.
        return yield* this.#range(end, table.length);
      case 'preceding':
        return yield* this.#preceding(place);
      default:
        return yield* this.#siblings(place, axis === 'following-sibling');
    }
  }

  *#attributes(place: number): Generator<number> {
    for (let at = place + 1; this.table[at]?.kind === kinds.attribute && this.table[at]?.parent === place; at += 1)
      yield at;
  }

  *#preceding(place: number): Generator<number> {
    for (let at = place - 1; at > 0; at -= 1) {
      this.#budget.spend('steps');
      if (this.table[at]!.kind !== kinds.attribute && this.table[at]!.end <= place) yield at;
    }
  }

  *#range(start: number, end: number): Generator<number> {
    for (let at = start; at < end; at += 1) if (this.table[at]!.kind !== kinds.attribute) yield at;
  }

  *#siblings(place: number, isFollowing: boolean): Generator<number> {
    const { kind, parent, end } = this.table[place]!;
    if (parent < 0 || kind === kinds.attribute) return;
    if (isFollowing) {
      for (let at = end; at < this.table[parent]!.end; at = this.table[at]!.end) yield at;
      return;
    }
    const before: number[] = [];
    for (const at of this.#nodesOf(parent, 'child')) {
      if (at >= place) break;
      before.push(at);
    }
    this.#budget.spend('steps', before.length);
    yield* before.reverse();
  }
}

function passes(
  { kind, localName, namespace }: TableNode,
  test: NodeTest,
  axis: Axis,
  wanted: string | undefined,
): boolean {
  if (test.kind === 'type') {
    if (test.type === 'node') return true;
    if (test.type === 'text') return kind === kinds.text;
    if (test.type === 'comment') return kind === kinds.comment;
    return kind === kinds.instruction && (test.name === undefined || test.name === localName);
  }
  // The principal node type of an axis (§2.3).
  if (kind !== (axis === 'attribute' ? kinds.attribute : kinds.element)) return false;
  return (test.name === '*' || test.name === localName) && (wanted === undefined || wanted === namespace);
}

interface Range {
  least: number;
  most: number;
}

/** NaN compares with nothing. */
function rangeOf(numbers: readonly number[]): Range {
  let [least, most] = [Number.NaN, Number.NaN];
  for (const number of numbers) {
    if (Number.isNaN(number)) continue;
    if (!(least <= number)) least = number;
    if (!(most >= number)) most = number;
  }
  return { least, most };
}

function holdsOrder(operator: string, left: number, right: number): boolean {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    default:
      return left >= right;
  }
}

/** §4.2: no exponent, no negative zero. */
function numberText(value: number): string {
  if (value === 0) return '0';
  const [mantissa, exponent] = String(value).split('e') as [string, string?];
  if (exponent === undefined) return mantissa;
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d)(?:\.(\d+))?$/.exec(mantissa) ?? [];
  const shift = Number(exponent);
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
  return sign + whole + fraction.padEnd(shift, '0');
}
