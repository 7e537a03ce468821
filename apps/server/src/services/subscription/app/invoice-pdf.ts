import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Invoice } from '@touchstone/contracts';
import PdfDocument from 'pdfkit';

const fonts = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const left = 56;
const right = 539;
const columns = { quantity: 330, unit: 380, total: 460 };

const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);
const day = (iso: string) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));

/** invoicePdf writes an invoice on A4 as it is read: streamed, in a font that has the letters of most languages. */
export function invoicePdf(invoice: Invoice & { billedTo: Record<string, string> }): Readable {
  const { invoiceNumber, issuedAt, status, billedTo, lines, currency, totalCents } = invoice;
  const pdf = new PdfDocument({ size: 'A4', margin: left, info: { Title: `Invoice ${invoiceNumber}` } });
  pdf.registerFont('text', join(fonts, 'DejaVuSans.ttf'));
  pdf.registerFont('bold', join(fonts, 'DejaVuSans-Bold.ttf'));

  pdf.font('bold').fontSize(22).text('Invoice', left, 60);
  pdf.font('text').fontSize(10);
  const facts = [
    ['Number', invoiceNumber],
    ['Date', day(issuedAt)],
    ['State', status === 'PAID' ? 'Paid' : status === 'OPEN' ? 'To be paid by bank transfer' : 'Cancelled'],
  ];
  let y = 100;
  for (const [name, value] of facts) {
    pdf.font('bold').text(`${name}`, left, y, { width: 70 });
    pdf.font('text').text(`${value}`, left + 75, y);
    y += 16;
  }
  y += 16;
  pdf.font('bold').text('Billed to', left, y);
  pdf.font('text');
  const { companyName, addressLine1, addressLine2, postalCode, city, country, taxId, email } = billedTo;
  const place = [postalCode, city].filter(Boolean).join(' ');
  const tax = taxId ? `Tax number ${taxId}` : '';
  for (const line of [companyName, addressLine1, addressLine2, place, country, tax, email].filter(Boolean)) {
    y += 15;
    pdf.text(`${line}`, left, y, { width: 300, lineBreak: false, ellipsis: true });
  }
  y += 40;
  const row = (cells: [string, string, string, string], font: 'text' | 'bold') => {
    pdf.font(font);
    const height = pdf.heightOfString(cells[0], { width: columns.quantity - left - 10 });
    if (y + height > 760) {
      pdf.addPage();
      y = 60;
    }
    pdf.text(cells[0], left, y, { width: columns.quantity - left - 10 });
    pdf.text(cells[1], columns.quantity, y, { width: 45, align: 'right' });
    pdf.text(cells[2], columns.unit, y, { width: 75, align: 'right' });
    pdf.text(cells[3], columns.total, y, { width: right - columns.total, align: 'right' });
    y += height + 8;
  };
  const rule = () => {
    pdf.moveTo(left, y).lineTo(right, y).lineWidth(0.5).strokeColor('#888888').stroke();
    y += 8;
  };
  row(['Description', 'Number', 'Price', 'Total'], 'bold');
  rule();
  for (const line of lines)
    row([line.text, String(line.quantity), money(line.unitCents, currency), money(line.totalCents, currency)], 'text');
  rule();
  row(['Total', '', '', money(totalCents, currency)], 'bold');
  pdf.end();
  return pdf as unknown as Readable;
}
