import { formatBytes, formatDuration } from '@touchstone/kernel';
import type { ReportBlock } from '../document.ts';
import { formatCount, formatValue, proofLines } from '../text.ts';
import type { PdfPage } from './pdf-page.ts';

const valueLength = 300;
const rowsOfTable = 500;
const inks: Record<string, string> = {
  '--run': '#1b5fd1',
  '--accent': '#3b4cca',
  '--fail': '#a61b12',
  '--warn': '#946000',
};

type Chart = Extract<ReportBlock, { type: 'chart' }>;

type Draw = { [Type in ReportBlock['type']]: (page: PdfPage, block: Extract<ReportBlock, { type: Type }>) => void };
const draw: Draw = {
  notice: (page, { text }) => page.paragraph(text),
  text(page, { lines }) {
    for (const line of lines) page.paragraph(line);
  },
  list(page, { items }) {
    for (const { strong, text, detail } of items)
      page.paragraph([`${strong}  ${text}`, detail].filter(Boolean).join('\n'));
  },
  checks(page, { checks }) {
    for (const check of checks) {
      const { status, title, subject, expected, actual, isBrief } = check;
      page.row(status === 'passed' ? 'Passed' : 'Failed', title, '', status);
      if (status === 'passed') continue;
      const values = isBrief ? '' : `expected ${shown(expected)}, got ${shown(actual)}`;
      const lines = [subject, values, ...proofLines(check)];
      page.paragraph(lines.filter(Boolean).join('\n'), { indent: true, isFaint: true });
    }
  },
  values(page, { values }) {
    for (const { name, text, problem } of values) page.fact(name, problem ?? text);
  },
  files(page, { files }) {
    for (const { name, mediaType, sizeBytes } of files) page.fact(name, `${mediaType}, ${formatBytes(sizeBytes)}`);
  },
  table(page, { columns, rows }) {
    page.cells(columns, 'bold');
    for (const row of rows.slice(0, rowsOfTable)) page.cells(row);
    if (rows.length > rowsOfTable) page.paragraph(`… ${rows.length - rowsOfTable} more rows`);
  },
  chart: drawChart,
  image(page, { title, mediaType, base64 }) {
    const isDrawn = /^image\/(png|jpeg)$/.test(mediaType) && page.image(Buffer.from(base64, 'base64'));
    page.paragraph(isDrawn ? title : `${title} (${mediaType})`, { isFaint: true });
  },
  attempts(page, { attempts }) {
    for (const [index, { status, message }] of attempts.entries())
      page.row(status, `Attempt ${index + 1}`, message ?? '', status);
  },
  exchange: (page, { exchange: { request } }) => page.paragraph(`${request.method} ${request.url}`, { isFaint: true }),
};

/** drawBlock prints a part of a report. */
export function drawBlock(page: PdfPage, block: ReportBlock): void {
  if ('title' in block && block.title && block.type !== 'image') page.heading(block.title);
  draw[block.type](page, block as never);
}

const shown = (value: unknown): string => formatValue(value).slice(0, valueLength);

function drawChart(page: PdfPage, { unit, seconds, lines }: Chart): void {
  const format = unit === 'duration' ? formatDuration : formatCount;
  const last = Math.max(1, seconds.at(-1) ?? 1);
  const most =
    lines.reduce((sofar, { values }) => values.reduce<number>((high, each) => Math.max(high, each ?? 0), sofar), 0) ||
    1;
  page.paragraph(
    `${lines.map(({ label }) => label).join(', ')}: 0 to ${format(most)}, over ${formatDuration(last * 1000)}`,
    {
      isFaint: true,
    },
  );
  page.chart(
    90,
    lines.map(({ color, values }) => ({
      color: inks[color] ?? '#667085',
      points: values.map((value, index) =>
        value === null ? null : { x: (seconds[index] ?? 0) / last, y: value / most },
      ),
    })),
  );
}
