import type { RandomSource } from '@touchstone/kernel';

/**
 * Returns a realistic value by the name of a faker generator, such as `person.firstName`; undefined if there is none.
 */
export type FakeValues = (name: string, random: RandomSource) => unknown;

const modules = new Set([
  'airline',
  'animal',
  'book',
  'color',
  'commerce',
  'company',
  'database',
  'datatype',
  'date',
  'finance',
  'food',
  'git',
  'hacker',
  'image',
  'internet',
  'location',
  'lorem',
  'music',
  'number',
  'person',
  'phone',
  'science',
  'string',
  'system',
  'vehicle',
  'word',
]);

/** Names of faker's modules in other languages' generators. */
const aliases: Record<string, string> = {
  name: 'person',
  address: 'location',
  phonenumber: 'phone',
  phoneNumber: 'phone',
  team: 'company',
  random: 'number',
};
const memberAliases: Record<string, string> = {
  'person.name': 'person.fullName',
  'internet.emailAddress': 'internet.email',
  'internet.userName': 'internet.username',
  'internet.uuid': 'string.uuid',
  'location.zipCode': 'location.zipCode',
  'location.streetName': 'location.street',
  'phone.cellPhone': 'phone.number',
  'phone.phoneNumber': 'phone.number',
};

/**
 * loadFakeValues loads faker (large, so only when needed). Values depend only on the random source of each call, so a
 * seeded one is repeatable.
 */
export async function loadFakeValues(now: () => Date = () => new Date()): Promise<FakeValues> {
  const { Faker, base, en } = await import('@faker-js/faker');
  let random: RandomSource = Math.random;
  const faker = new Faker({ locale: [en, base], randomizer: { next: () => random(), seed: () => undefined } });
  faker.setDefaultRefDate(now);
  return (name, source) => {
    const found = generatorOf(faker as unknown as Record<string, unknown>, name);
    if (found === undefined) return undefined;
    random = source;
    const value = found();
    return value instanceof Date ? value.toISOString() : value;
  };
}

function generatorOf(faker: Record<string, unknown>, name: string): (() => unknown) | undefined {
  const [, first = '', second = ''] = /^([A-Za-z]\w*)\.([A-Za-z]\w*)$/.exec(name) ?? [];
  const camel = second.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const lower = first.charAt(0).toLowerCase() + first.slice(1);
  const named = `${Object.hasOwn(aliases, lower) ? aliases[lower] : lower}.${camel}`;
  const [module = '', member = ''] = (Object.hasOwn(memberAliases, named) ? memberAliases[named]! : named).split('.');
  if (!modules.has(module)) return undefined;
  const group = faker[module];
  if (typeof group !== 'object' || group === null || !Object.hasOwn(group, member)) return undefined;
  const generator = (group as Record<string, unknown>)[member];
  return typeof generator === 'function' && member !== 'constructor' ? () => generator() as unknown : undefined;
}
