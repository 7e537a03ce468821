import { buffer } from 'node:stream/consumers';
import { PdfText } from '@touchstone/report/pdf';
import { beforeEach, expect, test, vi } from 'vitest';
import { invoicePdf } from './invoice-pdf.ts';

type Given = Parameters<typeof invoicePdf>[0];
type Printed = { text: string } & Parameters<PdfText['line']>[1];

const line = vi.spyOn(PdfText.prototype, 'line');
beforeEach(() => {
  line.mockClear();
  return () => line.mockClear();
});

const one = { text: 'API Testing, PRO, 1 month', quantity: 2, unitCents: 2905, totalCents: 5810 };
const invoice: Given = {
  invoiceId: 'i',
  invoiceNumber: 'INV-000007',
  status: 'OPEN',
  issuedAt: '2026-03-01T00:30:00.000Z',
  paidAt: null,
  currency: 'EUR',
  totalCents: 123_456,
  lines: [one],
  billedTo: { companyName: 'Łódź Öl', addressLine1: 'Street 1', city: 'Berlin', country: 'Germany', email: 'a@b.test' },
};

/** The printed text, in order, and the number of pages. */
async function printed(given: Partial<Given> = {}): Promise<{ lines: Printed[]; pages: number }> {
  const bytes = await buffer(invoicePdf({ ...invoice, ...given }));
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  return {
    lines: line.mock.calls.map(([text, at]) => ({ text, ...at })),
    pages: bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0,
  };
}

test('an invoice has the amount, the payer and the items, from top to bottom', async () => {
  const { lines, pages } = await printed();
  expect([pages, lines.map(({ text }) => text)]).toEqual([
    1,
    [
      ...['Invoice', 'Number', 'INV-000007', 'Date', 'March 1, 2026', 'State', 'To be paid by bank transfer'],
      ...['Billed to', 'Łódź Öl', 'Street 1', 'Berlin', 'Germany', 'a@b.test'],
      ...['Number', 'Price', 'Total', 'Description'],
      ...['2', '€29.05', '€58.10', 'API Testing, PRO, 1 month'],
      ...['', '', '€1,234.56', 'Total'],
    ],
  ]);
  const heights = lines.map(({ y }) => y);
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  expect(lines.filter(({ style }) => style === 'bold').map(({ text }) => text)).toEqual([
    ...['Invoice', 'Number', 'Date', 'State', 'Billed to', 'Number', 'Price', 'Total', 'Description'],
    ...['', '', '€1,234.56', 'Total'],
  ]);
});

test('values are next to their labels, numbers are right-aligned in their columns, and no text overlaps', async () => {
  const { lines } = await printed();
  const at = (text: string) => lines.findLast((each) => each.text === text);
  expect(at('March 1, 2026')).toEqual({ text: 'March 1, 2026', x: 131, y: at('Date')?.y });
  expect(lines.flatMap(({ alignRightAt }) => alignRightAt ?? [])).toEqual([1, 2, 3].flatMap(() => [375, 455, 539]));
  const rows = new Map(lines.map(({ y, x, alignRightAt }) => [`${y} ${alignRightAt ?? x}`, y]));
  expect(rows.size).toBe(lines.length);
  const heights = [...new Set(rows.values())];
  const steps = heights.slice(1).map((y, index) => y - (heights[index] ?? 0));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(12);
  // Lines below the column names, and above the total.
  const heightOf = (text: string) => lines.findLast((each) => each.text === text && each.x === 56)?.y;
  expect(['Description', one.text, 'Total'].map(heightOf)).toEqual([279, 307, 335]);
  // Space between the invoice data, the billing address, and the items.
  expect([at('Billed to'), lines.find(({ text }) => text === 'Description')].map((each) => each?.y)).toEqual([
    164, 279,
  ]);
});

test.each([
  ['PAID', 'Paid'],
  ['OPEN', 'To be paid by bank transfer'],
  ['CANCELLED', 'Cancelled'],
] as const)('the state %s is printed as "%s"', async (status, text) => {
  expect((await printed({ status })).lines[6]?.text).toBe(text);
});

test('the billing address is printed in full, empty lines are omitted', async () => {
  const { lines } = await printed({
    billedTo: {
      companyName: 'Acme',
      addressLine1: 'Street 1',
      addressLine2: 'Second floor',
      postalCode: '10115',
      city: 'Berlin',
      country: 'Germany',
      taxId: 'DE1',
      email: '',
    },
  });
  expect(lines.slice(8, 14).map(({ text }) => text)).toEqual([
    ...['Acme', 'Street 1', 'Second floor', '10115 Berlin', 'Germany', 'Tax number DE1'],
  ]);
  expect(lines.slice(8, 14).every(({ maxWidth }) => maxWidth === 300)).toBe(true);
  expect(lines[14]?.text).toBe('Number');
});

test('a long description is wrapped next to its price', async () => {
  const { lines } = await printed({ lines: [{ ...one, text: 'word '.repeat(30).trim() }] });
  const words = lines.filter(({ text }) => text.startsWith('word'));
  expect(words.map(({ text }) => text).join(' ')).toBe('word '.repeat(30).trim());
  expect(words.map(({ y }) => y - (words[0]?.y ?? 0))).toEqual(words.map((_, index) => index * 12));
  // It ends before the column of numbers.
  expect(Math.max(...words.map(({ text }) => text.length))).toBeLessThan(50);
  expect(words.length).toBeGreaterThan(2);
  expect(lines.filter(({ text }) => text === '€29.05').map(({ y }) => y)).toEqual([words[0]?.y]);
});

test('what does not fit on a page continues at the top of the next one', async () => {
  const many = Array.from({ length: 50 }, (_, index) => ({ ...one, text: `Service ${index}` }));
  const { lines, pages } = await printed({ lines: many });
  expect(pages).toBe(2);
  const services = lines.filter(({ text }) => text.startsWith('Service '));
  expect(services.map(({ text }) => text)).toEqual(many.map(({ text }) => text));
  const turn = services.findIndex(({ y }, index) => y < (services[index - 1]?.y ?? 0));
  expect([services[turn]?.y, services[turn + 1]?.y]).toEqual([60, 80]);
  // The page is filled to its end, and no line extends into the margin.
  expect(services[turn - 1]?.y).toBeGreaterThan(728);
  expect(services[turn - 1]?.y).toBeLessThanOrEqual(748);
});
