import { expect, test } from 'vitest';
import { type Draft, inVisualOrder, PdfText, runsOf } from './pdf-text.ts';

test.each([
  ['Latin', 'Müller & Söhne', ['text-latin']],
  ['Greek', 'Παπαδόπουλος', ['text-latin']],
  ['Cyrillic', 'Общество', ['text-latin']],
  ['Arabic', 'شركة', ['text-latin']],
  ['Devanagari', 'संस्था', ['text-devanagari']],
  ['Chinese', '北京測試', ['text-any']],
  ['Japanese', 'テスト株式会社', ['text-any']],
  ['Korean', '서울', ['text-any']],
  ['Thai', 'บริษัท', ['text-any']],
  ['several', 'ACME 北京 संस्था', ['text-latin', 'text-any', 'text-devanagari']],
])('%s text is printed in a font that has its characters', (_script, text, fonts) => {
  const runs = runsOf(text, 'text');
  expect([...new Set(runs.map(({ font }) => font))]).toEqual(fonts);
  expect(runs.map((run) => run.text).join('')).toBe(text);
});

test.each([
  ['Latin', 'one two', 'one two'],
  ['Hebrew, word by word', 'אחת שתים', 'שתים אחת'],
  ['a number within Hebrew', 'רחוב 12 חיפה', 'חיפה 12 רחוב'],
  ['Hebrew within Latin', 'ACME אחת שתים Ltd', 'ACME שתים אחת Ltd'],
  ['brackets in Hebrew', 'אחת (שתים)', '(שתים) אחת'],
])('%s is in reading order', (_name, text, expected) => {
  const drawn = inVisualOrder(runsOf(text, 'text')).map((run) => run.text);
  expect(drawn.join('')).toBe(expected);
});

/** A document in which every character is ten points wide. */
function newDraft() {
  const drawn: { text: string; x: number }[] = [];
  const draft: Draft = {
    registerFont: () => undefined,
    font: () => undefined,
    widthOfString: (text) => [...text].length * 10,
    text: (text, x) => void drawn.push({ text, x }),
  };
  const line = () =>
    [...drawn]
      .sort((a, b) => a.x - b.x)
      .map(({ text }) => text)
      .join('');
  return { print: new PdfText(draft), drawn, line };
}

test('a line that is too wide is cut; a right-aligned one starts where it must', () => {
  const cut = newDraft();
  cut.print.line('Incorporated', { x: 0, y: 0, maxWidth: 60 });
  expect(cut.line()).toBe('Incor…');
  const right = newDraft();
  right.print.line('12.00', { x: 0, y: 0, alignRightAt: 100 });
  expect(Math.min(...right.drawn.map(({ x }) => x))).toBe(50);
});

test('text is wrapped between words, and between characters of scripts without spaces', () => {
  const { print } = newDraft();
  expect(print.linesOf('API Testing licences', 110)).toEqual(['API Testing', 'licences']);
  expect(print.linesOf('unbreakableword', 50)).toEqual(['unbreakableword']);
  expect(print.linesOf('', 50)).toEqual(['']);
  const lines = print.linesOf('北京測試有限公司北京測試有限公司', 60);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join('')).toBe('北京測試有限公司北京測試有限公司');
});
