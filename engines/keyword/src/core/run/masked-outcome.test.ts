import { expect, test } from 'vitest';
import type { Locator } from '../step.ts';
import type { Healing, Outcome } from './driver.ts';
import { secretMask } from './mask-secrets.ts';
import { maskedOutcome } from './masked-outcome.ts';

const secret = 'p&ss w';
const mask = secretMask([secret]);
const masked = (more: Partial<Outcome>) => maskedOutcome({ status: 'passed', message: '', ...more }, mask);

test('secrets are masked in every encoding, the longest first', () => {
  const hide = secretMask(['key', 'keyring', secret, 'say "hi"', '']);
  expect(hide(`keyring, key, ${secret}, p%26ss%20w, p%26ss+w, ${JSON.stringify('say "hi"')}`)).toBe(
    '••••, ••••, ••••, ••••, ••••, "••••"',
  );
});

test.each<[what: string, outcome: Partial<Outcome>, shown: object]>([
  ['nothing', {}, {}],
  ['texts that were compared', { expected: secret, actual: `a ${secret}` }, { expected: '••••', actual: 'a ••••' }],
  ['empty texts that were compared', { expected: '', actual: '' }, { expected: '', actual: '' }],
  ['an empty log', { log: [] }, {}],
  ['a measure', { measure: { name: secret, ms: 5 } }, { measure: { name: '••••', ms: 5 } }],
  [
    'a picture',
    { picture: { name: secret, verdict: 'same', version: 1, percent: 0, allowedPercent: 1 } },
    { picture: { name: '••••', verdict: 'same', version: 1, percent: 0, allowedPercent: 1 } },
  ],
  [
    'elements that break a rule',
    {
      violations: [
        {
          rule: 'label',
          impact: 'minor',
          help: 'h',
          helpUrl: 'u',
          count: 9,
          elements: [{ selector: `[x="${secret}"]`, snippet: secret }],
        },
      ],
    },
    {
      violations: [
        {
          rule: 'label',
          impact: 'minor',
          help: 'h',
          helpUrl: 'u',
          count: 9,
          elements: [{ selector: '[x="••••"]', snippet: '••••' }],
        },
      ],
    },
  ],
  [
    'the locator that found it',
    { locatorUsed: { by: 'role', value: 'button', name: secret } },
    { locatorUsed: { by: 'role', value: 'button', name: '••••' } },
  ],
  [
    'what was seen, in lists and objects',
    { seen: { texts: [secret, 3, null], at: { x: true } } },
    { seen: { texts: ['••••', 3, null], at: { x: true } } },
  ],
  ['nothing of what was seen where the step failed', { status: 'failed', seen: { text: 'a' } }, {}],
])('reports of an outcome: %s', (_what, outcome, shown) => {
  expect(masked(outcome)).toEqual(shown);
});

test('suspects keep the locators that work without the secret, and show no secret', () => {
  const plain: Locator[] = [
    { by: 'css', value: '#a' },
    { by: 'role', value: 'button', name: 'Pay' },
  ];
  const secretive: Locator[] = [
    { by: 'text', value: secret },
    { by: 'role', value: 'button', name: `Pay ${secret}` },
  ];
  const frame: Locator[] = [{ by: 'css', value: 'iframe' }];
  const healing: Healing = {
    verdict: 'unsure',
    isUsed: false,
    suspects: [
      {
        target: { name: secret, locators: [...plain, ...secretive], frame },
        probability: 0.5,
        evidence: [{ trait: 'text', weight: 1, was: secret, is: `${secret}!` }] as never,
        box: null,
      },
    ],
  };
  expect(masked({ healing }).healing).toEqual({
    verdict: 'unsure',
    isUsed: false,
    suspects: [
      {
        target: { name: '••••', locators: plain, frame },
        probability: 0.5,
        evidence: [{ trait: 'text', weight: 1, was: '••••', is: '••••!' }],
        box: null,
      },
    ],
  });
});
