import { beginsWithCurl, newCommand, type ShellCommand } from './shell-command.ts';

/** readBash splits text for bash into commands without running anything. Variables become `{{NAME}}`. */
export function readBash(text: string): ShellCommand[] {
  return new BashReader(text.replaceAll('\r\n', '\n')).read();
}

class BashReader {
  readonly #text: string;
  #at = 0;
  #commands: ShellCommand[] = [];
  #command = newCommand();
  #word: string | undefined;
  /** Words after a pipe and output files are not part of the request. */
  #isAfterPipe = false;
  #pendingHere: { command: ShellCommand; mark: string; isQuoted: boolean; isIndented: boolean }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): ShellCommand[] {
    while (this.#at < this.#text.length) this.#step();
    this.#endCommand();
    return this.#commands;
  }

  #step(): void {
    const sign = this.#text[this.#at]!;
    switch (sign) {
      case '\\':
        this.#escape();
        break;
      case "'":
        this.#singleQuoted();
        break;
      case '"':
        this.#at += 1;
        this.#doubleQuoted();
        break;
      case '$':
        this.#dollar(true);
        break;
      case '`':
        this.#substitution('`');
        break;
      case ' ':
      case '\t':
        this.#endWord();
        this.#at += 1;
        break;
      case '#':
        if (this.#word === undefined) this.#at = this.#lineEnd();
        else this.#add(sign);
        break;
      default:
        if (sign === ')' && this.#word?.includes('(') !== true) this.#endCommand(1);
        else if ('\n;&|<>'.includes(sign)) this.#operator(sign);
        else this.#add(sign);
    }
  }

  #add(text: string, length = text.length): void {
    this.#word = (this.#word ?? '') + text;
    this.#at += length;
  }

