import type { Proof } from '@touchstone/contracts/runs';
import readExcelFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import type { ReportDocument } from './document.ts';
import { renderExcelReport } from './excel.ts';
import { renderHtmlReport } from './html.ts';
import { httpRunDocument } from './http-document.ts';
import { renderJsonReport } from './json.ts';
import { renderPdfReport } from './pdf/index.ts';
import { noCounts } from './run.ts';
import { sampleRun, sampleStep, textOf } from './testing/sample-run.ts';

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(pieces));
}

/** One pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** A section of every type outside the steps. */
const withSections = (): ReportDocument => ({
  ...httpRunDocument(
    sampleRun([
      sampleStep({ index: 0 }),
      sampleStep({ index: 1, status: 'failed', name: 'Größe & <Preis>', message: 'Status is 500.' }),
    ]),
  ),
});
const everyBlock = (): ReportDocument => {
  const document = withSections();
  const exchange = sampleStep().exchange!;
  document.sections.push(
    { type: 'notice', text: 'Look here.' },
    { type: 'text', title: 'Generator', tone: 'warning', lines: ['One line.'] },
    { type: 'list', title: 'Failures', items: [{ strong: '3 ×', text: 'refused', detail: 'GET /' }] },
    {
      type: 'checks',
      title: 'Thresholds',
      checks: [{ status: 'failed', title: 'p95 is 9 ms.', expected: 8, actual: 9 }],
    },
    { type: 'values', title: 'Values', values: [{ name: 'id', text: '7' }] },
    { type: 'table', title: 'Requests', columns: ['Name', 'Count'], rows: [['GET /', '12']] },
    {
      type: 'chart',
      title: 'Users',
      unit: 'number',
      seconds: [0, 1, 2],
      lines: [{ label: 'Planned', color: '--run', values: [1, null, 3] }],
    },
    { type: 'exchange', exchange },
    { type: 'image', title: 'Screenshot', mediaType: 'image/png', base64: png },
    { type: 'files', title: 'Files', files: [{ name: 'video.webm', mediaType: 'video/webm', sizeBytes: 12_000 }] },
    {
      type: 'attempts',
      attempts: [{ status: 'failed', statusCode: 503, startedAt: '', durationMs: 1, message: 'again' }],
    },
  );
  return document;
};

test('a table with its own sheet has numbers where they are written as such', async () => {
  const row = ['7', '-1.5', '7.00', '007', '1e3', '12345678901234567', '', 'x'];
  const section = { type: 'table' as const, title: 'Rows', sheet: 'Rows', columns: row.map(String), rows: [row] };
  const file = await bytesOf(renderExcelReport({ ...everyBlock(), sections: [section] }));
  const sheets = (await readExcelFile(file)) as unknown as { sheet: string; data: unknown[][] }[];
  const data = sheets.find(({ sheet }) => sheet === 'Rows')?.data;
  expect(data?.[1]).toEqual([7, -1.5, '7.00', '007', '1e3', '12345678901234567', null, 'x']);
});

test('the workbook has a sheet of the run, one of its steps, one of the sections beside them', async () => {
  const file = await bytesOf(renderExcelReport(everyBlock()));
  const sheets = (await readExcelFile(file)) as unknown as { sheet: string; data: unknown[][] }[];
  const sheet = (name: string) => sheets.find((each) => each.sheet === name)?.data ?? [];
  const run = sheet('Run');
  expect(run).toContainEqual(['Name', 'Checkout regression']);
  expect(run).toContainEqual(['failed', 1]);
  const steps = sheet('Steps');
  expect(steps[0]?.slice(3, 7)).toEqual(['Step', 'Address', 'Status', 'Outcome']);
  expect(steps[2]).toEqual([
    ...['Orders', null, 'GET', 'Größe & <Preis>', 'https://api.example.org/orders/1', 'failed', 200, 74],
    ...['2026-01-02T03:04:05.000Z', 'Status is 500.', null],
  ]);
  const sections = JSON.stringify(sheet('Sections'));
  for (const text of ['Look here.', 'Thresholds', 'p95 is 9 ms.', 'GET /', 'Planned', 'video.webm'])
    expect(sections).toContain(text);
});

