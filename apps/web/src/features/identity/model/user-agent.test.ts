import { expect, test } from 'vitest';
import { readTerms } from './terms.ts';
import { describeUserAgent } from './user-agent.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1',
    'Safari on iOS',
  ],
  [`Mozilla/5.0 (Linux; Android 16) ${chrome} Mobile Safari/537.36`, 'Chrome on Android'],
  ['Firefox/1', 'Firefox'],
  ['curl/8.0', 'Unknown browser'],
  ['', 'Unknown browser'],
])('%s is %s', (userAgent, name) => {
  expect(describeUserAgent(userAgent)).toBe(name);
});

test('the terms are parsed as headings, paragraphs and lists, without their own title', () => {
  expect(readTerms('# Title\n\n## One\n\nText.\n\n- a\n- b\n')).toEqual([
    { id: 1, kind: 'heading', text: 'One' },
    { id: 2, kind: 'paragraph', text: 'Text.' },
    { id: 3, kind: 'list', items: ['a', 'b'] },
  ]);
});
