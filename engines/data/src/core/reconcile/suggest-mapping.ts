import { cellText } from './cell-text.ts';
import { compareCells, toBoolean } from './compare-cells.ts';
import { isDateText, toInstant } from './instant.ts';
import { listsIn, type RowList } from './lists-in-response.ts';
import type { Cell, ColumnMapping, KeyColumn, QueryColumn } from './plan.ts';

/** Samples of both sides. */
export interface MappingSample {
  responseText: string;
  format: 'json' | 'xml';
  /** Columns of the query, and its first rows in order. */
  columns: readonly QueryColumn[];
  databaseRows: readonly (readonly Cell[])[];
}

/** MappingSuggestion is a plan to correct by hand. */
export interface MappingSuggestion {
  rowPath: string;
  keys: KeyColumn[];
  columns: ColumnMapping[];
  /** Columns of the query without a counterpart. */
  unmatched: string[];
}

const sampleRows = 50;

/**
 * suggestMapping proposes the rows, the column pairs and the key, by names, types and sampled values. `loadXPath` must
 * have resolved before XML is read.
 */
export function suggestMapping({ responseText, format, columns, databaseRows }: MappingSample): MappingSuggestion {
  let best: (MappingSuggestion & { score: number }) | undefined;
  for (const list of listsIn(responseText, format, sampleRows)) {
    const found = pairUp(list, columns, databaseRows.slice(0, sampleRows));
    if (best === undefined || found.score > best.score) best = { rowPath: list.path, ...found };
  }
  const {
    rowPath = format === 'xml' ? '/*' : '$',
    keys = [],
    columns: pairs = [],
    unmatched = columns.map(({ name }) => name),
  } = best ?? {};
  return { rowPath, keys, columns: pairs, unmatched };
}

interface Candidate {
  path: string;
  column: QueryColumn;
  score: number;
  values: Cell[];
  databaseValues: Cell[];
}

function pairUp(list: RowList, columns: readonly QueryColumn[], databaseRows: readonly (readonly Cell[])[]) {
  const paths = list.values;
  const candidates: Candidate[] = [];
  for (const [index, column] of columns.entries()) {
    const databaseValues = databaseRows.map((row) => row[index]);
    for (const { path, values } of paths) {
      const name = nameScore(path, column.name);
      const seen = overlap(values, databaseValues, column);
      const score = name + seen * 3;
      // Equal values alone say little: ones and zeros are everywhere.
      if (name >= 2 || (seen > 0.8 && distinct(values) > 2))
        candidates.push({ path, column, score, values, databaseValues });
    }
  }
  candidates.sort((one, other) => other.score - one.score || compareTexts(one.path, other.path));
  const chosen = takeBest(candidates);
  const keys = keysOf(chosen, list.rowCount);
  const ordered = columns.flatMap(({ name }) => chosen.filter(({ column }) => column.name === name));
  return {
    score: chosen.reduce((sum, { score }) => sum + score, 0),
    keys: keys.map(({ path, column }) => ({ apiPath: path, dbColumn: column.name, compareAs: 'auto' as const })),
    columns: ordered.filter((one) => !keys.includes(one)).map(toMapping),
    unmatched: columns.map(({ name }) => name).filter((name) => !chosen.some(({ column }) => column.name === name)),
  };
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Each path and each column once, the best pairs first. */
function takeBest(candidates: readonly Candidate[]): Candidate[] {
  const paths = new Set<string>();
  const names = new Set<string>();
  return candidates.filter(({ path, column }) => {
    if (paths.has(path) || names.has(column.name)) return false;
    paths.add(path);
    names.add(column.name);
    return true;
  });
}

const bare = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const singular = (name: string): string => name.replace(/s$/, '');

/** 4: same name; 3: same name, nested; 2: one ends with the other. */
function nameScore(path: string, column: string): number {
  const wanted = bare(column);
  const whole = bare(path);
  const last = bare(path.split(/[.[/@]/).at(-1) ?? path);
  if (whole === wanted) return 4;
  if (last === wanted || singular(whole) === singular(wanted)) return 3;
  if (wanted.length < 2 || last.length < 2) return 0;
  // customer.name of a customer.
  if (wanted.length > 3 && whole.startsWith(wanted)) return 2;
  if (wanted.endsWith(last) || last.endsWith(wanted) || wanted.startsWith(last)) return 2;
  return 0;
}

/** Share of the API's values that the database column also has. */
function overlap(values: readonly Cell[], others: readonly Cell[], column: QueryColumn): number {
  const given = values.filter((value) => value !== undefined && value !== null);
  if (given.length === 0 || others.length === 0) return 0;
  const context = { type: column.type, timeZone: 'UTC' };
  const rule = { compareAs: 'auto' as const };
  const met = given.filter((value) =>
    others.some(
      (other) => other !== null && other !== undefined && compareCells(rule, value, other, context) === undefined,
    ),
  );
  return met.length / given.length;
}

const distinct = (values: readonly Cell[]): number => new Set(values.map(cellText)).size;

/** The pair that looks most like an id, with all values present and unique. */
function keysOf(chosen: readonly Candidate[], rows: number): Candidate[] {
  const unique = chosen.filter(
    ({ values, databaseValues }) =>
      values.every((value) => value !== undefined && value !== null && typeof value !== 'object') &&
      distinct(values) === rows &&
      distinct(databaseValues) === databaseValues.length,
  );
  const weight = ({ column: { name }, score }: Candidate) => idWeight(bare(name)) * 10 + score;
  const [best] = unique.sort((one, other) => weight(other) - weight(one));
  return best ? [best] : [];
}

const idWeight = (name: string): number =>
  /^(id|uuid|guid|key)$/.test(name) ? 3 : /(id|uuid|code|number|no|key|sku|email)$/.test(name) ? 2 : 0;

function toMapping({ path, column, values, databaseValues }: Candidate): ColumnMapping {
  return { apiPath: path, dbColumn: column.name, compareAs: compareAsOf(column, values, databaseValues) };
}

/** `auto` is right if the database reports the type; otherwise, the values decide. */
function compareAsOf(
  { type }: QueryColumn,
  values: readonly Cell[],
  others: readonly Cell[],
): ColumnMapping['compareAs'] {
  const given = values.filter((value) => value !== undefined && value !== null);
  const isAll = (test: (value: Cell) => boolean) => given.length > 0 && given.every(test);
  const isBoolean = isAll((value) => typeof value === 'boolean' || value === 'true' || value === 'false');
  if (
    isBoolean &&
    others.some((value) => typeof value !== 'boolean') &&
    others.every((value) => value === null || toBoolean(value) !== undefined)
  )
    return 'boolean';
  const isDate = isAll((value) => typeof value === 'string' && isDateText(value));
  if (type === 'date') return 'date';
  if (
    isDate &&
    others.some((value) => value !== null) &&
    others.every((value) => value === null || toInstant(value, 'UTC') !== undefined)
  )
    return 'date';
  return 'auto';
}
