import { escapeXml } from '@touchstone/kernel';
import { Zip, ZipDeflate } from 'fflate';
import { blocksOf, type ReportBlock, type ReportDocument, type ReportStep, stepsOf } from './document.ts';
import { checkLines, failedChecks, formatValue, proofLines } from './text.ts';

type Cell = string | number | null;
interface Sheet {
  name: string;
  /** Widths of the first columns, in characters. */
  widths: number[];
  rows: AsyncIterable<Cell[]> | Iterable<Cell[]>;
}

/** For the columns of steps. */
const stepWidths = [20, 12, 8, 30, 40, 10, 10, 12, 24, 50, 80];

/** For a table with its own sheet. */
const ownSheetWidths = [28, 28, 28, 28, 28];

/** Excel's limit for one cell. */
const cellLength = 32_767;
/** Rows written per chunk. */
const rowsPerChunk = 100;

const stepColumns = [
  'Group',
  'Part',
  'Kind',
  'Step',
  'Address',
  'Status',
  'Outcome',
  'Duration (ms)',
  'Started',
  'Message',
  'Proof',
];

/**
 * renderExcelReport writes a report as a workbook (Office Open XML): a sheet with the header, one with the steps, one
 * with the tables and lists outside them, and one for each table with its own sheet. It is written in chunks, so that a
 * long run is never entirely in memory.
 */
export async function* renderExcelReport(document: ReportDocument): AsyncIterable<Uint8Array> {
  const sheets: Sheet[] = [
    { name: document.header.period ? 'Summary' : 'Run', widths: [20, 60], rows: headerRows(document) },
  ];
  if (document.sections.some(({ type }) => type === 'steps'))
    sheets.push({ name: 'Steps', widths: stepWidths, rows: stepRows(document) });
  const blocks = blocksOf(document);
  const sections = blocks.filter((block) => !sheetOf(block)).flatMap((block) => [...blockRows(block)]);
  if (sections.length > 0) sheets.push({ name: 'Sections', widths: [], rows: sections });
  for (const block of blocks) {
    const name = sheetOf(block);
    if (name) sheets.push({ name, widths: ownSheetWidths, rows: rowsOf[block.type](block as never) });
  }

  let pieces: Uint8Array[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else pieces.push(piece);
  });
  const take = () => {
    if (failure) throw failure;
    const taken = pieces;
    pieces = [];
    return taken;
  };
  const encoder = new TextEncoder();
  const open = (name: string) => {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    return (text: string, isLast = false) => file.push(encoder.encode(text), isLast);
  };
  for (const [name, text] of frameOf(sheets.map(({ name: title }) => title))) open(name)(text, true);
  for (const [index, { widths, rows }] of sheets.entries()) {
    const write = open(`xl/worksheets/sheet${index + 1}.xml`);
    write(`${declaration}<worksheet xmlns="${namespaces.main}">${columnsText(widths)}<sheetData>`);
    let text = '';
    let count = 0;
    for await (const row of rows) {
      count += 1;
      text += `<row r="${count}">${row.map((cell, column) => cellText(cell, `${columnName(column)}${count}`)).join('')}</row>`;
      if (count % rowsPerChunk > 0) continue;
      write(text);
      text = '';
      yield* take();
    }
    write(`${text}</sheetData></worksheet>`, true);
    yield* take();
  }
  zip.end();
  yield* take();
}

const sheetOf = (block: ReportBlock): string | undefined => (block.type === 'table' ? block.sheet : undefined);

function* headerRows({ header, counts }: ReportDocument): Iterable<Cell[]> {
  yield ['Name', header.name];
  if (typeof header.number === 'number') yield ['Number', header.number];
  yield ['Status', header.executionStatus];
  if (header.message) yield ['Message', header.message];
  if (header.period) yield ['Period', header.period];
  else {
    yield ['Started', header.startedAt];
    yield ['Finished', header.finishedAt];
    yield ['Duration (ms)', header.durationMs];
  }
  for (const { label, text } of [...header.facts, ...(header.figures ?? [])]) yield [label, text];
  if (header.url) yield ['Report', header.url];
  if (!header.period) for (const [name, count] of Object.entries(counts)) yield [name, count];
}

