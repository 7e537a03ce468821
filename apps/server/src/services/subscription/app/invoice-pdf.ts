import type { Readable } from 'node:stream';
import type { Invoice } from '@touchstone/contracts/subscription';
import { PdfText, type TextStyle } from '@touchstone/report/pdf';
import PdfDocument from 'pdfkit';

const left = 56;
const right = 539;
const columns = { quantity: 330, unit: 380, total: 460 };
const columnEnds = [columns.quantity + 45, columns.unit + 75, right];
/** For text of ten points. */
const lineHeight = 12;

const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);
const day = (iso: string) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));

/** invoicePdf writes an invoice on A4: streamed in reading order, names in their own script. */
export function invoicePdf(invoice: Invoice & { billedTo: Record<string, string> }): Readable {
  const { invoiceNumber, issuedAt, status, billedTo, lines, currency, totalCents } = invoice;
  const pdf = new PdfDocument({ size: 'A4', margin: left, info: { Title: `Invoice ${invoiceNumber}` } });
  const print = new PdfText(pdf);

  pdf.fontSize(22);
  print.line('Invoice', { x: left, y: 60, style: 'bold' });
  pdf.fontSize(10);
  const facts = [
    ['Number', invoiceNumber],
    ['Date', day(issuedAt)],
    ['State', status === 'PAID' ? 'Paid' : status === 'OPEN' ? 'To be paid by bank transfer' : 'Cancelled'],
  ];
  let y = 100;
  for (const [name, value] of facts) {
    print.line(`${name}`, { x: left, y, style: 'bold' });
    print.line(`${value}`, { x: left + 75, y });
    y += 16;
  }
  y += 16;
  print.line('Billed to', { x: left, y, style: 'bold' });
  const { companyName, addressLine1, addressLine2, postalCode, city, country, taxId, email } = billedTo;
  const place = [postalCode, city].filter(Boolean).join(' ');
  const tax = taxId ? `Tax number ${taxId}` : '';
  for (const line of [companyName, addressLine1, addressLine2, place, country, tax, email].filter(Boolean)) {
    y += 15;
    print.line(`${line}`, { x: left, y, maxWidth: 300 });
  }
  y += 40;
  const row = ([description = '', ...numbers]: string[], style: TextStyle) => {
    const lines = print.linesOf(description, columns.quantity - left - 10, style);
    if (y + lines.length * lineHeight > 760) {
      pdf.addPage();
      y = 60;
    }
    for (const [index, text] of numbers.entries())
      print.line(text, { x: left, y, style, alignRightAt: columnEnds[index] ?? right });
    for (const line of lines) {
      print.line(line, { x: left, y, style });
      y += lineHeight;
    }
    y += 8;
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
