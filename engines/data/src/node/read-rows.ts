import { createReadStream } from 'node:fs';
import { sharedLoop, type WorkOwner } from '@touchstone/kernel';
import { CsvParser, wasQuoted } from '../core/csv.ts';
import type { Row } from '../core/expand-steps.ts';
import { JsonPieces } from '../core/json-pieces.ts';
import { keepRowValues } from '../core/row-values.ts';
import { readSheet } from './read-sheet.ts';

/** RowSource is a file's path, or its bytes in chunks. */
export type RowSource = string | AsyncIterable<Uint8Array | string>;

/** ReadRowsOptions of `readRows`. */
export interface ReadRowsOptions {
  type: 'csv' | 'json' | 'excel';
  /** CSV: default is the most frequent of comma, semicolon, tab and bar in the first line. */
  delimiter?: string;
  /** Excel: number from 1 or name; default the first. */
  sheet?: number | string;
  /** Reading ends after this many rows; default: all. */
  maxRows?: number;
  /** Maximum bytes of an Excel file, which is read as a whole; default 20 MB. */
  maxExcelBytes?: number;
  /** Owner on whose behalf an Excel file is read: owners take turns. */
  owner?: WorkOwner;
}

/**
 * readRows yields the rows of a file as texts by column name. CSV and JSON (a list of objects, or one object a line)
 * are streamed: memory holds one row. An Excel file is read as a whole, within limits. Throws an Error with advice if
 * the file can't be read.
 */
export async function* readRows(source: RowSource, options: ReadRowsOptions): AsyncGenerator<Row> {
  const { type, maxRows = Number.POSITIVE_INFINITY } = options;
  const rows =
    type === 'json'
      ? jsonRows(source)
      : type === 'csv'
        ? withHeader(csvRecords(source, options), csvNumber)
        : withHeader(readSheet(bytesOf(source), options));
  let count = 0;
  if (maxRows <= 0) return;
  for await (const row of rows) {
    yield row;
    count += 1;
    if (count >= maxRows) return;
  }
}

async function* csvRecords(source: RowSource, { delimiter }: ReadRowsOptions): AsyncGenerator<string[]> {
  const parser = new CsvParser(delimiter === undefined ? {} : { delimiter });
  for await (const text of textOf(source)) yield* parser.push(text);
  yield* parser.end();
}

async function* jsonRows(source: RowSource): AsyncGenerator<Row> {
  const pieces = new JsonPieces();
  let number = 0;
  const row = (text: string): Row => {
    number += 1;
    return jsonRow(text, number);
  };
  for await (const text of textOf(source))
    for (const piece of pieces.push(text)) yield await sharedLoop.run(() => row(piece));
  for (const piece of pieces.end()) yield row(piece);
}

function jsonRow(text: string, number: number): Row {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(
      `Row ${number} of the JSON file is not valid JSON. Give a list of objects such as [{"name": "Ada"}].`,
    );
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Error(
      `Row ${number} of the JSON file is not an object. Give a list of objects such as [{"name": "Ada"}].`,
    );
  }
  const entries = Object.entries(value);
  if (entries.length > maxColumns) throw tooManyColumns();
  return keepRowValues(
    Object.fromEntries(entries.map(([name, item]) => [name, cellText(item)])),
    Object.fromEntries(entries.filter(([, item]) => typeof item !== 'string')),
  );
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** As in newman, an unquoted number is one for scripts; one that would lose digits stays a text. */
function csvNumber(record: string[], index: number): number | undefined {
  const written = record[index]?.trim() ?? '';
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(written) || wasQuoted(record, index)) return undefined;
  const value = Number(written);
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? value : undefined;
}

/** The maximum of an Excel file. */
const maxColumns = 16_384;
/**
 * Limit of values filled in after the last one of short rows; a few bytes of file could otherwise require any number of
 * them.
 */
const maxFilled = 2_000_000;

/** Returns a record's value if it is a number. */
type NumberOf = (record: string[], index: number) => number | undefined;

/** The first record names the columns. An empty column needs no name. Yields to other work between the rows. */
async function* withHeader(
  records: AsyncIterable<string[]>,
  numberOf: NumberOf = () => undefined,
): AsyncGenerator<Row> {
  let names: string[] | undefined;
  let number = 0;
  let filled = 0;
  for await (const record of records) {
    if (names === undefined) {
      names = headerOf(record);
      continue;
    }
    const columns = names;
    number += 1;
    filled += Math.max(0, columns.length - record.length);
    if (filled > maxFilled)
      throw new Error(
        `Most of the ${columns.length.toLocaleString('en')} columns are empty down to row ${number}. Remove the columns that no row uses.`,
      );
    yield await sharedLoop.run(() => rowOf(columns, record, { number, numberOf }));
  }
}

function rowOf(names: string[], record: string[], { number, numberOf }: { number: number; numberOf: NumberOf }): Row {
  const nameless = record.findIndex((value, index) => value !== '' && !names[index]);
  if (nameless >= 0) throw new Error(namelessText(number, nameless, record[nameless] ?? ''));
  const cells = names.map((name, index) => ({ name, text: record[index] ?? '', value: numberOf(record, index) }));
  const known = cells.filter(({ name }) => name !== '');
  const typed = known.filter(({ value }) => value !== undefined);
  return keepRowValues(
    Object.fromEntries(known.map(({ name, text }) => [name, text])),
    Object.fromEntries(typed.map(({ name, value }) => [name, value])),
  );
}

const tooManyColumns = () =>
  new Error(
    `The file has more than ${maxColumns.toLocaleString('en')} columns. Remove those that are not needed, or check its delimiter.`,
  );

function headerOf(record: string[]): string[] {
  if (record.length > maxColumns) throw tooManyColumns();
  const names = record.map((name) => name.trim());
  const places = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const first = places.get(name);
    if (name !== '' && first !== undefined)
      throw new Error(`Columns ${first + 1} and ${index + 1} are both named "${name}". Rename one of them.`);
    if (first === undefined) places.set(name, index);
  }
  return names;
}

const namelessText = (row: number, index: number, value: string): string =>
  `Row ${row}, column ${index + 1}: the value ${JSON.stringify(value.slice(0, 40))} stands in a column without a name. Name the column in the first line, or check quotes and delimiters.`;

/** Characters read before other work gets its turn. */
const turnCharacters = 65_536;

async function* textOf(source: RowSource): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const piece of bytesOf(source)) {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    for (let at = 0; at < text.length; at += turnCharacters)
      yield await sharedLoop.run(() => text.slice(at, at + turnCharacters));
  }
  yield decoder.decode();
}

function bytesOf(source: RowSource): AsyncIterable<Uint8Array | string> {
  return typeof source === 'string' ? createReadStream(source) : source;
}
