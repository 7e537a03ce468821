import { parseExactJson, queryJson } from '@touchstone/engine-assert/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonScanner, parseSimplePath, type SimplePath } from './json-scanner.ts';

test.each([
  ['$', []],
  ['$.a', ['a']],
  ['$.a.b_1[0].c', ['a', 'b_1', 0, 'c']],
  ["$['a b'][\"c'd\"][12]", ['a b', "c'd", 12]],
  ["$['größe']", ['größe']],
])('reads the simple path %s', (path, expected) => {
  expect(parseSimplePath(path)).toEqual(expected);
});

test.each([
  '',
  'a',
  '$.',
  '$..a',
  '$.*',
  '$[*]',
  '$[-1]',
  '$[01]',
  '$[0:2]',
  '$[?@.a]',
  '$.a-b',
  '$.größe',
  "$['a\\'b']",
  '$ .a',
])('leaves the path %s to the engine', (path) => expect(parseSimplePath(path)).toBeUndefined());

function scan(text: string | Buffer, paths: string[]): (string | undefined)[] | 'invalid' {
  const scanner = new JsonScanner(paths.map((path) => parseSimplePath(path)!));
  const document = Buffer.isBuffer(text) ? text : Buffer.from(text);
  const bytes = Buffer.concat([Buffer.from('}"'), document, Buffer.from('"]}1 ')]);
  if (!scanner.scan(bytes, 2, 2 + document.length)) return 'invalid';
  return paths.map((_, slot) =>
    scanner.starts[slot]! < 0 ? undefined : bytes.toString('utf8', scanner.starts[slot]!, scanner.ends[slot]!),
  );
}

test.each<[string, string, (string | undefined)[] | 'invalid']>([
  ['members and items', '{"a": {"b": [1, {"c": "x"}]}, "d": null}', ['{"b": [1, {"c": "x"}]}', '"x"', 'null']],
  ['missing places', '{"a": {"b": []}}', ['{"b": []}', undefined, undefined]],
  ['the last of two members', '{"a":{"b":[1,{"c":1}]},"d":1,"a":{"b":2},"d":2}', ['{"b":2}', undefined, '2']],
  ['an escaped name', '{"\\u0061": {"b": [0, {"\\u0063": 5}]}}', ['{"b": [0, {"\\u0063": 5}]}', '5', undefined]],
  ['other kinds of values', '[1, 2]', [undefined, undefined, undefined]],
  ['a byte order mark', '\ufeff{"d": 1}', [undefined, undefined, '1']],
  ['nothing', '', 'invalid'],
  ['a rest', '{"d": 1} x', 'invalid'],
])('finds %s', (_name, text, expected) => {
  expect(scan(text, ['$.a', '$.a.b[1].c', '$.d'])).toEqual(expected);
});

test.each([
  '{"a":1,}',
  '[1,]',
  '{a:1}',
  '{"a" 1}',
  '{"a":}',
  '[1 2]',
  '"\u0001"',
  '"\\x"',
  '"\\u12g4"',
  '"open',
  '01',
  '1.',
  '.5',
  '-',
  '1e',
  '+1',
  'tru',
  'nulll',
  '[',
  '{"a":[}',
  "'a'",
  '\u00a01',
  '{"a":1}{"a":1}',
  '"a\\"',
  '--1',
  '1e+',
  '0x1',
  'NaN',
])('refuses %s as JSON.parse does', (text) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(scan(text, ['$'])).toBe('invalid');
});

test('leaves a too deeply nested document to the parser', () => {
  expect(scan(`${'['.repeat(300)}${']'.repeat(300)}`, ['$'])).toBe('invalid');
  expect(scan(`${'['.repeat(200)}${']'.repeat(200)}`, ['$'])).toHaveLength(1);
});

const name = fc.constantFrom('a', 'b', 'c d', 'ö', '__proto__', '');
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary', maxLength: 5 }).map((text) => JSON.stringify(text)),
    fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.bigInt()).map(String),
    fc.constantFrom('true', 'false', 'null', '"\\u0061\\n"'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[ ${items.join(' ,')}]`),
    fc
      .array(fc.tuple(name, tie('value')), { maxLength: 4 })
      .map((members) => `{${members.map(([key, item]) => `${JSON.stringify(key)} : ${String(item)}`).join(',\n')} }`),
  ),
})).value as fc.Arbitrary<string>;
const spoilt = fc
  .tuple(json, fc.option(fc.tuple(fc.nat(60), fc.constantFrom('', ',', '"', '}', ']', '0', '\\', ' ', '\u0002'))))
  .map(([text, spoil]) =>
    spoil === null ? text : (text.slice(0, spoil[0]) + spoil[1] + text.slice(spoil[0] + 1)).toWellFormed(),
  );
const simplePath: fc.Arbitrary<SimplePath> = fc.array(fc.oneof(name, fc.nat(2)), { maxLength: 3 });

test('finds what the engine finds, and accepts what JSON.parse accepts', () => {
  fc.assert(
    fc.property(
      spoilt,
      fc.uniqueArray(simplePath, { maxLength: 4, selector: (path) => JSON.stringify(path) }),
      (text, parts) => {
        const paths = parts.map(
          (path) => `$${path.map((part) => (typeof part === 'number' ? `[${part}]` : `['${part}']`)).join('')}`,
        );
        const found = scan(text, paths);
        let value: unknown;
        try {
          value = parseExactJson(text);
        } catch {
          expect(found).toBe('invalid');
          return;
        }
        expect(found).not.toBe('invalid');
        for (const [index, path] of paths.entries()) {
          const raw = (found as (string | undefined)[])[index];
          expect(raw === undefined ? [] : [parseExactJson(raw)], path).toEqual(queryJson(path, value).values);
        }
      },
    ),
    { numRuns: 3000 },
  );
});
