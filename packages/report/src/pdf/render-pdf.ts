import { runTitle } from '@touchstone/contracts/runs';
import { formatDuration } from '@touchstone/kernel';
import PdfDocument from 'pdfkit';
import { blocksOf, type ReportDocument, type ReportStep, stepsOf } from '../document.ts';
import { drawBlock } from './pdf-block.ts';
import { PdfPage } from './pdf-page.ts';

const statusWords = {
  passed: 'Passed',
  failed: 'Failed',
  error: 'Error',
  cancelled: 'Canceled',
  skipped: 'Skipped',
  running: 'Running',
  queued: 'Queued',
};

/**
 * renderPdfReport writes a report on A4, in chunks: its header, its sections, then a line per step with the reason if
 * it didn't pass. Texts are printed in their own script.
 */
export async function* renderPdfReport(document: ReportDocument): AsyncIterable<Uint8Array> {
  const { header } = document;
  const title = `${header.executionStatus}: ${runTitle(header)}`;
  const pdf = new PdfDocument({ size: 'A4', margin: PdfPage.left, info: { Title: title, Producer: 'Touchstone' } });
  const page = new PdfPage(pdf);
  const written = function* (): Generator<Uint8Array> {
    for (let piece = pdf.read() as Uint8Array | null; piece; piece = pdf.read() as Uint8Array | null) yield piece;
  };
  drawHeader(page, document);
  for (const block of blocksOf(document)) {
    drawBlock(page, block);
    yield* written();
  }
  let group: string | undefined;
  for await (const step of stepsOf(document)) {
    const own = [step.group.title, step.group.part].filter(Boolean).join(' · ');
    if (own !== group) page.heading(own);
    group = own;
    drawStep(page, step);
    yield* written();
  }
  pdf.end();
  for await (const piece of pdf as unknown as AsyncIterable<Uint8Array>) yield piece;
}

function drawHeader(page: PdfPage, { header, counts }: ReportDocument): void {
  page.title(runTitle(header));
  page.line(header.executionStatus, { style: 'bold', status: header.status });
  if (header.message) page.paragraph(header.message);
  if (header.period) page.fact('Period', header.period);
  else {
    page.fact('Started', header.startedAt ? `${header.startedAt.slice(0, 19).replace('T', ' ')} UTC` : 'not yet');
    page.fact('Took', formatDuration(header.durationMs));
  }
  for (const { label, text } of header.facts) page.fact(label, text);
  for (const { label, text } of header.figures ?? []) page.fact(label, text);
  const counted = Object.entries(counts).filter(([name, count]) => count > 0 && name !== 'total');
  if (!header.figures)
    page.fact('Steps', `${counts.total}: ${counted.map(([name, count]) => `${count} ${name}`).join(', ') || 'none'}`);
  if (header.url) page.fact('Report', header.url);
}

function drawStep(page: PdfPage, step: ReportStep): void {
  const words = [step.label, step.title, ...step.notes.map((note) => `(${note})`)].filter(Boolean).join(' ');
  const result = [step.outcome, formatDuration(step.durationMs)].filter(Boolean).join('  ');
  page.row(statusWords[step.status], words, result, step.status);
  if (step.subtitle) page.paragraph(step.subtitle, { indent: true, isFaint: true });
  if (step.status === 'passed') {
    for (const block of step.blocks) if (block.type === 'image') drawBlock(page, block);
    return;
  }
  if (step.message) page.paragraph(step.message, { indent: true });
  for (const block of step.blocks)
    if (block.type === 'checks')
      drawBlock(page, { ...block, checks: block.checks.filter(({ status }) => status === 'failed') });
    else if (block.type !== 'exchange' && block.type !== 'notice') drawBlock(page, block);
}
