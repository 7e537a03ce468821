import { beginsWithCurl, newCommand, type ShellCommand } from './shell-command.ts';

/** Placeholders for the shell's own characters while the text of a command is still in one piece. */
const commandEnd = '\u0000';
const pipe = '\u0001';
const redirect = '\u0002';

/**
 * readCmd splits text for the Windows command prompt: first `^` as cmd.exe reads it, then quotes as a program parses
 * its arguments.
 */
export function readCmd(text: string): ShellCommand[] {
  const plain = cmdText(text.replaceAll('\r\n', '\n').replace(/[\u0000-\u0002]/g, ''));
  return commandsOf(plain, programWords);
}

function cmdText(text: string): string {
  let out = '';
  let isQuoted = false;
  // A caret joins two lines; a line break right after is meant literally.
  for (const [whole, , escaped] of text.matchAll(/(\^[ \t]*\n(\n)?)|\^([\s\S])|[\s\S]/g)) {
    const sign = whole[0]!;
    if (sign === '^' && whole.length > 1) out += isQuoted ? quotedCaret(whole) : (escapedSign(whole) ?? escaped ?? '');
    else {
      if (sign === '"') isQuoted = !isQuoted;
      out += isQuoted ? sign : (endSigns[sign] ?? sign);
    }
    if (isQuoted && whole === '^"') isQuoted = false;
  }
  return out;
}

const endSigns: Record<string, string> = { '\n': commandEnd, '&': commandEnd, '|': pipe, '<': redirect, '>': redirect };

function escapedSign(whole: string): string | undefined {
  if (!whole.includes('\n')) return whole[1];
  return whole.endsWith('\n\n') ? '\n' : '';
}

/** Inside quotes a caret is an ordinary character, but line continuations written there are still joined. */
const quotedCaret = (whole: string): string => (/^\^[ \t]*\n/.test(whole) ? (escapedSign(whole) ?? '') : whole);

/** readPowerShell splits text for PowerShell: backtick escapes, both kinds of quotes, variables. */
export function readPowerShell(text: string): ShellCommand[] {
  const reader = new PowerShellReader();
  const pattern =
    /`\r?\n|`([\s\S])|'((?:[^']|'')*)'|"((?:[^"`]|`[\s\S]|"")*)"|(\r?\n|;)|(?<![^\s])(?:[*\d]?>>?(?:&\d|[ \t]*(?:"[^"]*"|'[^']*'|[^\s;|]+)))|(\|)|([ \t]+)|(#[^\n]*)|(\$\{?(?:env:)?([A-Za-z_]\w*)\}?)|([\s\S])/gi;
  for (const match of text.matchAll(pattern)) reader.take(match);
  return reader.finish();
}

class PowerShellReader {
  readonly #commands: ShellCommand[] = [];
  #command = newCommand();
  #word: string | undefined;
  #isAfterPipe = false;

  take(match: RegExpExecArray): void {
    const { index, input } = match;
    const [, escaped, single, double, end, piped, blank, comment, , name, other] = match;
    if (end !== undefined) this.#endCommand();
    else if (piped !== undefined) this.#pipe(input.slice(index + 1, index + 200));
    else if (blank !== undefined) this.#endWord();
    else if (comment !== undefined) {
      if (this.#word !== undefined) this.#word += comment;
    } else if (name !== undefined) this.#add(variable(name, this.#command));
    else if (double !== undefined) this.#add(doubleQuoted(double, this.#command));
    else if (single !== undefined) this.#add(single.replaceAll("''", "'"));
    else if (escaped !== undefined) this.#add(powerShellSign(escaped));
    else if (other !== undefined) this.#add(other);
  }

  finish(): ShellCommand[] {
    this.#endCommand();
    return this.#commands;
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #pipe(rest: string): void {
    if (beginsWithCurl(rest)) {
      this.#endCommand();
      return;
    }
    this.#endWord();
    this.#command.notes.push('What follows the pipe sign is not part of the request and was left out.');
    this.#isAfterPipe = true;
  }

  #endWord(): void {
    // Windows PowerShell passes quotes to programs only if they are also escaped for the program.
    if (this.#word !== undefined && !this.#isAfterPipe) this.#command.words.push(this.#word.replaceAll('\\"', '"'));
    this.#word = undefined;
  }

  #endCommand(): void {
    this.#endWord();
    if (this.#command.words.length > 0) this.#commands.push(this.#command);
    this.#command = newCommand();
    this.#isAfterPipe = false;
  }
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

/** Redirections of the shell: `2>NUL`, `>> "a file"`, `2>&1` (whose ampersand has already ended the command). */
const redirection = /(?:(?<=^|[ \t\n"])\d)?\u0002+[ \t]*(?:"[^"]*"|[^\s\u0002])*/g;

function commandsOf(text: string, wordsOf: (command: string) => string[]): ShellCommand[] {
  return text.split(commandEnd).flatMap((line) => {
    const parts = line.split(pipe);
    const count = Math.max(1, parts.findLastIndex(beginsWithCurl) + 1);
    const commands = parts.slice(0, count).map((part) => commandOf(part, wordsOf));
    if (parts.length > count)
      commands.at(-1)?.notes.push('What follows the pipe sign is not part of the request and was left out.');
    return commands.filter(({ words }) => words.length > 0);
  });
}

function commandOf(text: string, wordsOf: (command: string) => string[]): ShellCommand {
  const command = newCommand();
  command.words = wordsOf(text.replace(redirection, ' ')).map((word) =>
    // Percent-encoded text such as %20and%20 isn't a variable.
    word.replace(/%(?![0-9A-Fa-f]{2})([A-Za-z_]\w*)%/g, (_, name: string) => variable(name, command)),
  );
  return command;
}

/** programWords splits a command line as the Windows C runtime does. */
function programWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (const [whole, slashes, quotes, blank] of line.matchAll(/(\\*)("+)|([ \t\n])|[\s\S]/g)) {
    if (quotes !== undefined) {
      const read = readQuotes(slashes ?? '', quotes, isQuoted);
      word = (word ?? '') + read.text;
      isQuoted = read.isQuoted;
    } else if (blank === undefined || isQuoted) word = (word ?? '') + whole;
    else {
      if (word !== undefined) words.push(word);
      word = undefined;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

/**
 * Before a quote two backslashes are one, and an odd one makes the quote literal; inside quotes two quotes are one
 * literal quote.
 */
function readQuotes(slashes: string, quotes: string, wasQuoted: boolean): { text: string; isQuoted: boolean } {
  const isEscaped = slashes.length % 2 === 1;
  let isQuoted = wasQuoted;
  let text = '\\'.repeat(Math.floor(slashes.length / 2)) + (isEscaped ? '"' : '');
  for (let at = isEscaped ? 1 : 0; at < quotes.length; at += 1) {
    if (isQuoted && quotes[at + 1] === '"') {
      text += '"';
      at += 1;
    } else isQuoted = !isQuoted;
  }
  return { text, isQuoted };
}
