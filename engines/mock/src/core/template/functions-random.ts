import type { RandomSource } from '@touchstone/kernel';
import type { TemplateFunction } from './evaluate-template.ts';
import { listOf, numberOf, plainOf, textOf } from './values.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const alphabets: Record<string, string> = {
  ALPHABETIC: letters,
  NUMERIC: digits,
  ALPHANUMERIC: letters + digits,
  ALPHANUMERIC_AND_SYMBOLS: `${letters}${digits}!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`,
  HEXADECIMAL: '0123456789abcdef',
};

const below = (random: RandomSource, limit: number): number => Math.floor(random() * limit);

/** randomFunctions return random values that a seed makes repeatable. */
export const randomFunctions: Record<string, TemplateFunction> = {
  randomValue: (_, { hash, tools }) => {
    const type = textOf(hash.type ?? 'ALPHANUMERIC').toUpperCase();
    const { random } = tools;
    if (type === 'UUID') return uuid(random);
    const length = Math.max(0, Math.trunc(numberOf(hash.length ?? 36)) || 0);
    tools.budget.spend('characters', length);
    const alphabet = Object.hasOwn(alphabets, type) ? alphabets[type]! : alphabets.ALPHANUMERIC!;
    let text = '';
    for (let index = 0; index < length; index += 1) text += alphabet[below(random, alphabet.length)];
    return hash.uppercase === true ? text.toUpperCase() : text;
  },
  randomInt: (_, { hash, tools }) => {
    const lower = Math.trunc(hash.lower === undefined ? -2_147_483_648 : numberOf(hash.lower));
    const upper = Math.trunc(hash.upper === undefined ? 2_147_483_647 : numberOf(hash.upper));
    return lower + below(tools.random, Math.max(1, upper - lower));
  },
  randomDecimal: (_, { hash, tools }) => {
    const lower = hash.lower === undefined ? -1e9 : numberOf(hash.lower);
    const upper = hash.upper === undefined ? 1e9 : numberOf(hash.upper);
    return lower + tools.random() * (upper - lower);
  },
  pickRandom: (args, { hash, tools }) => {
    const items = args.length === 1 ? listOf(plainOf(args[0])) : args;
    const count = hash.count === undefined ? undefined : Math.trunc(numberOf(hash.count));
    if (count === undefined) return items[below(tools.random, items.length)];
    tools.budget.spend('steps', items.length);
    const left = [...items];
    const chosen: unknown[] = [];
    while (chosen.length < count && left.length > 0) chosen.push(...left.splice(below(tools.random, left.length), 1));
    return chosen;
  },
  random: ([name], { tools }) => fake(textOf(name), tools.fake),
  faker: ([name], { tools }) => fake(textOf(name), tools.fake),
  hostname: (_, { tools }) => tools.hostname,
  // Stubs must not see the machine's environment variables.
  systemValue: (_, { hash }) => hash.default ?? '',
};

function fake(name: string, source: (name: string) => unknown): unknown {
  const value = source(name);
  if (value === undefined) throw new Error(`“${name}” is not a generator of values. Use one such as person.firstName.`);
  return value;
}

function uuid(random: RandomSource): string {
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (char) =>
    (char === 'x' ? below(random, 16) : 8 + below(random, 4)).toString(16),
  );
}
