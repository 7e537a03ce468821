import { createReadStream } from 'node:fs';
import type { WorkOwner } from '@touchstone/kernel';
import { CsvParser, wasQuoted } from '../core/csv.ts';
import type { Row } from '../core/expand-steps.ts';
import { JsonPieces } from '../core/json-pieces.ts';
import { keepRowValues } from '../core/row-values.ts';
import { readSheet } from './read-sheet.ts';

/** RowSource is a file's path, or its bytes piece by piece. */
export type RowSource = string | AsyncIterable<Uint8Array | string>;

/** ReadRowsOptions of `readRows`. */
export interface ReadRowsOptions {
  type: 'csv' | 'json' | 'excel';
  /** CSV: default is the most frequent of comma, semicolon, tab and bar in the first line. */
  delimiter?: string;
  /** Excel: number from 1 or name; default the first. */
  sheet?: number | string;
  /** Rows after which reading ends; default: all. */
  maxRows?: number;
  /** Bytes of an Excel file, which is read as a whole; default 20 MB. */
  maxExcelBytes?: number;
  /** On whose behalf an Excel file is read: owners take turns. */
  owner?: WorkOwner;
}

/**
 * readRows gives the rows of a file as texts by column name. CSV and JSON (a list of objects, or one object a line) are streamed: memory
 * holds one row. An Excel file is read as a whole and bounded. Throws an Error that says what to do where the file cannot be read.
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
  for await (const text of textOf(source)) for (const piece of pieces.push(text)) yield row(piece);
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
  return keepRowValues(
    Object.fromEntries(entries.map(([name, item]) => [name, cellText(item)])),
    Object.fromEntries(entries.filter(([, item]) => typeof item !== 'string')),
  );
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** As in newman, a number that is not quoted is one for scripts; one that would lose digits stays a text. */
function csvNumber(record: string[], index: number): number | undefined {
  const written = record[index]?.trim() ?? '';
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(written) || wasQuoted(record, index)) return undefined;
  const value = Number(written);
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? value : undefined;
}

/** The first record names the columns. An empty column needs no name. `numberOf` tells which values are numbers. */
async function* withHeader(
  records: AsyncIterable<string[]>,
  numberOf: (record: string[], index: number) => number | undefined = () => undefined,
): AsyncGenerator<Row> {
  let names: string[] | undefined;
  let number = 0;
  for await (const record of records) {
    if (names === undefined) names = headerOf(record);
    else {
      number += 1;
      const nameless = record.findIndex((value, index) => value !== '' && !names?.[index]);
      if (nameless >= 0) throw new Error(namelessText(number, nameless, record[nameless] ?? ''));
      const cells = names.map((name, index) => ({ name, text: record[index] ?? '', value: numberOf(record, index) }));
      const known = cells.filter(({ name }) => name !== '');
      const typed = known.filter(({ value }) => value !== undefined);
      yield keepRowValues(
        Object.fromEntries(known.map(({ name, text }) => [name, text])),
        Object.fromEntries(typed.map(({ name, value }) => [name, value])),
      );
    }
  }
}

function headerOf(record: string[]): string[] {
  const names = record.map((name) => name.trim());
  const second = names.findIndex((name, index) => name !== '' && names.indexOf(name) < index);
  if (second < 0) return names;
  const name = names[second] ?? '';
  throw new Error(`Columns ${names.indexOf(name) + 1} and ${second + 1} are both named "${name}". Rename one of them.`);
}

const namelessText = (row: number, index: number, value: string): string =>
  `Row ${row}, column ${index + 1}: the value ${JSON.stringify(value.slice(0, 40))} stands in a column without a name. Name the column in the first line, or check quotes and delimiters.`;

async function* textOf(source: RowSource): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const piece of bytesOf(source)) {
    yield typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
}

function bytesOf(source: RowSource): AsyncIterable<Uint8Array | string> {
  return typeof source === 'string' ? createReadStream(source) : source;
}