async function* stepRows(document: ReportDocument): AsyncIterable<Cell[]> {
  yield stepColumns;
  for await (const step of stepsOf(document)) yield stepRow(step);
}

function stepRow(step: ReportStep): Cell[] {
  const { group, label, title, subtitle, status, outcome, durationMs, startedAt, message } = step;
  return [
    ...[group.title, group.part ?? null, label, title, subtitle, status],
    ...[/^\d+$/.test(outcome) ? Number(outcome) : outcome, durationMs, startedAt, message],
    failedChecks(step).flatMap(checkLines).join('\n'),
  ];
}

type RowsOf = { [Type in ReportBlock['type']]: (block: Extract<ReportBlock, { type: Type }>) => Cell[][] };
const rowsOf: RowsOf = {
  // A table with its own sheet is meant for calculations.
  table: ({ columns, rows, sheet }) => [columns, ...(sheet ? rows.map((row) => row.map(numbered)) : rows)],
  checks: ({ checks }) => [
    ['Status', 'Check', 'Subject', 'Expected', 'Actual', 'Proof'],
    ...checks.map((check) => [
      ...[check.status, check.title, check.subject ?? null, formatValue(check.expected), formatValue(check.actual)],
      proofLines(check).join('\n'),
    ]),
  ],
  list: ({ items }) => items.map(({ strong, text, detail = null }) => [strong, text, detail]),
  values: ({ values }) => values.map(({ name, text, problem }) => [name, problem ?? text]),
  chart: ({ seconds, lines }) => [
    ['Second', ...lines.map(({ label }) => label)],
    ...seconds.map((second, index) => [second, ...lines.map(({ values }) => values[index] ?? null)]),
  ],
  files: ({ files }) => files.map(({ name, mediaType, sizeBytes }) => [name, mediaType, sizeBytes]),
  text: ({ lines }) => lines.map((line) => [line]),
  notice: ({ text }) => [[text]],
  image: ({ mediaType }) => [[mediaType]],
  exchange: ({ exchange: { request, response } }) => [[request.method, request.url, response?.status ?? null]],
  attempts: ({ attempts }) =>
    attempts.map(({ status, statusCode, durationMs, message }) => [status, statusCode, durationMs, message]),
};

/** A number, if written in a number's canonical form: `7.00` and `007` contain more than a number would. */
const numbered = (cell: string): Cell => {
  const value = Number(cell);
  return cell !== '' && Number.isFinite(value) && String(value) === cell ? value : cell;
};

function* blockRows(block: ReportBlock): Iterable<Cell[]> {
  if ('title' in block && block.title) yield [block.title];
  yield* rowsOf[block.type](block as never);
  yield [];
}

function cellText(cell: Cell, place: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${place}"><v>${cell}</v></c>` : '';
  const style = cell.includes('\n') ? ' s="1"' : '';
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell.slice(0, cellLength))}</t></is></c>`;
}

const columnsText = (widths: number[]): string =>
  widths.length === 0
    ? ''
    : `<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`;

/** A to Z, then AA and so on. */
const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : columnName(Math.floor(index / 26) - 1) + String.fromCharCode(65 + (index % 26));

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org';
const namespaces = {
  main: `${office}/spreadsheetml/2006/main`,
  relationships: `${office}/package/2006/relationships`,
  document: `${office}/officeDocument/2006/relationships`,
  types: `${office}/package/2006/content-types`,
};
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Style 0 is the plain one; style 1 wraps lines. */
const styles =
  `<styleSheet xmlns="${namespaces.main}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills>` +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/>' +
  '<xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>';

/** The files around the sheets (ECMA-376, part 1, §11.3). */
function frameOf(names: string[]): [name: string, text: string][] {
  const each = (text: (name: string, number: number) => string) =>
    names.map((name, index) => text(name, index + 1)).join('');
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${namespaces.types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${sheetType}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${namespaces.relationships}"><Relationship Id="rId1" Type="${namespaces.document}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${namespaces.main}" xmlns:r="${namespaces.document}"><sheets>${each((name, n) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${namespaces.relationships}">${each((_, n) => `<Relationship Id="rId${n}" Type="${namespaces.document}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="styles" Type="${namespaces.document}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', `${declaration}${styles}`],
  ];
}