test('the workbook has the values and the place that prove a failure next to its step', async () => {
  const lines: Proof['lines'] = [
    { number: 1, text: '{' },
    { number: 2, text: '  "total": 42.05', isMarked: true },
  ];
  const check = { kind: 'jsonPath', operator: 'equals', expected: 42.5, actual: 42.05 } as const;
  const right = { ...check, status: 'passed' as const, message: 'JSON $.id is right.' };
  const proof: Proof = { source: 'body', lines };
  const wrong = { ...check, status: 'failed' as const, message: 'JSON $.total is wrong.', proof };
  const run = sampleRun([sampleStep({ status: 'failed', assertions: [right, wrong] })]);
  const [, steps] = await readExcelFile(await bytesOf(renderExcelReport(httpRunDocument(run))));
  expect(steps?.data.map((row) => row[10])).toEqual([
    'Proof',
    'JSON $.total is wrong.\n  expected: 42.5\n  actual:   42.05\n    1 | {\n  > 2 |   "total": 42.05',
  ]);
});

test('workbook and PDF have the number, label and commit of the run', async () => {
  const named = () => httpRunDocument(sampleRun([sampleStep()], { number: 128, label: 'main', commit: '4f2c1d9a' }));
  const [sheet] = await readExcelFile(await bytesOf(renderExcelReport(named())));
  expect(sheet?.data).toEqual(
    expect.arrayContaining([
      ['Number', 128],
      ['Label', 'main'],
      ['Commit', '4f2c1d9a'],
    ]),
  );
  const pdf = (await bytesOf(renderPdfReport(named()))).toString('latin1');
  // The title is written in UTF-16 or as plain characters.
  expect(pdf.replaceAll('\0', '')).toContain('Pass: Checkout regression #128');
});

test('a workbook of 10,000 steps is written in chunks while the steps are read', async () => {
  let given = 0;
  let ahead = 0;
  let pieces = 0;
  async function* steps() {
    for (; given < 10_000; given += 1) yield sampleStep({ index: given, exchange: null, name: crypto.randomUUID() });
  }
  let bytes = 0;
  let before = 0;
  for await (const piece of renderExcelReport(httpRunDocument({ ...sampleRun([]), steps: steps() }))) {
    ahead = Math.max(ahead, given - before);
    before = given;
    pieces += 1;
    bytes += piece.length;
  }
  expect(given).toBe(10_000);
  expect(pieces).toBeGreaterThan(10);
  expect(ahead).toBeLessThan(5000);
  expect(bytes).toBeGreaterThan(100_000);
});

test('the PDF is complete, names the run, and a long one has many pages that are written in chunks', async () => {
  const file = (await bytesOf(renderPdfReport(everyBlock()))).toString('latin1');
  expect(file.slice(0, 5)).toBe('%PDF-');
  expect(file.trimEnd().slice(-5)).toBe('%%EOF');
  expect(file).toContain('/Subtype /Image');
  const steps = Array.from({ length: 300 }, (_, index) => sampleStep({ index, status: 'error', message: 'refused' }));
  const pieces = await Array.fromAsync(renderPdfReport(httpRunDocument(sampleRun(steps))));
  expect(pieces.length).toBeGreaterThan(5);
  expect(
    Buffer.concat(pieces)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length,
  ).toBeGreaterThan(10);
});

test('the HTML report shows sections outside the steps, and pictures of known types only', async () => {
  const html = await textOf(renderHtmlReport(everyBlock()));
  expect(html).toContain(`<img src="data:image/png;base64,${png}" alt="Screenshot">`);
  expect(html.match(/<details class="step"/g)).toHaveLength(2);
  expect(html).toContain('aria-label="Users over the time of the run"');
  const sections: ReportDocument['sections'] = [
    { type: 'image', title: 'Drawing', mediaType: 'image/svg+xml', base64: png },
    { type: 'image', title: 'Broken', mediaType: 'image/png', base64: '"><script>' },
  ];
  const refused = await textOf(renderHtmlReport({ ...withSections(), sections, counts: noCounts() }));
  expect(refused).not.toContain('<img');
  expect(refused).not.toContain('<script');
});

test('the JSON report has the sections outside the steps, if there are any', async () => {
  const report = JSON.parse(await textOf(renderJsonReport(everyBlock()))) as {
    steps: unknown[];
    sections: { type: string }[];
  };
  expect(report.steps).toHaveLength(2);
  expect(report.sections.map(({ type }) => type)).toContain('image');
  expect(JSON.parse(await textOf(renderJsonReport(withSections())))).not.toHaveProperty('sections');
});
