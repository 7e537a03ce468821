import { describe, expect, test } from 'vitest';
import { readCmd, readPowerShell } from './windows-words.ts';

const words = (commands: { words: string[] }[]) => commands.map((command) => command.words);
const pipeNote = 'What follows the pipe sign is not part of the request and was left out.';
const became = (name: string) => `The shell variable ${name} became the variable {{${name}}}.`;

describe('the Windows command prompt', () => {
  test.each<[text: string, commands: string[][]]>([
    ['a\u0000\u0001\u0002b c', [['ab', 'c']]],
    ['a\r\nb\r\n', [['a'], ['b']]],
    ['a\tb', [['a', 'b']]],
    ['a ^ \t\n b', [['a', 'b']]],
    ['a ^\n\nb', [['a', 'b']]],
    ['a ^\n\n\nb', [['a'], ['b']]],
    ['a "b ^ \nc"', [['a', 'b c']]],
    ['a "b^c^"d e"', [['a', 'b^c^d', 'e']]],
    ['a ^"b "c & d" e^"', [['a', 'b c', '&', 'd e']]],
    ['a "b ^& c"', [['a', 'b ^& c']]],
    ['a "b^" & c', [['a', 'b^'], ['c']]],
    ['a ^|b', [['a', '|b']]],
    ['a ^>b ^<c', [['a', '>b', '<c']]],
    ['a 2>b c', [['a', 'c']]],
    ['a b2>c d', [['a', 'b2', 'd']]],
    ['a >>b c', [['a', 'c']]],
    ['a > b', [['a']]],
    ['a <b c', [['a', 'c']]],
    ['a>"b c"d e', [['a', 'e']]],
    ['a "b\\\\\\"c" d', [['a', 'b\\"c', 'd']]],
    ['a \\\\b \\c\\', [['a', '\\\\b', '\\c\\']]],
    ['a b""c', [['a', 'bc']]],
    ['a "b"""c d"', [['a', 'b"c', 'd']]],
    ['a """b c"""', [['a', '"b c"']]],
    ['a \\"b c\\"', [['a', '"b', 'c"']]],
    ['a "b\nc" d', [['a', 'b\nc', 'd']]],
    ['a  b   ', [['a', 'b']]],
  ])('reads %j as %j', (text, commands) => {
    expect(words(readCmd(text))).toStrictEqual(commands);
  });

  test.each<[text: string, word: string, notes: string[]]>([
    ['a %b_1%c%d%', '{{b_1}}c{{d}}', [became('b_1'), became('d')]],
    ['a %1b%', '%1b%', []],
    ['a %ag%', '{{ag}}', [became('ag')]],
    ['a %ab%', '%ab%', []],
    ['a %b c%', '%b', []],
  ])('reads the variables of %j', (text, word, notes) => {
    const [command] = readCmd(text);
    expect([command?.words[1], command?.notes]).toStrictEqual([word, notes]);
  });

  test('reports once that pipes are left out', () => {
    expect(readCmd('a | b | c & d')).toMatchObject([
      { words: ['a'], notes: [pipeNote] },
      { words: ['d'], notes: [] },
    ]);
  });

  test('reads a curl command behind a pipe', () => {
    expect(readCmd('type a | curl -d @- b | c')).toMatchObject([
      { words: ['type', 'a'], notes: [] },
      { words: ['curl', '-d', '@-', 'b'], notes: [pipeNote] },
    ]);
    expect(words(readCmd('curl a | curl.exe b'))).toStrictEqual([
      ['curl', 'a'],
      ['curl.exe', 'b'],
    ]);
    expect(words(readCmd('| curl b'))).toStrictEqual([['curl', 'b']]);
  });
});

describe('PowerShell', () => {
  test.each<[text: string, commands: string[][]]>([
    ['a `\nb', [['a', 'b']]],
    ["a 'b''c' 'd'e", [['a', "b'c", 'de']]],
    ['a "b""c" "d`"e"', [['a', 'b"c', 'd"e']]],
    ['a `b `` `$c', [['a', 'b', '`', '$c']]],
    ['a b;;c\r\nd', [['a', 'b'], ['c'], ['d']]],
    ['a\tb', [['a', 'b']]],
    ['#a\nb', [['b']]],
    ['a b#c', [['a', 'b#c']]],
    ["a ''#b c", [['a', '#b c']]],
    ['a 2>b c', [['a', 'c']]],
    ["a >> 'b c' d", [['a', 'd']]],
    ['a >b;c', [['a'], ['c']]],
    ['a b>c', [['a', 'b>c']]],
    ['a | b; c', [['a'], ['c']]],
    ['a |b\n| c', [['a']]],
    ['a \\"b\\"', [['a', '\\b\\']]],
  ])('reads %j as %j', (text, commands) => {
    expect(words(readPowerShell(text))).toStrictEqual(commands);
  });

  test.each<[text: string, word: string, notes: string[]]>([
    ['a $b_1-c', '{{b_1}}-c', [became('b_1')]],
    ['a "$b$ENV:c ${d}"', '{{b}}{{c}} {{d}}', [became('b'), became('c'), became('d')]],
    ["a '$b'", '$b', []],
    ['a $1', '$1', []],
    ['a "`$b `n`t`r`0`x"', '$b \n\t\r\0x', []],
    ['a | b | c', 'a', [pipeNote, pipeNote]],
  ])('reads the variables of %j', (text, word, notes) => {
    const [command] = readPowerShell(text);
    expect([command?.words.at(-1), command?.notes]).toStrictEqual([word, notes]);
  });

  test('reads a curl command behind a pipe', () => {
    expect(readPowerShell('cat a | curl.exe -d "@-" b | c')).toMatchObject([
      { words: ['cat', 'a'], notes: [] },
      { words: ['curl.exe', '-d', '@-', 'b'], notes: [pipeNote] },
    ]);
  });
});
