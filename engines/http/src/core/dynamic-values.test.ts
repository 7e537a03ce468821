import { seededRandom } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { dynamicNames, dynamicValue } from './dynamic-values.ts';
import { joinScripts, splitScripts } from './script/script-parts.ts';

const now = () => new Date('2026-05-15T12:30:45.678Z');
const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const name = '[A-Z][a-z]+';

const forms: Record<string, RegExp> = {
  $guid: uuid,
  $randomUUID: uuid,
  $idempotencyKey: uuid,
  $timestamp: /^1778848245$/,
  $isoTimestamp: /^2026-05-15T12:30:45\.678Z$/,
  $randomInt: /^(\d{1,3}|1000)$/,
  $randomBoolean: /^(true|false)$/,
  $randomAlphaNumeric: /^[a-z\d]$/,
  $randomHexadecimal: /^0x[\da-f]{1,4}$/,
  $randomWord: /^[a-z]+$/,
  $randomFirstName: new RegExp(`^${name}$`),
  $randomLastName: new RegExp(`^${name}$`),
  $randomFullName: new RegExp(`^${name} ${name}$`),
  $randomUserName: /^[a-z]+\.[a-z]+[a-z\d]{6}$/,
  $randomEmail: /^[a-z]+\.[a-z]+[a-z\d]{6}@example\.com$/,
  $randomPassword: /^[a-z\d]{15}$/,
  $randomCity: new RegExp(`^${name}$`),
  $randomCountry: new RegExp(`^${name}$`),
  $randomPhoneNumber: /^555-01\d\d$/,
  $randomPrice: /^\d{1,3}\.\d\d$/,
  $randomIP: /^([1-9]\d{0,2}\.){3}[1-9]\d{0,2}$/,
  $randomUrl: /^https:\/\/[a-z]+\.example\.com$/,
  $randomColor: /^#[\da-f]{6}$/,
};

test('every name has a value in its format, and a seed repeats it', () => {
  expect([...dynamicNames].sort()).toEqual(Object.keys(forms).sort());
  for (const [dynamic, form] of Object.entries(forms)) {
    const [random, again] = [seededRandom(7), seededRandom(7)];
    for (let count = 0; count < 50; count += 1) {
      const value = dynamicValue(dynamic, { random, now });
      expect(value).toMatch(form);
      expect(dynamicValue(dynamic, { random: again, now })).toBe(value);
    }
  }
});

test.each<[dynamic: string, least: string, most: string]>([
  ['$randomInt', '0', '1000'],
  ['$randomHexadecimal', '0x0', '0xffff'],
  ['$randomIP', '1.1.1.1', '254.254.254.254'],
  ['$randomPhoneNumber', '555-0100', '555-0199'],
  ['$randomColor', '#000000', '#ffffff'],
  ['$randomBoolean', 'true', 'false'],
  ['$randomAlphaNumeric', 'a', '9'],
  ['$guid', '00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
])('%s is from %s to %s', (dynamic, least, most) => {
  expect(dynamicValue(dynamic, { random: () => 0, now })).toBe(least);
  expect(dynamicValue(dynamic, { random: () => 0.999_999_999_999, now })).toBe(most);
});

test("an idempotency key is the step's; unknown names have no value", () => {
  const random = seededRandom(1);
  expect(dynamicValue('$idempotencyKey', { random, now, idempotencyKey: 'k' })).toBe('k');
  expect([dynamicValue('$nobody', { random, now }), dynamicValue('constructor', { random, now })]).toEqual([
    undefined,
    undefined,
  ]);
});

test.each<[scripts: string[], parts: string[]]>([
  [[], []],
  [[' ', ''], []],
  [['a();'], ['a();']],
  [['', 'a();', ' '], ['a();']],
  [
    ['a();', 'b();', '', 'c();'],
    ['{\na();\n}\n', '\n{\nb();\n}\n', '\n{\nc();\n}'],
  ],
])('the scripts %j are joined and split again as %j', (scripts, parts) => {
  const joined = joinScripts(scripts);
  expect(joined === undefined ? [] : splitScripts(joined)).toEqual(parts);
});

test('scripts are separated only by a separator on its own line; empty ones are dropped', () => {
  const line = '// ---- next script ----';
  expect(splitScripts(`a();\r\n${line}\r\nb();`)).toEqual(['a();\r\n', '\nb();']);
  expect(splitScripts(`a(); ${line}\nb();`)).toEqual([`a(); ${line}\nb();`]);
  expect(splitScripts(`${line}\na();\n${line}\n `)).toEqual(['\na();\n']);
  expect(splitScripts('')).toEqual(['']);
});
