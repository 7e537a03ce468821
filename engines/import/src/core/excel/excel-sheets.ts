import type { HttpDataHandler } from '@touchstone/engine-assert/core';
import type { HttpAuthentication, HttpBody, KeyValue } from '@touchstone/engine-http/core';
import type { ImportedCollection } from '../imported-collection.ts';
import { asText } from '../openapi/parameters.ts';
import { type CollectionDraft, importSafely, newStep } from '../step-parts.ts';
import { splitQuery } from '../url-rows.ts';
import { assertionOfText, columnOf, type ExcelColumn, rowsOfCell } from './excel-cells.ts';

/** The cells of a sheet; empty ones are null. */
export interface SheetCells {
  name: string;
  rows: readonly (readonly unknown[])[];
}

type RowTexts = Partial<Record<ExcelColumn, string>>;
interface RowPlace {
  draft: CollectionDraft;
  place: string;
}

const headerRowLimit = 20;
const methods = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT|QUERY|[A-Z]{3,20})$/;

/** requestsOfSheets makes a request from every row below a title row that has at least an address column. */
export function requestsOfSheets(sheets: readonly SheetCells[]): ImportedCollection {
  return importSafely('Imported sheet', (draft) => {
    for (const sheet of sheets) readSheet(sheet, sheets.length > 1, draft);
    if (sheets.length === 1 && sheets[0]) draft.title = sheets[0].name;
    if (draft.steps.length === 0)
      draft.problems.add('document', 'No sheet has a row of titles with URL and rows of requests below it.');
  });
}

function readSheet({ name, rows }: SheetCells, isNamed: boolean, draft: CollectionDraft): void {
  const found = findTitles(rows);
  if (!found) {
    if (rows.length > 0) draft.problems.add(name, 'The sheet has no row of titles with a column URL; it was left out.');
    return;
  }
  const { columns, index, unknown } = found;
  for (const title of unknown)
    draft.problems.add(`${name}, row ${index + 1}`, `The column ${title} is not known; it was left out.`);
  for (const [offset, cells] of rows.slice(index + 1).entries()) {
    const record: RowTexts = {};
    for (const [column, at] of columns) {
      const text = cellText(cells[at]);
      if (text !== '') record[column] = text;
    }
    if (Object.keys(record).length === 0) continue;
    const place = `${name}, row ${index + offset + 2}`;
    if (!record.url) draft.problems.add(place, 'The row has no address; it was left out.');
    else addRow({ ...record, url: record.url }, isNamed ? name : '', { draft, place });
  }
}

function findTitles(rows: SheetCells['rows']) {
  for (const [index, cells] of rows.slice(0, headerRowLimit).entries()) {
    const columns = new Map<ExcelColumn, number>();
    const unknown: string[] = [];
    for (const [at, cell] of cells.entries()) {
      const title = cellText(cell);
      const column = title === '' ? undefined : columnOf(title);
      if (column && !columns.has(column)) columns.set(column, at);
      else if (title !== '' && !/^(s\.? ?no|no|#|id|sl|description|comments?|notes?)\.?$/i.test(title))
        unknown.push(title);
    }
    if (columns.has('url') && columns.size >= 2) return { columns, index, unknown };
  }
  return undefined;
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString();
  return asText(cell).trim();
}

function addRow(record: RowTexts & { url: string }, sheet: string, at: RowPlace): void {
  const { draft, place } = at;
  const written = (record.method ?? (record.body ? 'POST' : 'GET')).toUpperCase();
  const method = methods.test(written) ? written : 'GET';
  if (method !== written) draft.problems.add(place, `${written} is no method; GET stands in its place.`);
  const address = splitQuery(record.url);
  const pairs = (column: 'headers' | 'query' | 'pathParams', separator: ':' | '='): KeyValue[] => {
    const { rows, rest } = rowsOfCell(record[column] ?? '', separator);
    for (const line of rest)
      draft.problems.add(place, `"${line.slice(0, 80)}" in ${column} is not a pair; it was left out.`);
    return rows;
  };
  const headers = pairs('headers', ':');
  const body = bodyOf(record, headers);
  draft.addStep(
    newStep({
      method,
      url: address.url,
      name: record.name ?? '',
      group: [sheet, record.group ?? ''].filter((part) => part !== '').join(' / '),
      headers,
      queryParams: [...address.queryParams, ...pairs('query', '=')],
      pathParams: pairs('pathParams', '='),
      body,
      authentication: authenticationOf(record),
      assertions: assertionsOf(record, at),
      dataHandlers: handlersOf(record, at),
    }),
  );
}

function bodyOf(record: RowTexts, headers: KeyValue[]): HttpBody {
  const { body } = record;
  if (body === undefined) return { type: 'none' };
  const type = (record.bodyType ?? headers.find(({ key }) => /^content-type$/i.test(key))?.value ?? '').toLowerCase();
  if (/graphql/.test(type)) return { type: 'graphql', query: body, variables: '' };
  if (/urlencoded/.test(type)) return { type: 'urlencoded', fields: rowsOfCell(body, '=').rows };
  if (/form/.test(type))
    return { type: 'form', fields: rowsOfCell(body, '=').rows.map((row) => ({ ...row, kind: 'text' as const })) };
  if (/json/.test(type)) return { type: 'json', content: body };
  if (/xml|soap/.test(type)) return { type: 'xml', content: body };
  if (/text|raw|plain/.test(type)) return { type: 'text', content: body };
  if (/^\s*(?:\[|\{(?!\{))/.test(body)) return { type: 'json', content: body };
  return { type: /^\s*</.test(body) ? 'xml' : 'text', content: body };
}

function authenticationOf({ username, password, token }: RowTexts): HttpAuthentication {
  if (token !== undefined) return { type: 'bearer', token: token.replace(/^bearer\s+/i, '') };
  if (username === undefined && password === undefined) return { type: 'none' };
  return { type: 'basic', username: username ?? '', password: password ?? '' };
}

const linesOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/\r?\n|;(?=\s*(?:\$|\/|header\b|status\b|body\b|(?:response\s*)?time\b|size\b|[\w.-]+\s*=))/i)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function assertionsOf(record: RowTexts, { draft, place }: RowPlace) {
  const status = record.status?.replace(/\.0+$/, '');
  return [
    ...(status === undefined
      ? []
      : [
          {
            kind: 'status' as const,
            operator: /[,\s-]|xx/i.test(status) ? ('in' as const) : ('equals' as const),
            expected: status,
          },
        ]),
    ...linesOf(record.assertions).flatMap((line) => {
      const assertion = assertionOfText(line);
      if (!assertion) draft.problems.add(place, `"${line.slice(0, 80)}" is no assertion; write it like $.id = 7.`);
      return assertion ? [assertion] : [];
    }),
  ];
}

function handlersOf(record: RowTexts, { draft, place }: RowPlace): HttpDataHandler[] {
  return linesOf(record.extract).flatMap((line): HttpDataHandler[] => {
    const match = /^([A-Za-z_][\w.-]*)\s*[=:]\s*(\$.*|\/.*|header\s+[\w-]+)$/i.exec(line);
    const [, name, path] = match ?? [];
    if (!name || !path) {
      draft.problems.add(place, `"${line.slice(0, 80)}" extracts nothing; write it like id = $.id.`);
      return [];
    }
    const header = /^header\s+([\w-]+)$/i.exec(path)?.[1];
    if (header) return [{ name, source: 'header', path: header }];
    return [{ name, source: path.startsWith('$') ? 'jsonPath' : 'xpath', path }];
  });
}
