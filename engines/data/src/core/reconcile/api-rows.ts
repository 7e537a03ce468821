import { findXmlNodes, parseXml, queryJson, type XmlNode } from '@touchstone/engine-assert/core';
import { BudgetError, jsonNesting, workLimits } from '@touchstone/kernel';
import { type Cell, MappingProblem } from './plan.ts';
import { jsonValue, type ReadValue, xmlValue } from './value-path.ts';

/** Where a response's rows are, and which of their values are read. */
export interface ApiRowsQuery {
  format: 'json' | 'xml';
  /** JSONPath of a list, or of its items; XPath of the elements. */
  rowPath: string;
  /** Path of each value, relative to the row. */
  paths: readonly string[];
  /** Further rows are not read. */
  maxRows?: number;
}

/** ApiRows are the rows of a response; `total` includes those beyond `maxRows`. */
export interface ApiRows {
  rows: Cell[][];
  total: number;
}

/**
 * readApiRows reads the rows of a response. Throws a MappingProblem, whose message says what to correct. `loadXPath`
 * must have resolved before XML is read.
 */
export function readApiRows(text: string, query: ApiRowsQuery): ApiRows {
  return query.format === 'xml'
    ? collect(xmlRows(text, query.rowPath), query, xmlValue)
    : collect(jsonRows(text, query.rowPath), query, jsonValue);
}

function collect<Row>(found: readonly Row[], query: ApiRowsQuery, reader: (path: string) => ReadValue<Row>): ApiRows {
  const readers = query.paths.map(reader);
  const rows = found.slice(0, query.maxRows).map((row) => readers.map((read) => read(row)));
  return { rows, total: found.length };
}

/** jsonRows returns the rows of a JSON response. */
export function jsonRows(text: string, rowPath: string): readonly unknown[] {
  const path = rowPath.trim() || '$';
  const { values, singular } = queryJson(path, parseRows(text));
  if (!singular) {
    if (values.length === 0 && !isEmptyList(text, path)) throw nothingAt(path);
    return values;
  }
  const [value] = values;
  if (value === undefined) throw nothingAt(path);
  if (Array.isArray(value)) return value;
  throw new MappingProblem(
    `The row path ${path} finds ${nounOf(value)}, not a list. Choose the list that has the rows.`,
  );
}

const nothingAt = (path: string) =>
  new MappingProblem(`The row path ${path} finds nothing in the response. Check it against the response.`);

/** `$.items[*]` finds nothing in an empty list, which is a valid result. */
function isEmptyList(text: string, path: string): boolean {
  if (!path.endsWith('[*]')) return false;
  const [list] = queryJson(path.slice(0, -3), parseRows(text)).values;
  return Array.isArray(list);
}

const nounOf = (value: unknown): string =>
  value === null ? 'null' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;

type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** Parses JSON, keeping every digit of its numbers. */
function parseRows(text: string): unknown {
  if (jsonNesting(text) > workLimits.nesting)
    throw new BudgetError('The JSON', 'nesting', workLimits.nesting, 'Make it less deep.');
  const given = text.replace(/^\uFEFF/, '');
  try {
    return /\d[\d.]{15}/.test(given) ? parseWithSource(given, exactly) : JSON.parse(given);
  } catch {
    throw new MappingProblem(
      given.trim() === '' ? 'The response has no body.' : "The response isn't valid JSON. Check the request.",
    );
  }
}

function exactly(_key: string, value: unknown, context?: { source?: string }): unknown {
  const { source } = context ?? {};
  if (typeof value !== 'number' || source === undefined || source.length < 16) return value;
  return /^-?\d+$/.test(source) ? BigInt(source) : { '#number': source };
}

/** xmlRows returns the elements of an XML response that are its rows. */
function xmlRows(text: string, rowPath: string): readonly XmlNode[] {
  const nodes = findXmlNodes(rowPath.trim(), xmlDocument(text));
  if (nodes.length === 0) throw nothingAt(rowPath);
  return nodes;
}

/** xmlDocument parses an XML response. */
export function xmlDocument(text: string): ReturnType<typeof parseXml> {
  try {
    return parseXml(text);
  } catch (error) {
    if (error instanceof BudgetError) throw error;
    throw new MappingProblem("The response isn't well-formed XML. Check the request.");
  }
}
