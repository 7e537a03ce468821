import { describe, expect, test } from 'vitest';
import { readBash } from './bash-words.ts';
import { dialectOf } from './shell-command.ts';

const read = (text: string) => readBash(text);
const words = (text: string) => read(text).map((command) => command.words);
const pipeNote = 'What follows the pipe sign is not part of the request and was left out.';
const became = (name: string) => `The shell variable ${name} became the variable {{${name}}}.`;
const replaced = (text: string) => `The shell replaces ${text} by a value. Enter it by hand.`;
const notRun = (text: string) => `The command ${text} is not run. Replace it by a value or a variable.`;

test.each([
  ['a ^  \n b', 'cmd'],
  ['a ^ b\n c', 'bash'],
  ['a `\t\r\nb', 'powershell'],
  ['a \\ \n b ^\n c', 'bash'],
  ['a^"b^"', 'bash'],
  ['a ^"b^" $\'c\'', 'bash'],
  ['a ^"it\'s^"', 'cmd'],
  ['a $ENV:X', 'powershell'],
  ['a $env:', 'bash'],
  ['a env:X', 'bash'],
  ['curl.exe \'{\\"b":1}\'', 'powershell'],
  ["CURL.EXE $'b'", 'powershell'],
  ["curl.exe/b 'c'", 'bash'],
  ["xcurl.exe 'b'", 'bash'],
  ['curl.exe "b"', 'bash'],
  ["curl.exe \\\n 'b'", 'bash'],
  ['a "{""b"":""c"",""d"":[""e""]}"', 'cmd'],
  ['a "{""b""" \'c\'', 'bash'],
  ['a ""b', 'bash'],
  ['a "b""c"', 'bash'],
])('%j is written for %s', (text, shell) => {
  expect(dialectOf(text)).toBe(shell);
});

