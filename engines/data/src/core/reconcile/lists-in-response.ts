import type { XmlNode } from '@touchstone/engine-assert/core';
import { jsonRows, xmlDocument } from './api-rows.ts';
import type { Cell } from './plan.ts';
import { elementsOf, jsonValue, xmlValue } from './value-path.ts';

/** RowList is a part of a response that may be its rows. */
export interface RowList {
  /** JSONPath, or XPath. */
  path: string;
  rowCount: number;
  /** The rows' values at each path, relative to the row. */
  values: { path: string; values: Cell[] }[];
}

const maxPaths = 300;
const maxLists = 50;
const maxElements = 20_000;

/**
 * listsIn returns what may be the rows of a response, outermost first, with the values of the first `count` rows of
 * each.
 */
export function listsIn(text: string, format: 'json' | 'xml', count: number): RowList[] {
  const first = <Row>({ path, rows }: { path: string; rows: readonly Row[] }) => ({ path, rows: rows.slice(0, count) });
  if (format === 'xml')
    return listsInXml(text)
      .map(first)
      .map(({ path, rows }) => ({ path, rowCount: rows.length, values: valuesOf(rows, xmlPaths(rows), xmlValue) }));
  return listsInJson(text)
    .map(first)
    .map(({ path, rows }) => ({ path, rowCount: rows.length, values: valuesOf(rows, jsonPaths(rows), jsonValue) }));
}

function valuesOf<Row>(
  rows: readonly Row[],
  paths: readonly string[],
  reader: (path: string) => (row: Row) => Cell,
): RowList['values'] {
  return paths.map((path) => {
    const read = reader(path);
    return { path, values: rows.map((row) => read(row)) };
  });
}

/** Lists of objects, outermost first. */
function listsInJson(text: string): { path: string; rows: unknown[] }[] {
  const found: { path: string; rows: unknown[] }[] = [];
  const [root] = jsonRows(`[${text}]`, '$');
  const open: { path: string; value: unknown; depth: number }[] = [{ path: '$', value: root, depth: 0 }];
  for (let at = 0; at < open.length && at < 2000 && found.length < maxLists; at += 1) {
    const { path, value, depth } = open[at]!;
    if (Array.isArray(value)) {
      if (value.length > 0 && isRecord(value[0])) found.push({ path, rows: value });
    } else if (isRecord(value) && depth < 6)
      for (const [name, item] of Object.entries(value))
        open.push({ path: memberPath(path, name), value: item, depth: depth + 1 });
  }
  return found;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('#number' in value);

const memberPath = (parent: string, name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `${parent}.${name}` : `${parent}[${JSON.stringify(name)}]`;

/** Paths of the rows' values, including those in nested objects. */
function jsonPaths(rows: readonly unknown[]): string[] {
  const found = new Set<string>();
  const visit = (value: unknown, path: string, depth: number) => {
    if (found.size >= maxPaths) return;
    if (isRecord(value) && depth < 4) {
      for (const [name, item] of Object.entries(value))
        visit(item, path === '' ? nameIn(name) : joined(path, name), depth + 1);
      return;
    }
    if (path !== '') found.add(path);
  };
  for (const row of rows) visit(row, '', 0);
  return [...found];
}

const isPlainName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
const nameIn = (name: string): string => (isPlainName(name) ? name : `$[${JSON.stringify(name)}]`);
const joined = (path: string, name: string): string =>
  isPlainName(name) ? `${path}.${name}` : `${path.startsWith('$') ? path : `$.${path}`}[${JSON.stringify(name)}]`;

/** Elements with child parts, grouped by their path; outermost first. */
function listsInXml(text: string): { path: string; rows: XmlNode[] }[] {
  const found = new Map<string, XmlNode[]>();
  const open = elementsOf(xmlDocument(text)).map((node) => ({ node, path: `/${node.nodeName}`, depth: 0 }));
  for (let at = 0; at < open.length && at < maxElements; at += 1) {
    const { node, path, depth } = open[at]!;
    const parts = elementsOf(node);
    const hasParts = parts.length > 0 || attributesOf(node).length > 0;
    if (depth > 0 && hasParts) {
      const alike = found.get(path);
      if (alike) alike.push(node);
      else if (found.size < maxLists) found.set(path, [node]);
    }
    if (depth < 8)
      for (const part of parts) open.push({ node: part, path: `${path}/${part.nodeName}`, depth: depth + 1 });
  }
  return [...found].map(([path, rows]) => ({ path, rows }));
}

/** Names of attributes, without namespace declarations. */
function attributesOf(node: XmlNode): string[] {
  const { attributes = [] } = node as XmlNode & { attributes?: Iterable<{ name: string }> };
  return [...attributes].map(({ name }) => name).filter((name) => name !== 'xmlns' && !name.startsWith('xmlns:'));
}

/**
 * Paths of the rows' values: their attributes, and elements without child elements. A path that occurs twice in a row
 * is a list, not a value.
 */
function xmlPaths(rows: readonly XmlNode[]): string[] {
  const found = new Set<string>();
  const lists = new Set<string>();
  const visit = (node: XmlNode, path: string, depth: number) => {
    if (found.size >= maxPaths) return;
    const below = (name: string) => (path === '' ? name : `${path}/${name}`);
    for (const name of attributesOf(node)) found.add(below(`@${name}`));
    const parts = elementsOf(node);
    if (parts.length === 0 && path !== '') found.add(path);
    if (depth >= 4) return;
    for (const [name, alike] of Map.groupBy(parts, ({ nodeName }) => nodeName)) {
      if (alike.length > 1) lists.add(below(name));
      else visit(alike[0]!, below(name), depth + 1);
    }
  };
  for (const row of rows) visit(row, '', 0);
  return [...found].filter((path) => ![...lists].some((list) => path === list || path.startsWith(`${list}/`)));
}
