import { expect, test } from 'vitest';
import { JsonPieces } from './json-pieces.ts';

const split = (text: string, size: number, most?: number) => {
  const pieces = new JsonPieces(most);
  const found: string[] = [];
  for (let at = 0; at < text.length; at += size) found.push(...pieces.push(text.slice(at, at + size)));
  return [...found, ...pieces.end()];
};

test.each<[name: string, text: string, values: string[]]>([
  ['nothing', '', []],
  ['blanks', ' \n', []],
  ['an empty list', ' [ ] \n', []],
  ['a list', '[{"a":1}, 2 ,"x",[3]]', ['{"a":1}', '2', '"x"', '[3]']],
  ['a list after a byte order mark', '\uFEFF\n[1]', ['1']],
  ['lines', '{"a":1}\n\n{"b":\n2}\r\n3', ['{"a":1}', '{"b":\n2}', '3']],
  ['one value', '{"a":[1,2]}', ['{"a":[1,2]}']],
  ['texts with brackets', '["a]","b,[{",{"c":"}"}]', ['"a]"', '"b,[{"', '{"c":"}"}']],
  ['texts with quotes', '["a\\"],","b\\\\",1]', ['"a\\"],"', '"b\\\\"', '1']],
  ['a text as the first line', '"a\\nb"\n1', ['"a\\nb"', '1']],
  ['lists in lines', '{"a":[1,\n2]}\n4', ['{"a":[1,\n2]}', '4']],
])('the values of %s are found, wherever it is split', (_, text, values) => {
  for (const size of [1, 2, 5, 1000]) expect(split(text, size)).toEqual(values);
});

test.each([
  ['[1, 2', 'ends in the middle of its list'],
  ['[1] 2', 'goes on after its list'],
  ['["abcdefghijk"]', 'longer than 10 characters'],
  ['"abcdefghijk"', 'longer than 10 characters'],
])('%s is refused: it %s', (text, sentence) => {
  expect(() => split(text, 3, 10)).toThrow(sentence);
});

test('the limit applies to a single value', () => {
  expect(split('[1234567890,1234567890]', 4, 10)).toEqual(['1234567890', '1234567890']);
});
