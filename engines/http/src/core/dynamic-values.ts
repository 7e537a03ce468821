import type { RandomSource } from '@touchstone/kernel';

/** DynamicValueSource returns a value for names such as `$randomJobTitle`, or undefined for unknown names. */
export type DynamicValueSource = (name: string, context: DynamicContext) => string | undefined;

/** DynamicContext is what a dynamic value may depend on, so that a run is repeatable. */
export interface DynamicContext {
  random: RandomSource;
  now: () => Date;
  /** Key of the current step. */
  idempotencyKey?: string | undefined;
}

const firstNames = ['Ada', 'Ben', 'Clara', 'David', 'Elif', 'Femi', 'Grace', 'Hiro', 'Ines', 'Jonas', 'Kira', 'Liam'];
const lastNames = ['Adler', 'Brown', 'Costa', 'Diaz', 'Evans', 'Fischer', 'Gupta', 'Hughes', 'Ito', 'Jansen', 'Kovacs'];
const words = [
  'amber',
  'bridge',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'garden',
  'harbor',
  'island',
  'juniper',
  'kettle',
];
const cities = ['Amsterdam', 'Berlin', 'Cairo', 'Dublin', 'Helsinki', 'Lagos', 'Lima', 'Mumbai', 'Osaka', 'Toronto'];
const countries = ['Brazil', 'Canada', 'Egypt', 'Finland', 'Germany', 'India', 'Japan', 'Kenya', 'Mexico', 'Portugal'];
const letters = 'abcdefghijklmnopqrstuvwxyz';
const alphanumeric = `${letters}0123456789`;

const dynamicValues: Record<string, (context: DynamicContext) => string> = {
  $guid: uuid,
  $randomUUID: uuid,
  $idempotencyKey: ({ idempotencyKey, ...context }) => idempotencyKey ?? uuid(context),
  $timestamp: ({ now }) => String(Math.floor(now().getTime() / 1000)),
  $isoTimestamp: ({ now }) => now().toISOString(),
  $randomInt: ({ random }) => String(integer(random, 0, 1000)),
  $randomBoolean: ({ random }) => String(random() < 0.5),
  $randomAlphaNumeric: ({ random }) => pick(random, [...alphanumeric]),
  $randomHexadecimal: ({ random }) => `0x${integer(random, 0, 0xffff).toString(16)}`,
  $randomWord: ({ random }) => pick(random, words),
  $randomFirstName: ({ random }) => pick(random, firstNames),
  $randomLastName: ({ random }) => pick(random, lastNames),
  $randomFullName: ({ random }) => `${pick(random, firstNames)} ${pick(random, lastNames)}`,
  $randomUserName: userName,
  $randomEmail: (context) => `${userName(context)}@example.com`,
  $randomPassword: ({ random }) => text(random, 15),
  $randomCity: ({ random }) => pick(random, cities),
  $randomCountry: ({ random }) => pick(random, countries),
  $randomPhoneNumber: ({ random }) => `555-01${String(integer(random, 0, 99)).padStart(2, '0')}`,
  $randomPrice: ({ random }) => (random() * 1000).toFixed(2),
  $randomIP: ({ random }) => Array.from({ length: 4 }, () => integer(random, 1, 254)).join('.'),
  $randomUrl: ({ random }) => `https://${pick(random, words)}.example.com`,
  $randomColor: ({ random }) => `#${integer(random, 0, 0xffffff).toString(16).padStart(6, '0')}`,
};

/** dynamicNames lists every name supported in `{{$…}}`, for completion in the editor. */
export const dynamicNames: readonly string[] = Object.keys(dynamicValues);

/** dynamicValue returns a value for a dynamic name, or undefined for an unknown name. */
export function dynamicValue(name: string, context: DynamicContext): string | undefined {
  return Object.hasOwn(dynamicValues, name) ? dynamicValues[name]!(context) : undefined;
}

function integer(random: RandomSource, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

function pick<T>(random: RandomSource, values: readonly T[]): T {
  return values[integer(random, 0, values.length - 1)]!;
}

function text(random: RandomSource, length: number): string {
  return Array.from({ length }, () => pick(random, [...alphanumeric])).join('');
}

function userName({ random }: DynamicContext): string {
  return `${pick(random, firstNames).toLowerCase()}.${pick(random, lastNames).toLowerCase()}${text(random, 6)}`;
}

function uuid({ random }: DynamicContext): string {
  const hex = Array.from({ length: 32 }, () => integer(random, 0, 15).toString(16));
  hex[12] = '4';
  hex[16] = integer(random, 8, 11).toString(16);
  const whole = hex.join('');
  return `${whole.slice(0, 8)}-${whole.slice(8, 12)}-${whole.slice(12, 16)}-${whole.slice(16, 20)}-${whole.slice(20)}`;
}
