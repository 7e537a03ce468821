import { expect, test } from 'vitest';
import { resolvedText } from './resolved-text.ts';

test.each([
  {
    name: 'a text without a secret',
    template: '{{base}}/orders',
    sent: 'https://a.test/orders',
    want: 'https://a.test/orders',
  },
  { name: 'a secret alone', template: '{{token}}', sent: '••••••', want: '{{token}}' },
  {
    name: 'a secret behind a fixed part',
    template: 'Bearer {{token}}',
    sent: 'Bearer ••••••',
    want: 'Bearer {{token}}',
  },
  {
    name: 'a secret beside a value',
    template: '{{base}}/{{id}}?key={{key}}',
    sent: 'https://a.test/7?key=••••••',
    want: 'https://a.test/7?key={{key}}',
  },
  { name: 'two variables side by side', template: '{{a}}{{b}}', sent: 'x••••••', want: '{{a}}{{b}}' },
  {
    name: 'a text that a script changed',
    template: 'Bearer {{token}}',
    sent: 'Basic ••••••',
    want: 'Bearer {{token}}',
  },
  { name: 'a secret that is written down', template: 'hunter22', sent: '••••••', want: 'hunter22' },
  { name: 'an end that is missing', template: '{{token}}/end', sent: '••••••', want: '{{token}}/end' },
])('$name', ({ template, sent, want }) => {
  expect(resolvedText(template, sent)).toBe(want);
});
