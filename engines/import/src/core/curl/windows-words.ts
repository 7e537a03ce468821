import { newCommand, type ShellCommand } from './shell-command.ts';

/** Stands for a sign of the shell itself while the text of one command is still together. */
const commandEnd = '\u0000';
const pipe = '\u0001';

/** readCmd splits a text for the Windows command prompt: first `^` as cmd.exe reads it, then quotes as a program reads its arguments. */
export function readCmd(text: string): ShellCommand[] {
  const plain = cmdText(text.replaceAll('\r\n', '\n').replace(/[\u0000\u0001]/g, ''));
  return commandsOf(plain, (command) => programWords(command, true));
}

function cmdText(text: string): string {
  let out = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === '^' && !isQuoted) {
      at += 1;
      // A caret joins two lines; a line end that follows is then meant as such.
      const blank = /^[ \t]*\n/.exec(text.slice(at, at + 40));
      if (blank !== null) {
        at += blank[0].length;
        if (text[at] !== '\n') {
          at -= 1;
          continue;
        }
      }
      out += text[at] ?? '';
      continue;
    }
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted || !'\n&|'.includes(sign)) out += sign;
    else out += sign === '|' ? pipe : commandEnd;
  }
  return out;
}

/** readPowerShell splits a text for PowerShell: backtick escapes, both kinds of quotes, variables. */
export function readPowerShell(text: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let command = newCommand();
  let word: string | undefined;
  let isAfterPipe = false;
  const endWord = () => {
    // Windows PowerShell hands quotes to programs only where they are escaped for the program as well.
    if (word !== undefined && !isAfterPipe) command.words.push(word.replaceAll('\\"', '"'));
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (command.words.length > 0) commands.push(command);
    command = newCommand();
    isAfterPipe = false;
  };
  const pattern =
    /`\r?\n|`([\s\S])|'((?:[^']|'')*)'|"((?:[^"`]|`[\s\S]|"")*)"|(\r?\n|;)|(\|)|([ \t]+)|(#[^\n]*)|(\$\{?(?:env:)?([A-Za-z_]\w*)\}?)|([\s\S])/gi;
  for (const [, escaped, single, double, end, piped, blank, comment, , name, other] of text.matchAll(pattern)) {
    if (end !== undefined) endCommand();
    else if (piped !== undefined) {
      endWord();
      command.notes.push('What follows the pipe sign is not part of the request and was left out.');
      isAfterPipe = true;
    } else if (blank !== undefined) endWord();
    else if (comment !== undefined) word = word === undefined ? undefined : word + comment;
    else if (single !== undefined) word = (word ?? '') + single.replaceAll("''", "'");
    else if (double !== undefined) word = (word ?? '') + doubleQuoted(double, command);
    else if (name !== undefined) word = (word ?? '') + variable(name, command);
    else if (escaped !== undefined) word = (word ?? '') + powerShellSign(escaped);
    else if (other !== undefined) word = (word ?? '') + other;
  }
  endCommand();
  return commands;
}

function variable(name: string, command: ShellCommand): string {
  command.notes.push(`The shell variable ${name} became the variable {{${name}}}.`);
  return `{{${name}}}`;
}

const powerShellSign = (sign: string): string => ({ n: '\n', r: '\r', t: '\t', '0': '\0' })[sign] ?? sign;

const doubleQuoted = (text: string, command: ShellCommand): string =>
  text.replace(/`([\s\S])|""|\$\{?(?:env:)?([A-Za-z_]\w*)\}?/gi, (_, escaped?: string, name?: string) => {
    if (escaped !== undefined) return powerShellSign(escaped);
    return name === undefined ? '"' : variable(name, command);
  });

function commandsOf(text: string, wordsOf: (command: string) => string[]): ShellCommand[] {
  return text.split(commandEnd).flatMap((line) => {
    const [first = '', ...rest] = line.split(pipe);
    const command = newCommand();
    command.words = wordsOf(first).map((word) =>
      // A percent-encoded text such as %20and%20 does not name a variable.
      word.replace(/%(?![0-9A-Fa-f]{2})([A-Za-z_]\w*)%/g, (_, name: string) => variable(name, command)),
    );
    if (rest.length > 0) command.notes.push('What follows the pipe sign is not part of the request and was left out.');
    return command.words.length > 0 ? [command] : [];
  });
}

/** programWords splits a command line as the C runtime of Windows does. */
function programWords(line: string, keepsNewlines: boolean): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at]!;
    if (sign === '\\') {
      const run = /^\\+/.exec(line.slice(at))![0].length;
      const isBeforeQuote = line[at + run] === '"';
      word = (word ?? '') + '\\'.repeat(isBeforeQuote ? Math.floor(run / 2) : run);
      at += run - 1;
      if (isBeforeQuote && run % 2 === 1) {
        word += '"';
        at += 1;
      }
    } else if (sign === '"') {
      word ??= '';
      if (isQuoted && line[at + 1] === '"') {
        word += '"';
        at += 1;
      } else isQuoted = !isQuoted;
    } else if (!isQuoted && (sign === ' ' || sign === '\t' || (keepsNewlines && sign === '\n'))) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + sign;
  }
  if (word !== undefined) words.push(word);
  return words;
}
