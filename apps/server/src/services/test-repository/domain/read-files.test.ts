import { maxTableColumns, maxTableRows } from '@touchstone/contracts/test-repository';
import { expect, test } from 'vitest';
import { freeCopyName } from './free-copy-name.ts';
import { readTable } from './read-table.ts';
import { readVariables } from './read-variables.ts';
import { distinctTags } from './tags.ts';

test.each<[name: string, text: string, expected: [string, string][]]>([
  [
    'lines',
    'HOST=shop.test\r\nUSER = ada \n',
    [
      ['HOST', 'shop.test'],
      ['USER', 'ada'],
    ],
  ],
  ['a value with equals signs', 'QUERY=a=1&b=2', [['QUERY', 'a=1&b=2']]],
  ['an empty value', 'EMPTY=', [['EMPTY', '']]],
  ['remarks and empty lines', '\uFEFF# host\n\n   \n  # user\nA=#1', [['A', '#1']]],
  [
    'a name that comes twice: the last',
    'A=1\nB=2\nA=3',
    [
      ['A', '3'],
      ['B', '2'],
    ],
  ],
  [
    'CSV',
    'name,value\nA,1\nB,"2, 3"\n',
    [
      ['A', '1'],
      ['B', '2, 3'],
    ],
  ],
  ['CSV of a spreadsheet', '\uFEFF"Name" ;Remark; Value \n A ;x; 1\n', [['A', ' 1']]],
  ['a variable called name', 'name=ada', [['name', 'ada']]],
  ['a variable that begins with name', 'A=name,value', [['A', 'name,value']]],
])('variables are read from %s', (_, text, expected) => {
  expect(readVariables(text)).toEqual({ variables: expected.map(([name, value]) => ({ name, value })) });
});

test.each([
  ['no line NAME=value', 'A=1\n\nB', 'Line 3 is not NAME=value.'],
  ['an empty file', '', 'It has no variables.'],
  ['remarks alone', '# nothing', 'It has no variables.'],
  ['a table without values', 'name,other\nA,1', 'The header has no column named value.'],
  ['a table that ends in a quote', 'name,value\nA,"1', /./],
  ['a name that is none', 'my host=1', '“my host” is no name of a variable.'],
  ['no name', '=1', '“” is no name of a variable.'],
  ['a long name', `${'n'.repeat(256)}=1`, `“${'n'.repeat(50)}” is no name of a variable.`],
  ['a long value', `A=${'x'.repeat(65_537)}`, 'The value of A has more than 65536 characters.'],
  ['many', Array.from({ length: 1001 }, (_, n) => `A${n}=1`).join('\n'), 'It has more than 1000 variables.'],
])('variables are rejected: %s', (_, text, reason) => {
  expect(readVariables(text)).toEqual({ reason: expect.stringMatching(reason) });
});

test('the most and the longest allowed variables are read', () => {
  const lines = Array.from({ length: 1000 }, (_, n) => `A${n}=1`);
  expect(readVariables(lines.join('\n'))).toMatchObject({ variables: { length: 1000 } });
  const [name, value] = ['n'.repeat(255), 'x'.repeat(65_536)];
  expect(readVariables(`${name}=${value}`)).toEqual({ variables: [{ name, value }] });
});

const header = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`).join(',');

test('a table is read with its columns', () => {
  expect(readTable(' user ,age\nada,7\n"x, y",\n')).toEqual({
    columns: ['user', 'age'],
    rows: [
      ['ada', '7'],
      ['x, y', ''],
    ],
  });
  expect(readTable(header(maxTableColumns))).toMatchObject({ rows: [] });
  expect(readTable(`a\n${'1\n'.repeat(maxTableRows)}`)).toMatchObject({ rows: { length: maxTableRows } });
});

test.each([
  ['an empty file', '', 'It has no header.'],
  ['an open quote', 'a\n"1', /./],
  ['columns', header(maxTableColumns + 1), `It has more than ${maxTableColumns} columns.`],
  ['rows', `a\n${'1\n'.repeat(maxTableRows + 1)}`, `It has more than ${maxTableRows} rows.`],
  ['a name', 'a,b c!\n', '“b c!” is no name of a column.'],
  ['a long name', `a,${'!'.repeat(60)}\n`, `“${'!'.repeat(50)}” is no name of a column.`],
  ['a name that comes twice', 'user,age,USER\n', 'Two columns are named “USER”.'],
])('a table is rejected for %s', (_, text, reason) => {
  const read = readTable(text);
  expect('reason' in read && read.reason).toMatch(reason);
});

test.each([
  ['Pay', [], 'Pay'],
  ['Pay', ['pay'], 'Pay 2'],
  ['Pay', ['PAY', 'pay 2', 'Other'], 'Pay 3'],
  ['x'.repeat(300), [], 'x'.repeat(255)],
  ['x'.repeat(255), ['x'.repeat(255)], `${'x'.repeat(253)} 2`],
  [`${'x'.repeat(252)} yy`, [`${'x'.repeat(252)} yy`], `${'x'.repeat(252)} 2`],
])('a copy of %s gets a free name', (name, taken, expected) => {
  expect(freeCopyName(name, taken)).toBe(expected);
});

test('of tags that differ in case the first stays', () => {
  expect(distinctTags(['Smoke', 'smoke', 'shop', 'SHOP', 'smokes'])).toEqual(['Smoke', 'shop', 'smokes']);
});
