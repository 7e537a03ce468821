import type { RunStatus } from '@touchstone/contracts/runs';
import type PdfDocument from 'pdfkit';
import { PdfText, type TextStyle } from './pdf-text.ts';

const right = 539;
const top = 56;
const bottom = 780;
const lineHeight = 13;
const statusWidth = 60;
const resultWidth = 90;
/** Lines of one text; of longer texts, a report only mentions the rest. */
const linesOfText = 40;
const inks: Record<RunStatus, string> = {
  passed: '#0b7f6c',
  failed: '#a61b12',
  error: '#a61b12',
  running: '#1b5fd1',
  queued: '#667085',
  skipped: '#667085',
  cancelled: '#667085',
};
const ink = '#1c2128';
const faint = '#667085';

/** PdfPage writes a page of A4 from top to bottom and starts the next one when it is full. */
export class PdfPage {
  static readonly left = 56;
  readonly #pdf: typeof PdfDocument.prototype;
  readonly #text: PdfText;
  #y = top;

  constructor(pdf: typeof PdfDocument.prototype) {
    this.#pdf = pdf;
    this.#text = new PdfText(pdf);
  }

  title(text: string): void {
    this.#pdf.fontSize(18).fillColor(ink);
    for (const line of this.#lines(text, right - PdfPage.left, 'bold').slice(0, 3)) {
      this.#room(24);
      this.#text.line(line, { x: PdfPage.left, y: this.#y, style: 'bold', maxWidth: right - PdfPage.left });
      this.#y += 24;
    }
    this.#pdf.fontSize(10);
  }

  heading(text: string): void {
    this.#room(40);
    this.#y += 14;
    this.#pdf.fontSize(12);
    this.line(text, { style: 'bold' });
    this.#pdf.fontSize(10);
    this.#y += 2;
  }

  line(text: string, { style = 'text', status }: { style?: TextStyle; status?: RunStatus } = {}): void {
    this.#room(lineHeight);
    this.#pdf.fillColor(status ? inks[status] : ink);
    this.#text.line(text, { x: PdfPage.left, y: this.#y, style, maxWidth: right - PdfPage.left });
    this.#y += lineHeight + 2;
  }

  paragraph(text: string, { indent = false, isFaint = false }: { indent?: boolean; isFaint?: boolean } = {}): void {
    const x = PdfPage.left + (indent ? statusWidth : 0);
    const lines = text.split('\n').flatMap((part) => this.#lines(part, right - x, 'text'));
    for (const line of lines.slice(0, linesOfText)) {
      this.#room(lineHeight);
      this.#pdf.fillColor(isFaint ? faint : ink);
      this.#text.line(line, { x, y: this.#y, maxWidth: right - x });
      this.#y += lineHeight;
    }
    if (lines.length > linesOfText)
      this.paragraph(`… ${lines.length - linesOfText} more lines`, { indent, isFaint: true });
  }

  fact(label: string, text: string): void {
    this.#room(lineHeight);
    this.#pdf.fillColor(faint);
    this.#text.line(label, { x: PdfPage.left, y: this.#y, maxWidth: 110 });
    this.#pdf.fillColor(ink);
    this.#text.line(text, { x: PdfPage.left + 120, y: this.#y, maxWidth: right - PdfPage.left - 120 });
    this.#y += lineHeight + 1;
  }

  /** A status, its subject, and a right-aligned result. */
  row(word: string, text: string, result: string, status: RunStatus): void {
    this.#room(lineHeight * 2);
    this.#y += 4;
    const x = PdfPage.left + statusWidth;
    this.#pdf.fillColor(inks[status]);
    this.#text.line(word, { x: PdfPage.left, y: this.#y, style: 'bold', maxWidth: statusWidth - 6 });
    this.#pdf.fillColor(ink);
    this.#text.line(text, { x, y: this.#y, maxWidth: right - x - resultWidth });
    this.#pdf.fillColor(faint);
    this.#text.line(result, { x, y: this.#y, maxWidth: resultWidth, alignRightAt: right });
    this.#y += lineHeight + 1;
  }

  /** Cells of equal width after a wider first one. */
  cells(cells: readonly string[], style: TextStyle = 'text'): void {
    this.#room(lineHeight);
    const first = cells.length > 4 ? 130 : 180;
    const width = (right - PdfPage.left - first) / Math.max(1, cells.length - 1);
    this.#pdf.fontSize(cells.length > 6 ? 7 : 9).fillColor(ink);
    for (const [index, cell] of cells.entries()) {
      const x = PdfPage.left + (index === 0 ? 0 : first + (index - 1) * width);
      this.#text.line(cell, { x, y: this.#y, style, maxWidth: (index === 0 ? first : width) - 4 });
    }
    this.#pdf.fontSize(10);
    this.#y += lineHeight;
  }

  /** A PNG or JPEG picture, at most as wide as the page; false if it can't be read. */
  image(content: Buffer): boolean {
    try {
      const { width, height } = (
        this.#pdf as unknown as { openImage(from: Buffer): { width: number; height: number } }
      ).openImage(content);
      const scale = Math.min(1, (right - PdfPage.left) / width, 400 / height);
      this.#room(height * scale + 8);
      this.#pdf.image(content, PdfPage.left, this.#y, { width: width * scale, height: height * scale });
      this.#y += height * scale + 8;
      return true;
    } catch {
      return false;
    }
  }

  /** Draws lines of a chart into a box of the page; values are fractions of its height. */
  chart(
    height: number,
    lines: readonly { color: string; points: readonly ({ x: number; y: number } | null)[] }[],
  ): void {
    this.#room(height + 12);
    const width = right - PdfPage.left;
    this.#pdf.rect(PdfPage.left, this.#y, width, height).lineWidth(0.5).strokeColor('#c9ced6').stroke();
    for (const { color, points } of lines) {
      let isDrawing = false;
      for (const point of points) {
        if (point) {
          const [x, y] = [PdfPage.left + point.x * width, this.#y + height - point.y * height];
          if (isDrawing) this.#pdf.lineTo(x, y);
          else this.#pdf.moveTo(x, y);
        }
        isDrawing = point !== null;
      }
      this.#pdf.lineWidth(1).strokeColor(color).stroke();
    }
    this.#y += height + 12;
  }

  gap(): void {
    this.#y += 6;
  }

  #lines(text: string, width: number, style: TextStyle): string[] {
    // The rest of a text that fills pages is mentioned, not measured.
    return this.#text.linesOf(text.slice(0, 8000), width, style);
  }

  #room(height: number): void {
    if (this.#y + height <= bottom) return;
    this.#pdf.addPage();
    this.#y = top;
  }
}
