import { expect, test } from 'vitest';
import { type FailedStep, firstFailures, reportMail } from './report-mail.ts';

const step = (position: number, changes: Partial<FailedStep> = {}): FailedStep => ({
  title: `Step ${position}`,
  place: 'Orders',
  message: `Reason ${position}.`,
  position,
  url: `https://t.test/r/1?step=s${position}`,
  ...changes,
});
const mail = { title: 'Nightly #7', facts: ['Fail: 1 of 3 passed'], url: 'https://t.test/r/1', sender: 'a@b.test' };

test.each<[name: string, lists: FailedStep[][], names: string[]]>([
  ['failures and errors, in the order of execution', [[step(4), step(9)], [step(2)]], ['Step 2', 'Step 4', 'Step 9']],
  ['a step that a script came back to, where it ran', [[step(1, { position: 6.5 }), step(3)]], ['Step 3', 'Step 1']],
  [
    'no more than five',
    [[1, 2, 3].map((at) => step(at)), [4, 5, 6].map((at) => step(at))],
    ['Step 1', 'Step 2', 'Step 3', 'Step 4', 'Step 5'],
  ],
  ['nothing where nothing failed', [[], []], []],
])('a mail names %s', (_, lists, names) => {
  expect(firstFailures(...lists).map(({ title }) => title)).toEqual(names);
});

test('the text lists failures with their reasons, and how many more there are', () => {
  const failures = [step(1), step(2, { place: '', message: null })];
  expect(reportMail({ ...mail, failures, failureCount: 9 }).text).toBe(
    [
      'Nightly #7\nFail: 1 of 3 passed',
      'Failed steps:\n- Orders / Step 1\n  Reason 1.\n- Step 2\nand 7 more',
      'https://t.test/r/1',
      'Sent by a@b.test with Touchstone.',
    ].join('\n\n'),
  );
});

test('the HTML links to each step, and escapes all values', () => {
  const failures = [step(1, { title: '<b>', message: 'got "<script>"' })];
  const { html } = reportMail({ ...mail, failures, failureCount: 1 });
  expect(html).toContain(
    '<a href="https://t.test/r/1?step=s1">Orders / &lt;b&gt;</a><br>got &quot;&lt;script&gt;&quot;',
  );
  expect(html).not.toContain('more');
});

test('a mail about a run without failures has no list', () => {
  const { text, html } = reportMail({ ...mail, failures: [], failureCount: 0 });
  expect(text + html).not.toMatch(/failed steps|<ul>/i);
});

test.each([
  ['a sentence of many lines is one', 'a\n\n  b', 'a b'],
  ['a long one is cut', 'x'.repeat(400), `${'x'.repeat(300)}…`],
  ['one of the longest length is whole', 'y'.repeat(300), 'y'.repeat(300)],
])('%s', (_, message, shown) => {
  const { text } = reportMail({ ...mail, failures: [step(1, { message })], failureCount: 1 });
  expect(text).toContain(`- Orders / Step 1\n  ${shown}\n\n`);
});

test('a run without a page is mailed without links', () => {
  const { text, html } = reportMail({
    ...mail,
    url: undefined,
    failures: [step(1, { url: undefined })],
    failureCount: 1,
  });
  expect(text).not.toContain('https://');
  expect(html).toContain('<li>Orders / Step 1<br>Reason 1.</li>');
  expect(html).not.toContain('<a ');
});