describe('words', () => {
  test.each<[text: string, commands: string[][]]>([
    ["a 'b''c'\"\" d", [['a', 'bc', 'd']]],
    ['a "b"$\'c\'d', [['a', 'bcd']]],
    ['a "$\'b\'" "x$"', [['a', "$'b'", 'x$']]],
    ['a $"b"c d', [['a', 'bc', 'd']]],
    ['a b\\\r\nc', [['a', 'bc']]],
    ['a \\\t \nb', [['a', 'b']]],
    ['a b\\', [['a', 'b\\']]],
    ['a \\ --b c \\  -d \\ \'e\' \\\t"f" \\ http://g', [['a', '--b', 'c', '-d', 'e', 'f', 'http://g']]],
    ['a b\\ -c \\ d \\ - \\ 5', [['a', 'b -c', ' d', ' -', ' 5']]],
    ['#a\nb #c', [['b']]],
    ['a ""#b', [['a', '#b']]],
    ['(a f(b) ) c', [['(a', 'f(b)'], ['c']]],
    ['a 12>b c2>d 3', [['a', 'c2', '3']]],
    ['a {fd_1}>b {1}>c', [['a', '{1}']]],
    ['a >|b c', [['a', 'c']]],
    ['a >>b c >& d e', [['a', 'c', 'e']]],
    ['a 2>&1 b', [['a', 'b']]],
    ['a >&2- b <&0 c >&- d', [['a', 'b', 'c', 'd']]],
    ['a >\t b c', [['a', 'c']]],
    ['a >b;c', [['a'], ['c']]],
    ['a > "b c" d', [['a', 'd']]],
    ['a <>b c', [['a', 'c']]],
    ['a &>>b c', [['a', 'c']]],
    ['a & b', [['a'], ['b']]],
    [';;\n\na', [['a']]],
    ['a | b > c; d', [['a'], ['d']]],
    ['a\r\nb', [['a'], ['b']]],
  ])('from %j are %j', (text, commands) => {
    expect(words(text)).toStrictEqual(commands);
  });

  test.each<[text: string, word: string]>([
    ["$'\\x4g'", '\u0004g'],
    ["$'\\x412'", 'A2'],
    ["$'\\u41'", 'A'],
    ["$'\\u00e41'", 'ä1'],
    ["$'\\U1F600'", '😀'],
    ["$'\\U0001F6001'", '😀1'],
    ["$'\\U10FFFF'", '\u{10ffff}'],
    ["$'\\U110000'", '\ufffd'],
    ["$'\\7\\1011'", '\u0007A1'],
    ["$'\\777'", '\ufffd'],
    ["$'\\501'", 'A'],
    ["$'\\ca'", '\u0001'],
    ["$'\\a\\b\\E\\f\\r\\v'", '\u0007\b\u001b\f\r\v'],
    ["$'\\\\\\\"\\''", '\\"\''],
    ["$'a b'", 'a b'],
  ])('escaped as %s are %j', (text, word) => {
    expect(read(text)).toMatchObject([{ words: [word], notes: [] }]);
  });

  test.each<[text: string, word: string, notes: string[]]>([
    ['${b=c}', '{{b}}', [`${became('b')} Its default c was left out.`]],
    ['${b_1?}x', '{{b_1}}x', [became('b_1')]],
    ['${b:?c}', '{{b}}', [became('b')]],
    ['${b:-}', '{{b}}', [became('b')]],
    ['${b-c d}', '{{b}}', [`${became('b')} Its default c d was left out.`]],
    ['$b_1-', '{{b_1}}-', [became('b_1')]],
    ['${b#c}', '${b#c}', [replaced('${b#c}')]],
    ['${b:+c}', '${b:+c}', [replaced('${b:+c}')]],
    ['${1}', '${1}', [replaced('${1}')]],
    ['"$$$1$@$*$#$?$!"', '$$$1$@$*$#$?$!', ['$$', '$1', '$@', '$*', '$#', '$?', '$!'].map(replaced)],
    [`\${${'x'.repeat(90)}%y}`, `\${${'x'.repeat(90)}%y}`, [replaced(`\${${'x'.repeat(78)}`)]],
    ['$%$.$', '$%$.$', []],
    ['`b "c"`d', '`b "c"`d', [notRun('`b "c"`')]],
    ['`b', '`b', [notRun('`b')]],
    ['$(b', '$(b', [notRun('$(b')]],
    ['$(b (c)', '$(b (c)', [notRun('$(b (c)')]],
    ['"$(b)`c`"', '$(b)`c`', [notRun('$(b)'), notRun('`c`')]],
    [`\`${'x'.repeat(90)}\``, `\`${'x'.repeat(90)}\``, [notRun(`\`${'x'.repeat(79)}`)]],
    ["'b", 'b', ['A single quote is not closed.']],
    ['"b\\', 'b\\', ['A double quote is not closed.']],
    ["$'b", 'b', ["A quote of the form $'…' is not closed."]],
    ["$'b\\'", "b'", ["A quote of the form $'…' is not closed."]],
    ["$'b\\", 'b\\', ["A quote of the form $'…' is not closed."]],
  ])('from %s are %j, with notes', (text, word, notes) => {
    expect(read(`a ${text}`)).toMatchObject([{ words: ['a', word], notes }]);
  });
});

