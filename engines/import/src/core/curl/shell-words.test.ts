import { describe, expect, test } from 'vitest';
import { readBash } from './bash-words.ts';
import { dialectOf } from './shell-command.ts';
import { readCmd, readPowerShell } from './windows-words.ts';

const words = (commands: { words: string[] }[]) => commands.map((command) => command.words);

test.each([
  ['a \\\n b', 'bash'],
  ['a ^\n b', 'cmd'],
  ['a `\r\n b', 'powershell'],
  ['a ^"b^"', 'cmd'],
  ['a ^"b^" \'c\'', 'bash'],
  ['a $env:X', 'powershell'],
  ['a "b"', 'bash'],
])('%j is written for %s', (text, shell) => {
  expect(dialectOf(text)).toBe(shell);
});

describe('bash', () => {
  test.each<[text: string, commands: string[][]]>([
    ['a b\tc', [['a', 'b', 'c']]],
    ['a \'b c\'d"e f"', [['a', 'b cde f']]],
    ['a "" \'\'', [['a', '', '']]],
    ['a \\\n  b', [['a', 'b']]],
    ['a \\ \n  b', [['a', 'b']]],
    ['a \\b\\ c \\', [['a', 'b c', '\\']]],
    ['a "\\$ \\` \\" \\\\ \\n x\\\ny"', [['a', '$ ` " \\ \\n xy']]],
    ["a $'b\\n\\t\\'c' $\"d\"", [['a', "b\n\t'c", 'd']]],
    ["a $'\\x41\\u00e4\\U0001F600\\101\\cA\\e\\q\\?'", [['a', 'Aä😀A\u0001\u001b\\q?']]],
    ["a $'\\xc3\\xa4'", [['a', 'ä']]],
    ['a # b\nc#d', [['a'], ['c#d']]],
    ['a;b&c&&d||e', [['a'], ['b'], ['c'], ['d']]],
    ['(a b)', [['(a', 'b']]],
    ['a f(x)y', [['a', 'f(x)y']]],
    ['a $5 $ b', [['a', '$5', '$', 'b']]],
    ['a 2>&1 b >c 2>/dev/null {x}>d e', [['a', 'b', 'e']]],
    ['a &> b c', [['a', 'c']]],
    ['a | b c', [['a']]],
    ['a |& b\nc', [['a'], ['c']]],
    ['a <<X b\nX\nc', [['a', 'b'], ['c']]],
  ])('%j is %j', (text, commands) => {
    expect(words(readBash(text))).toEqual(commands);
  });

  test.each<[text: string, stdin: string]>([
    ['a <<X\n$b ${c}\nX', '{{b}} {{c}}\n'],
    ["a <<'X'\n$b\nX\n", '$b\n'],
    ['a <<-X\n\t\tb\n\tX\n', 'b\n'],
    ['a <<X\nb\n X', 'b\n X\n'],
    ['a <<< "b c"', 'b c\n'],
    ['echo b | a', 'b\n'],
    ['echo -e b c | a', 'b c\n'],
    ['echo -n b c | a', 'b c'],
    ['printf b | a', 'b'],
  ])('%j passes on %j', (text, stdin) => {
    const [command] = readBash(text);
    expect([command?.words, command?.stdin]).toEqual([['a'], stdin]);
  });

  test.each(['printf %s | a', 'printf b c | a', 'cat b | a'])('%j keeps unknown parts', (text) => {
    const [command] = readBash(text);
    expect(command?.stdin).toBeUndefined();
    expect(command?.notes).toEqual([expect.stringContaining('What follows the pipe sign')]);
  });

  test.each<[text: string, word: string]>([
    ['a $b', '{{b}}'],
    ['a "x${b}y"', 'x{{b}}y'],
    ['a ${b:-c}', '{{b}}'],
    ['a "$b$c"', '{{b}}{{c}}'],
    ['a "`b c`"', '`b c`'],
    ['a x$(b (c) d)y', 'x$(b (c) d)y'],
  ])('%j has the word %j and a note', (text, word) => {
    const [command] = readBash(text);
    expect(command?.words).toEqual(['a', word]);
    expect(command?.notes.length).toBeGreaterThan(0);
  });

  test('variables are set before a command and on separate lines', () => {
    expect(readBash('X=1 a Y=2\nexport Z=3=4\nset W="5 6"')).toMatchObject([
      { words: ['a', 'Y=2'], assignments: [{ name: 'X', value: '1' }] },
      { words: ['export'], assignments: [{ name: 'Z', value: '3=4' }] },
      { words: ['set'], assignments: [{ name: 'W', value: '5 6' }] },
    ]);
  });
});

