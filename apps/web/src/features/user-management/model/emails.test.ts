import { expect, test } from 'vitest';
import { parseEmails } from './emails.ts';

test.each([
  ['', [], 'Please enter email id'],
  [' \n ', [], 'Please enter email id'],
  ['Ana@Example.com', ['ana@example.com'], undefined],
  ['a@b.co, c@d.co;e@f.co\ng@h.co', ['a@b.co', 'c@d.co', 'e@f.co', 'g@h.co'], undefined],
  ['a@b.co,  c@d.co', ['a@b.co', 'c@d.co'], undefined],
  ['a@b.co\nA@B.co', ['a@b.co', 'a@b.co'], 'Please remove duplicate emails'],
  ['a@b.co nobody', ['a@b.co', 'nobody'], 'Please enter valid email id: nobody'],
])('parses %j [teams-users-2]', (text, logins, problem) => {
  expect(parseEmails(text)).toEqual({ logins, ...(problem && { problem }) });
});

test('invites at most a hundred at a time', () => {
  const text = Array.from({ length: 101 }, (_, index) => `u${index}@example.com`).join('\n');
  expect(parseEmails(text).problem).toMatch(/100/);
});
