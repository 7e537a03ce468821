/** CsvOptions of `CsvParser` and `formatCsv`. */
export interface CsvOptions {
  /** Default: the most frequent of comma, semicolon, tab and bar in the first record. */
  delimiter?: string;
  /** Maximum characters of a record; a longer one is an error, usually due to an unclosed quote. Default 1,000,000. */
  maxRecordCharacters?: number;
}

const sniffCharacters = 64 * 1024;
const candidates = [',', ';', '\t', '|'];

const quotedOf = new WeakMap<readonly string[], readonly boolean[]>();

/** wasQuoted returns whether a value of a parsed record was quoted, which marks it as text. */
export const wasQuoted = (record: readonly string[], index: number): boolean => quotedOf.get(record)?.[index] === true;

/**
 * CsvParser parses RFC 4180 text incrementally: quotes, doubled quotes, line breaks in quotes, CR, LF and CRLF, a byte
 * order mark.
 */
export class CsvParser {
  readonly #maxRecord: number;
  #delimiter: string | undefined;
  #held = '';
  #isStart = true;
  #fields: string[] = [];
  #quoted: boolean[] = [];
  #field = '';
  #length = 0;
  #inQuotes = false;
  /** Whether the last character was a quote inside quotes: the end, or half of a doubled one. */
  #sawQuote = false;
  #sawReturn = false;
  #wasQuoted = false;
  /** Number of completed records. */
  #count = 0;

  constructor({ delimiter, maxRecordCharacters = 1_000_000 }: CsvOptions = {}) {
    this.#delimiter = delimiter;
    this.#maxRecord = maxRecordCharacters;
  }

  /** Takes a chunk of text and returns the records completed in it, without blank lines. */
  push(piece: string): string[][] {
    if (this.#delimiter !== undefined) return this.#read(this.#withoutMark(piece));
    this.#held += this.#withoutMark(piece);
    // The first record determines the delimiter.
    if (this.#held.length < sniffCharacters && !hasRecord(this.#held)) return [];
    return this.#readHeld();
  }

  /** Returns the last record, which may have no line break. Throws if a quote wasn't closed. */
  end(): string[][] {
    const records = this.#delimiter === undefined ? this.#readHeld() : [];
    if (this.#inQuotes && !this.#sawQuote) {
      throw new Error(
        `A quoted value is not closed: line ${this.#count + 1} of the CSV file, column ${this.#fields.length + 1}. Check its quotes.`,
      );
    }
    this.#closeRecord(records);
    return records;
  }

  #readHeld(): string[][] {
    const text = this.#held;
    this.#held = '';
    this.#delimiter = sniff(text);
    return this.#read(text);
  }

  #withoutMark(piece: string): string {
    if (!this.#isStart || piece === '') return piece;
    this.#isStart = false;
    return piece.startsWith('\uFEFF') ? piece.slice(1) : piece;
  }

  #read(text: string): string[][] {
    const records: string[][] = [];
    for (const character of text) {
      if (this.#inQuotes && !this.#sawQuote) {
        if (character === '"') this.#sawQuote = true;
        else this.#keep(character);
      } else if (this.#inQuotes && character === '"') {
        this.#sawQuote = false;
        this.#keep('"');
      } else this.#plain(character, records);
    }
    return records;
  }

  #plain(character: string, records: string[][]): void {
    this.#inQuotes = false;
    this.#sawQuote = false;
    const followsReturn = this.#sawReturn;
    this.#sawReturn = character === '\r';
    if (character === '\n' && followsReturn) return;
    if (character === '\r' || character === '\n') this.#closeRecord(records);
    else if (character === this.#delimiter) {
      this.#lengthen(1);
      this.#closeField();
    } else if (character === '"' && this.#field === '' && !this.#wasQuoted) {
      this.#inQuotes = true;
      this.#wasQuoted = true;
    } else this.#keep(character);
  }

  #keep(character: string): void {
    this.#lengthen(character.length);
    this.#field += character;
  }

  #lengthen(characters: number): void {
    this.#length += characters;
    if (this.#length > this.#maxRecord) {
      throw new Error(
        `Line ${this.#count + 1} of the CSV file is longer than ${this.#maxRecord} characters. Check for a quote that is not closed in column ${this.#fields.length + 1}.`,
      );
    }
  }

  #closeField(): void {
    if (this.#wasQuoted) this.#quoted[this.#fields.length] = true;
    this.#fields.push(this.#field);
    this.#field = '';
    this.#wasQuoted = false;
  }

  #closeRecord(records: string[][]): void {
    const isBlank = this.#fields.length === 0 && this.#field === '' && !this.#wasQuoted;
    this.#closeField();
    if (!isBlank) {
      records.push(this.#fields);
      if (this.#quoted.length > 0) quotedOf.set(this.#fields, this.#quoted);
      this.#count += 1;
    }
    this.#fields = [];
    this.#quoted = [];
    this.#length = 0;
    this.#inQuotes = false;
    this.#sawQuote = false;
  }
}

/** Characters read per step if not all records are wanted. */
const pieceCharacters = 65_536;

/** parseCsv parses a whole CSV text; with `maxRecords`, it stops as soon as there are more. */
export function parseCsv(
  text: string,
  { maxRecords, ...options }: CsvOptions & { maxRecords?: number } = {},
): string[][] {
  const parser = new CsvParser(options);
  if (maxRecords === undefined) return [...parser.push(text), ...parser.end()];
  const records: string[][] = [];
  for (let at = 0; at < text.length && records.length <= maxRecords; at += pieceCharacters)
    for (const record of parser.push(text.slice(at, at + pieceCharacters))) records.push(record);
  return records.length > maxRecords ? records : [...records, ...parser.end()];
}

/** formatCsv formats records as RFC 4180; a value is quoted only if necessary. */
export function formatCsv(records: readonly (readonly string[])[], { delimiter = ',' }: CsvOptions = {}): string {
  const quoted = (value: string, isAlone: boolean) => {
    const mustQuote = value.includes(delimiter) || /["\r\n\uFEFF]/.test(value) || (isAlone && value === '');
    return mustQuote ? `"${value.replaceAll('"', '""')}"` : value;
  };
  return records
    .map((record) => `${record.map((value) => quoted(value, record.length === 1)).join(delimiter)}\r\n`)
    .join('');
}

function hasRecord(text: string): boolean {
  return /[\r\n]/.test(withoutQuoted(text));
}

function sniff(text: string): string {
  const [first = ''] = withoutQuoted(text.slice(0, sniffCharacters)).split(/[\r\n]/, 1);
  const counts = candidates.map((candidate) => first.split(candidate).length);
  return candidates[counts.indexOf(Math.max(...counts))]!;
}

function withoutQuoted(text: string): string {
  return text.replace(/"[^"]*("|$)/g, '');
}