describe('the Windows command prompt', () => {
  test.each<[text: string, commands: string[][]]>([
    ['a b "c d"', [['a', 'b', 'c d']]],
    ['a ^\r\n b', [['a', 'b']]],
    ['a "b^\n\nc"', [['a', 'b\nc']]],
    ['a ^"b ^& c^"', [['a', 'b & c']]],
    ['a "b & c | d > e"', [['a', 'b & c | d > e']]],
    ['a & b\nc', [['a'], ['b'], ['c']]],
    ['a > x 2>NUL b', [['a', 'b']]],
    ['a >> "x y" b', [['a', 'b']]],
    ['a "b\\"c" d\\e', [['a', 'b"c', 'd\\e']]],
    ['a "b\\\\" c', [['a', 'b\\', 'c']]],
    ['a "b""c"', [['a', 'b"c']]],
    ['a ""', [['a', '']]],
    ['a "x^y"', [['a', 'x^y']]],
    ['a ^^ ^', [['a', '^', '^']]],
  ])('reads %j as %j', (text, commands) => {
    expect(words(readCmd(text))).toEqual(commands);
  });

  test.each<[text: string, word: string, notes: number]>([
    ['a %B%', '{{B}}', 1],
    ['a x%20and%20y', 'x%20and%20y', 0],
    ['a %1', '%1', 0],
  ])('reads the variable of %j as %s', (text, word, notes) => {
    const [command] = readCmd(text);
    expect([command?.words[1], command?.notes.length]).toEqual([word, notes]);
  });

  test('leaves out everything after a pipe, and reports it', () => {
    const [command] = readCmd('a b | c');
    expect(command?.words).toEqual(['a', 'b']);
    expect(command?.notes).toEqual([expect.stringContaining('What follows the pipe sign')]);
  });
});

describe('PowerShell', () => {
  test.each<[text: string, commands: string[][]]>([
    ['a b;c\nd', [['a', 'b'], ['c'], ['d']]],
    ['a `\r\n  b', [['a', 'b']]],
    ['a \'b \'\'c\'\'\' "d `"e`" ""f"""', [['a', "b 'c'", 'd "e" "f"']]],
    ['a x`ty "p`nq`r`0" `$z', [['a', 'x\ty', 'p\nq\r\0', '$z']]],
    ['a # b', [['a']]],
    ['a b#c', [['a', 'b#c']]],
    ['a > x 2>&1 *> "y z" b', [['a', 'b']]],
    ['a \'{\\"b\\":1}\'', [['a', '{"b":1}']]],
    ["a ''", [['a', '']]],
    ['a | b c\nd', [['a'], ['d']]],
  ])('reads %j as %j', (text, commands) => {
    expect(words(readPowerShell(text))).toEqual(commands);
  });

  test.each(['a $env:B', 'a ${B}', 'a "$B"', 'a "${env:B}"'])('reads the variable of %j', (text) => {
    const [command] = readPowerShell(text);
    expect(command?.words).toEqual(['a', '{{B}}']);
    expect(command?.notes).toEqual(['The shell variable B became the variable {{B}}.']);
  });
});