  #escape(): void {
    const next = this.#text[this.#at + 1];
    // Copying adds a space after the backslash, or joins the lines; the line is meant to continue.
    const rest = this.#text.slice(this.#at, this.#at + 40);
    const joined = this.#word === undefined ? /^\\[ \t]+(?=--?[A-Za-z]|https?:|["'])/.exec(rest) : null;
    const blank = /^\\[ \t]*\n/.exec(rest) ?? joined;
    if (blank !== null) this.#at += blank[0].length;
    else this.#add(next ?? '\\', next === undefined ? 1 : 2);
  }

  #singleQuoted(): void {
    const end = this.#text.indexOf("'", this.#at + 1);
    const stop = end === -1 ? this.#text.length : end;
    if (end === -1) this.#command.notes.push('A single quote is not closed.');
    this.#add(this.#text.slice(this.#at + 1, stop), stop - this.#at + 1);
  }

  #doubleQuoted(): void {
    this.#word ??= '';
    while (this.#at < this.#text.length) {
      if (this.#text[this.#at] === '"') {
        this.#at += 1;
        return;
      }
      this.#expand('$`"\\');
    }
    this.#command.notes.push('A double quote is not closed.');
  }

  /** One sign of a quoted text, in which a backslash is special only before a line end or one of `escapable`. */
  #expand(escapable: string): void {
    const sign = this.#text[this.#at]!;
    const next = this.#text[this.#at + 1];
    if (sign === '\\' && next === '\n') this.#at += 2;
    else if (sign === '\\' && next !== undefined && escapable.includes(next)) this.#add(next, 2);
    else if (sign === '$') this.#dollar(false);
    else if (sign === '`') this.#substitution('`');
    else this.#add(sign);
  }

  /** The text as the body of a here-document, in which quotes are literal. */
  readHereDocument(): { text: string; notes: string[] } {
    while (this.#at < this.#text.length) this.#expand('$`\\');
    return { text: this.#word ?? '', notes: this.#command.notes };
  }

  #dollar(isBare: boolean): void {
    const rest = this.#text.slice(this.#at, this.#at + 300);
    if (isBare && rest.startsWith("$'")) {
      this.#ansiQuoted();
      return;
    }
    if (isBare && rest.startsWith('$"')) {
      this.#at += 2;
      this.#doubleQuoted();
      return;
    }
    const name = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::?([-=?])([^{}]*))?\})/.exec(rest);
    if (name !== null) {
      const [whole, plain, braced, operator, otherwise] = name;
      const variable = plain ?? braced ?? '';
      const lost = otherwise && operator !== '?' ? ` Its default ${otherwise} was left out.` : '';
      this.#command.notes.push(`The shell variable ${variable} became the variable {{${variable}}}.${lost}`);
      this.#add(`{{${variable}}}`, whole.length);
    } else if (rest.startsWith('$(')) this.#substitution(')');
    else this.#otherExpansion(rest);
  }

  /** Positional and special parameters, and expansions that change a value. */
  #otherExpansion(rest: string): void {
    const written = /^\$(?:\{[^{}]*\}|[\d@*#?$!])/.exec(rest)?.[0];
    if (written !== undefined)
      this.#command.notes.push(`The shell replaces ${written.slice(0, 80)} by a value. Enter it by hand.`);
    this.#add(written ?? '$');
  }

  /** The output of a command substitution is unknown; its text stays. */
  #substitution(close: string): void {
    const start = this.#at;
    let depth = close === ')' ? 0 : 1;
    let end = start + 1;
    for (; end < this.#text.length; end += 1) {
      if (close === ')' && this.#text[end] === '(') depth += 1;
      else if (this.#text[end] === close) {
        depth -= 1;
        if (depth === 0) break;
      }
    }
    const written = this.#text.slice(start, Math.min(end + 1, this.#text.length));
    this.#command.notes.push(`The command ${written.slice(0, 80)} is not run. Replace it by a value or a variable.`);
    this.#add(written);
  }

  #ansiQuoted(): void {
    let end = this.#at + 2;
    while (end < this.#text.length && this.#text[end] !== "'") end += this.#text[end] === '\\' ? 2 : 1;
    if (end >= this.#text.length) this.#command.notes.push("A quote of the form $'…' is not closed.");
    this.#add(ansiText(this.#text.slice(this.#at + 2, end)), end - this.#at + 1);
  }

  #endWord(): void {
    const word = this.#word;
    this.#word = undefined;
    if (word === undefined || this.#isAfterPipe) return;
    const assignment = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word);
    const isFirst = this.#command.words.every((known) => known === 'export' || known === 'set');
    if (isFirst && assignment !== null) this.#command.assignments.push({ name: assignment[1]!, value: assignment[2]! });
    else this.#command.words.push(word);
  }

  #endCommand(length = 0): void {
    this.#at += length;
    this.#endWord();
    if (this.#command.words.length > 0 || this.#command.assignments.length > 0) this.#commands.push(this.#command);
    this.#command = newCommand();
    this.#isAfterPipe = false;
  }

  #operator(sign: string): void {
    if (sign === '<' || sign === '>') this.#redirect(sign);
    else if (sign === '|' && this.#text[this.#at + 1] === '|') this.#alternative();
    else if (sign === '|') this.#pipe();
    else if (sign === '&' && this.#text[this.#at + 1] === '>') {
      this.#at += 1;
      this.#redirect('>');
    } else {
      this.#endCommand();
      this.#at += 1;
      if (sign === '\n') this.#readHereDocuments();
    }
  }

  /** What is run only if the command fails. */
  #alternative(): void {
    const { notes } = this.#command;
    this.#endCommand(2);
    this.#isAfterPipe = true;
    if (beginsWithCurl(this.#text.slice(this.#at, this.#at + 200)))
      notes.push('The command that is run if this one fails was left out.');
  }

  #pipe(): void {
    this.#endWord();
    this.#at += this.#text[this.#at + 1] === '&' ? 2 : 1;
    const before = this.#command;
    const isPassedOn = before.words.length === 1 && before.words[0] === 'cat';
    const printed = isPassedOn ? before.stdin : printedBy(before.words);
    const pending = this.#pendingHere.filter(({ command }) => isPassedOn && command === before);
    if (!this.#isAfterPipe && (printed !== undefined || pending.length > 0)) {
      this.#command = { ...newCommand(), ...(printed === undefined ? {} : { stdin: printed }), notes: before.notes };
      for (const document of pending) document.command = this.#command;
    } else if (beginsWithCurl(this.#text.slice(this.#at, this.#at + 200))) this.#endCommand();
    else {
      if (!this.#isAfterPipe && before.words.length > 0)
        before.notes.push('What follows the pipe sign is not part of the request and was left out.');
      this.#isAfterPipe = true;
    }
  }

  #redirect(sign: string): void {
    // `2>` and `{fd}>` name the stream; they aren't arguments.
    if (/^(\d+|\{[A-Za-z_]\w*\})$/.test(this.#word ?? '')) this.#word = undefined;
    this.#endWord();
    const operator = /^(<<<|<<-?|<>|<|>>?\|?)(&(?:\d+-?|-))?&?/.exec(this.#text.slice(this.#at, this.#at + 8));
    this.#at += operator?.[0].length ?? 1;
    if (operator?.[2] !== undefined) return;
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at += 1;
    const { target, isQuoted } = this.#readTarget();
    if (this.#isAfterPipe) return;
    const kind = operator?.[1] ?? sign;
    if (kind === '<<<') this.#command.stdin = `${target}\n`;
    else if (kind.startsWith('<<'))
      this.#pendingHere.push({ command: this.#command, mark: target, isQuoted, isIndented: kind === '<<-' });
    else if (kind === '<' || kind === '<>')
      this.#command.notes.push(`The file ${target} is not read. Enter its content by hand.`);
    else this.#command.notes.push(`Writing to the file ${target} was left out.`);
  }

  #readTarget(): { target: string; isQuoted: boolean } {
    const isQuoted = /["'\\]/.test(this.#text[this.#at] ?? '');
    const notes = this.#command.notes.length;
    const hasPlainEnd = () => this.#at >= this.#text.length || ' \t\n;&|<>'.includes(this.#text[this.#at]!);
    while (!hasPlainEnd()) this.#step();
    const target = this.#word ?? '';
    this.#word = undefined;
    this.#command.notes.length = notes;
    return { target, isQuoted };
  }

  #readHereDocuments(): void {
    for (const { command, mark, isQuoted, isIndented } of this.#pendingHere.splice(0)) {
      const lines: string[] = [];
      while (this.#at < this.#text.length) {
        const end = this.#lineEnd();
        const written = this.#text.slice(this.#at, end);
        const line = isIndented ? written.replace(/^\t+/, '') : written;
        this.#at = Math.min(end + 1, this.#text.length);
        if (line === mark) break;
        lines.push(line);
      }
      const body = lines.map((line) => `${line}\n`).join('');
      if (isQuoted) command.stdin = body;
      else {
        const { text, notes } = new BashReader(body).readHereDocument();
        command.stdin = text;
        command.notes.push(...notes);
      }
    }
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#at);
    return end === -1 ? this.#text.length : end;
  }
}

/** The text that a plain `echo` or `printf` pipes into the command. */
function printedBy(words: readonly string[]): string | undefined {
  const [name, ...rest] = words;
  if (name === 'echo')
    return rest[0] === '-n' ? rest.slice(1).join(' ') : `${rest.filter((word) => word !== '-e').join(' ')}\n`;
  return name === 'printf' && rest.length === 1 && !/[%\\]/.test(rest[0]!) ? rest[0] : undefined;
}

const ansiSigns: Record<string, string> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const encoder = new TextEncoder();

/**
 * ansiText decodes the escapes of `$'…'` (bash manual, 3.1.2.4); `\xHH` are bytes, several of which may form one UTF-8
 * character.
 */
function ansiText(text: string): string {
  const bytes: number[] = [];
  const pattern =
    /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|c([\s\S])|([\s\S]))|([^\\]+|\\$)/g;
  for (const [, hex, short, long, octal, control, sign, plain] of text.matchAll(pattern)) {
    if (hex !== undefined || octal !== undefined)
      bytes.push(hex ? Number.parseInt(hex, 16) : Number.parseInt(octal!, 8));
    else if (control !== undefined) bytes.push(control.charCodeAt(0) & 31);
    else {
      const code = short ?? long;
      const piece =
        code !== undefined
          ? characterOf(Number.parseInt(code, 16))
          : (plain ?? ansiSigns[sign!] ?? unknownEscape(sign!));
      for (const byte of encoder.encode(piece)) bytes.push(byte);
    }
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const characterOf = (code: number): string => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD');
const unknownEscape = (sign: string): string => (/['"\\?]/.test(sign) ? sign : `\\${sign}`);
