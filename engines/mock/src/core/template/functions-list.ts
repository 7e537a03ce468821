import type { TemplateFunction, TemplateTools } from './evaluate-template.ts';
import { listOf, numberOf, plainOf, textOf } from './values.ts';

function counted(count: number, tools: TemplateTools): number {
  tools.budget.spend('steps', Math.max(0, count));
  return count;
}

/** listFunctions create and change lists and numbers. */
export const listFunctions: Record<string, TemplateFunction> = {
  array: (args) => args.map(plainOf),
  range: ([from, to], { tools }) => {
    const [start, end] = [Math.trunc(numberOf(from)), Math.trunc(numberOf(to))];
    if (Number.isNaN(start) || Number.isNaN(end) || end < start) return [];
    return Array.from({ length: counted(end - start + 1, tools) }, (_, index) => start + index);
  },
  arrayAdd: ([list, value], { hash, tools }) => {
    const items = [...listOf(plainOf(list))];
    counted(items.length, tools);
    items.splice(placeOf(hash.position, items.length, items.length), 0, plainOf(value));
    return items;
  },
  arrayRemove: ([list], { hash, tools }) => {
    const items = [...listOf(plainOf(list))];
    counted(items.length, tools);
    items.splice(placeOf(hash.position, items.length - 1, items.length), 1);
    return items;
  },
  arrayJoin: ([separator, list], { hash, tools, body }) => {
    const items = listOf(plainOf(list));
    counted(items.length, tools);
    if (items.length === 0 && body === undefined) return '';
    const texts = items.map((item) => (body === undefined ? textOf(item) : body(item, {}, [item])));
    return `${textOf(hash.prefix)}${texts.join(textOf(separator))}${textOf(hash.suffix)}`;
  },
  size: ([value]) => {
    const plain = plainOf(value);
    if (typeof plain === 'string' || Array.isArray(plain)) return plain.length;
    return typeof plain === 'object' && plain !== null ? Object.keys(plain).length : 0;
  },
  math: ([left, operator, right]) => {
    const [a, b] = [numberOf(left), numberOf(right)];
    const operations: Record<string, number> = { '+': a + b, '-': a - b, '*': a * b, '/': a / b, '%': a % b };
    const name = textOf(operator);
    if (!Object.hasOwn(operations, name)) throw new Error(`“${name}” is not an operator of math. Use + - * / or %.`);
    const result = operations[name]!;
    return Number.isInteger(result) ? result : Number(result.toPrecision(15));
  },
};

function placeOf(position: unknown, otherwise: number, length: number): number {
  const name = textOf(position);
  if (name === 'start') return 0;
  const number = numberOf(position);
  return name === 'end' || Number.isNaN(number) ? otherwise : Math.max(0, Math.min(length, number));
}