describe('the input of a command', () => {
  test.each<[text: string, commands: object[]]>([
    [
      'X=1 Y="2\n3" a',
      [
        {
          words: ['a'],
          assignments: [
            { name: 'X', value: '1' },
            { name: 'Y', value: '2\n3' },
          ],
        },
      ],
    ],
    ['export a X=1', [{ words: ['export', 'a', 'X=1'], assignments: [] }]],
    ['export set X=1', [{ words: ['export', 'set'], assignments: [{ name: 'X', value: '1' }] }]],
    ['a_1=b', [{ words: [], assignments: [{ name: 'a_1', value: 'b' }] }]],
    ['1a=b', [{ words: ['1a=b'], assignments: [] }]],
    ['-a=b', [{ words: ['-a=b'], assignments: [] }]],
    ['a= b', [{ words: ['b'], assignments: [{ name: 'a', value: '' }] }]],
  ])('are the variables of %j', (text, commands) => {
    expect(read(text)).toMatchObject(commands);
  });

  test.each<[text: string, stdin: string | undefined, notes: string[]]>([
    ['a > $X', undefined, ['Writing to the file {{X}} was left out.']],
    ['a < "b c"', undefined, ['The file b c is not read. Enter its content by hand.']],
    ['a <> b', undefined, ['The file b is not read. Enter its content by hand.']],
    ['a >> b', undefined, ['Writing to the file b was left out.']],
    ['a &> b', undefined, ['Writing to the file b was left out.']],
    ['a | b | c > d', undefined, [pipeNote]],
    ['a | b <<< c', undefined, [pipeNote]],
    ['a 2>&1', undefined, []],
    ['a <<<b', 'b\n', []],
    ['a <<X <<Y\n1\nX\n2\nY', '2\n', []],
    ['a <<-X\n\t\tb\tc\n\tX', 'b\tc\n', []],
    ['a <<"X"\n$b\nX', '$b\n', []],
    ['a <<\\X\n$b\nX', '$b\n', []],
    [
      'a <<X\n$b_1 ${c1} $5 ${d:-e}\nX',
      '{{b_1}} {{c1}} $5 {{d}}\n',
      [became('b_1'), became('c1'), replaced('$5'), `${became('d')} Its default e was left out.`],
    ],
    ['a <<X\n\\$b \\\\c \\`d \\"e" \'f\' g\\\nh\nX', '$b \\c `d \\"e" \'f\' gh\n', []],
    ['a <<X\n`b` $(c)\nX', '`b` $(c)\n', [notRun('`b`'), notRun('$(c)')]],
    ['a <<X', undefined, []],
    ['a <<X\nb', 'b\n', []],
    ['echo $b | a', '{{b}}\n', [became('b')]],
    ['echo -n -e b | a', '-e b', []],
    ['echo b -e c | a', 'b c\n', []],
    ['echo b | a | c', 'b\n', [pipeNote]],
    ['printf b', undefined, []],
  ])('%j is its input, with notes', (text, stdin, notes) => {
    const [command] = read(text);
    expect([command?.stdin, command?.notes]).toStrictEqual([stdin, notes]);
  });

  test.each([['printf %s | a'], ['printf "b\\\\n" | a'], ['print b | a'], ['cat | a']])(
    'is not the output of %j',
    (text) => {
      const [command] = read(text);
      expect([command?.stdin, command?.notes]).toStrictEqual([undefined, [pipeNote]]);
    },
  );

  test.each<[text: string, commands: object[]]>([
    ['cat <<X | a\n$b\nX\nc', [{ words: ['a'], stdin: '{{b}}\n', notes: [became('b')] }, { words: ['c'] }]],
    ['cat <<<b | a', [{ words: ['a'], stdin: 'b\n', notes: [] }]],
    ['cat b <<<c | a', [{ words: ['cat', 'b'], notes: [pipeNote] }]],
    ['b <<X | a\nc\nX', [{ words: ['b'], stdin: 'c\n', notes: [pipeNote] }]],
    [
      'cat b | curl c | d',
      [
        { words: ['cat', 'b'], notes: [] },
        { words: ['curl', 'c'], notes: [pipeNote] },
      ],
    ],
    ['b |\\\n X=1 sudo curl.exe c', [{ words: ['b'] }, { words: ['sudo', 'curl.exe', 'c'] }]],
    [
      'b | c | curl d',
      [
        { words: ['b'], notes: [pipeNote] },
        { words: ['curl', 'd'], notes: [] },
      ],
    ],
    ['a && b || c; d', [{ words: ['a'] }, { words: ['b'], notes: [] }, { words: ['d'] }]],
    ['a || curl b | c', [{ words: ['a'], notes: ['The command that is run if this one fails was left out.'] }]],
    ['b | curly c', [{ words: ['b'], notes: [pipeNote] }]],
    ['b | c curl d', [{ words: ['b'], notes: [pipeNote] }]],
  ])('is passed on through the pipes of %j', (text, commands) => {
    expect(read(text)).toMatchObject(commands);
    expect(read(text)).toHaveLength(commands.length);
  });

  test('a pipe without a command before it is ignored', () => {
    expect(read('| a')).toStrictEqual([]);
    expect(read('X=1 | a')).toMatchObject([{ words: [], notes: [] }]);
  });

  test('lines after a here-document are commands again', () => {
    expect(words('a <<X; b\n1\nX\nc\nd')).toStrictEqual([['a'], ['b'], ['c'], ['d']]);
  });
});
