/** A value that was read, or why it wasn't: anything that would have to be executed. */
export type LiteralValue =
  | string
  | number
  | boolean
  | null
  | Unreadable
  | LiteralValue[]
  | { [key: string]: LiteralValue };

/** Unreadable stands for a value that the script computes. */
export class Unreadable {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

const maxDepth = 50;
const identifier = /[A-Za-z_$][\w$]*/y;
const numberLiteral = /[+-]?(?:0[xX][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)/y;
const blank = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '0': '\0' };

/** readLiteral reads the JavaScript literal at `place` as data; nothing is executed. */
export function readLiteral(text: string, place: number): LiteralValue {
  return new LiteralReader(text, place).value(0);
}

/** findAssigned returns the position after `name =` of an exported or top-level variable, or undefined. */
export function findAssigned(text: string, name: string): number | undefined {
  const assigned = new RegExp(`(?:\\b(?:const|let|var)\\s+${name}\\s*(?::[^=]+)?|\\bexports\\.${name}\\s*)=(?!=)`, 'y');
  for (let place = 0; place < text.length; ) {
    assigned.lastIndex = place;
    if (assigned.test(text)) return assigned.lastIndex;
    place = skipOne(text, place);
  }
  return undefined;
}

/** The position after a comment, a string or one character. */
function skipOne(text: string, place: number): number {
  const character = text[place]!;
  if (character === '/' && (text[place + 1] === '/' || text[place + 1] === '*')) {
    blank.lastIndex = place;
    return blank.test(text) ? blank.lastIndex : text.length;
  }
  return character === '"' || character === "'" || character === '`' ? endOfString(text, place) : place + 1;
}

function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let place = start + 1; place < text.length; place += 1) {
    if (text[place] === '\\') place += 1;
    else if (text[place] === quote) return place + 1;
    else if (text[place] === '\n' && quote !== '`') return place;
  }
  return text.length;
}

class LiteralReader {
  readonly #text: string;
  #place: number;

  constructor(text: string, place: number) {
    this.#text = text;
    this.#place = place;
  }

  value(depth: number): LiteralValue {
    this.#skipBlank();
    const start = this.#place;
    const read = depth > maxDepth ? undefined : this.#simple(depth);
    this.#skipBlank();
    if (read !== undefined && (this.#place >= this.#text.length || /[,;\]}]/.test(this.#text[this.#place]!)))
      return read;
    // A script may omit the semicolon; a new line starts a statement unless it continues with an operator.
    if (read !== undefined && depth === 0 && !/[.+\-*/%?&|<>=([`]/.test(this.#text[this.#place]!)) return read;
    return this.#unreadable(start);
  }

  #simple(depth: number): LiteralValue | undefined {
    const character = this.#text[this.#place];
    if (character === '{') return this.#object(depth);
    if (character === '[') return this.#array(depth);
    if (character === '"' || character === "'" || character === '`') return this.#string();
    const number = this.#match(numberLiteral);
    if (number !== undefined) return Number(number.replaceAll('_', ''));
    const word = this.#match(identifier);
    return word === 'true' ? true : word === 'false' ? false : word === 'null' ? null : undefined;
  }

  #object(depth: number): LiteralValue | undefined {
    const object: Record<string, LiteralValue> = {};
    this.#place += 1;
    for (this.#skipBlank(); this.#place < this.#text.length; this.#skipBlank()) {
      if (this.#take('}')) return object;
      const start = this.#place;
      const key = this.#key();
      this.#skipBlank();
      if (key === undefined || !this.#take(':')) {
        this.#place = start;
        object[`entry ${Object.keys(object).length + 1}`] = this.#unreadable(start);
      } else Object.defineProperty(object, key, { value: this.value(depth + 1), enumerable: true, configurable: true });
      this.#take(',');
    }
    return undefined;
  }

  #key(): string | undefined {
    const character = this.#text[this.#place];
    if (character === '"' || character === "'") return this.#string();
    return this.#match(identifier) ?? this.#match(numberLiteral);
  }

  #array(depth: number): LiteralValue | undefined {
    const array: LiteralValue[] = [];
    this.#place += 1;
    for (this.#skipBlank(); this.#place < this.#text.length; this.#skipBlank()) {
      if (this.#take(']')) return array;
      array.push(this.value(depth + 1));
      this.#take(',');
    }
    return undefined;
  }

  #string(): string | undefined {
    const start = this.#place;
    const end = endOfString(this.#text, start);
    const inner = this.#text.slice(start + 1, end - 1);
    this.#place = end;
    if (this.#text[end - 1] !== this.#text[start] || (this.#text[start] === '`' && inner.includes('${')))
      return undefined;
    return inner.replace(/\\(u\{[\da-fA-F]{1,6}\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[\s\S])/g, (_, code: string) => {
      if (code.length === 1) return code === '\n' ? '' : (escapes[code] ?? code);
      const point = Number.parseInt(code.replace(/[ux{}]/g, ''), 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
    });
  }

  /** Skips an expression to the comma or bracket that ends it. */
  #unreadable(start: number): Unreadable {
    let depth = 0;
    let place = start;
    while (place < this.#text.length) {
      const character = this.#text[place]!;
      if (depth === 0 && /[,;\]})]/.test(character)) break;
      if (/[[{(]/.test(character)) depth += 1;
      if (/[\]})]/.test(character)) depth -= 1;
      place = skipOne(this.#text, place);
    }
    this.#place = Math.max(place, start + 1);
    return new Unreadable(this.#text.slice(start, place).trim());
  }

  #skipBlank(): void {
    this.#match(blank);
  }

  #take(character: string): boolean {
    if (this.#text[this.#place] !== character) return false;
    this.#place += 1;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#place;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#place = pattern.lastIndex;
    return match[0];
  }
}
