import type { HttpStep } from '@touchstone/engine-http/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentBy, withoutId } from '../../testing/sent-request.ts';
import { awkward, stepArbitrary } from '../../testing/step-arbitrary.ts';
import { readBash } from '../curl/bash-words.ts';
import { importCurl } from '../curl/import-curl.ts';
import { readCmd } from '../curl/windows-words.ts';
import { importHar } from '../har/import-har.ts';
import { importOpenApi } from '../openapi/import-openapi.ts';
import { importPostman } from '../postman/import-postman.ts';
import { newStep } from '../step-parts.ts';
import { exportCurl } from './export-curl.ts';
import { exportHar } from './export-har.ts';
import { exportOpenApi } from './openapi/export-openapi.ts';
import { exportPostman } from './postman/export-postman.ts';
import { quoteBash, quoteCmd } from './quote-shell.ts';

const runs = { numRuns: 150 };

test('any text survives as a bash word', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(awkward, fc.string({ unit: 'binary' })), { minLength: 1 }), (texts) => {
      const expected = texts.map((text) => text.replaceAll('\0', ''));
      fc.pre(expected.every((text) => !text.includes('\r\n')));
      const [command] = readBash(`run ${texts.map(quoteBash).join(' ')}`);
      expect(command?.words).toEqual(['run', ...expected]);
    }),
    runs,
  );
});

test('any text survives as an argument of the Windows command prompt', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(awkward, fc.string()), { minLength: 1 }), (texts) => {
      fc.pre(texts.every((text) => !/[\0\u0001\r]|%\w+%/.test(text)));
      const [command] = readCmd(`run ${texts.map(quoteCmd).join(' ')}`);
      expect(command?.words).toEqual(['run', ...texts]);
    }),
    runs,
  );
});

test('Postman: an exported and reimported step is unchanged', () => {
  fc.assert(
    fc.property(fc.array(stepArbitrary(), { maxLength: 5 }), (written) => {
      const first = importPostman(exportPostman({ title: 'All', steps: written }));
      expect(first.problems).toEqual([]);
      expect(first.steps.map(sentBy)).toEqual(written.map(sentBy));
      expect(first.steps.map(({ name, group }) => [name, group])).toEqual(
        written.map(({ name, group }) => [name, group]),
      );
      const second = importPostman(exportPostman(first));
      expect(second.steps.map(withoutId)).toEqual(first.steps.map(withoutId));
    }),
    runs,
  );
});

test.each(['bash', 'cmd'] as const)('curl for %s: an exported and reimported step is unchanged', (shell) => {
  fc.assert(
    fc.property(stepArbitrary(), (written) => {
      fc.pre(shell === 'bash' || !/%\w+%/.test(JSON.stringify(written)));
      const first = importCurl(exportCurl(written, { shell })).steps;
      expect(first.map(sentBy)).toEqual([sentBy(written)]);
      expect(first[0]?.settings).toEqual(written.settings);
      const second = importCurl(exportCurl(first[0]!, { shell })).steps;
      expect(second.map(withoutId)).toEqual(first.map(withoutId));
    }),
    runs,
  );
});

test('HAR: an exported and reimported step is unchanged', () => {
  fc.assert(
    fc.property(fc.array(stepArbitrary({ authentication: false }), { maxLength: 5 }), (written) => {
      const first = importHar(exportHar({ title: '', steps: written }));
      expect(first.steps.map(sentBy)).toEqual(written.map(sentBy));
      const second = importHar(exportHar(first));
      expect(second.steps.map(withoutId)).toEqual(first.steps.map(withoutId));
    }),
    runs,
  );
});

test('OpenAPI: every request becomes an operation with its address and values', () => {
  fc.assert(
    fc.property(fc.array(stepArbitrary({ authentication: false }), { maxLength: 4 }), (written) => {
      const places = written.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
      fc.pre(new Set(places).size === places.length);
      const { steps } = importOpenApi(exportOpenApi({ title: 'All', steps: written }));
      expect(steps.map(({ method, url }) => `${method} ${url.replace('{{baseUrl}}', '')}`).sort()).toEqual(
        places.sort(),
      );
      for (const step of written) {
        const again = steps.find(({ method, name }) => method === step.method && name === step.name);
        if (again?.url.endsWith(new URL(step.url).pathname))
          for (const { key, value } of step.queryParams)
            expect(again.queryParams.filter((row) => row.key === key).map((row) => row.value)).toContain(value);
      }
    }),
    runs,
  );
});

const jsonStep = (parts: Partial<HttpStep>) =>
  newStep({ method: 'POST', url: 'https://a.test/orders', name: 'Order', ...parts });

test.each<[string, Partial<HttpStep>]>([
  [
    'headers',
    {
      headers: [
        { key: 'X-Trace', value: 'a b' },
        { key: 'X-Off', value: '1', enabled: false },
      ],
    },
  ],
  ['path parameters', { url: 'https://a.test/orders/{id}', pathParams: [{ key: 'id', value: '7' }] }],
  ['a JSON body', { body: { type: 'json', content: '{"a":[1,{"b":null}],"c":"é"}' } }],
  [
    'a form body',
    {
      body: {
        type: 'urlencoded',
        fields: [
          { key: 'a', value: 'x y' },
          { key: 'b', value: '' },
        ],
      },
    },
  ],
  ['a multipart body', { body: { type: 'form', fields: [{ key: 'a', value: '1', kind: 'text' }] } }],
  ['an XML body', { body: { type: 'xml', content: '<a>1</a>' } }],
  ['the expected status', { assertions: [{ kind: 'status', operator: 'equals', expected: 201 }] }],
])('OpenAPI: %s survives', (_name, parts) => {
  const written = jsonStep(parts);
  const { steps } = importOpenApi(exportOpenApi({ title: 'All', steps: [written] }), { baseUrl: 'https://a.test' });
  const [again] = steps;
  const sent = (step: HttpStep | undefined) => {
    const body = step?.body.type === 'json' ? { ...step.body, content: JSON.parse(step.body.content) } : step?.body;
    return { ...(step && sentBy(step)), body };
  };
  expect(steps).toHaveLength(1);
  expect(sent(again)).toEqual(sent(written));
  for (const { expected } of written.assertions)
    expect(again?.assertions).toContainEqual(expect.objectContaining({ kind: 'status', expected: String(expected) }));
});

test.each(['https://a.test', '{{host}}', 'https://{{host}}:{{port}}'])(
  'OpenAPI: requests of the server %s keep it',
  (server) => {
    const written = newStep({ method: 'GET', url: `${server}/orders`, name: 'Orders' });
    const { steps, variables } = importOpenApi(exportOpenApi({ title: 'All', steps: [written] }));
    const baseUrl = variables.find(({ name }) => name === 'baseUrl')?.value ?? '';
    expect(steps[0]?.url.replace('{{baseUrl}}', baseUrl)).toBe(written.url);
  },
);

test('HAR and curl: variables, repeated rows and disabled rows', () => {
  const step = newStep({
    method: 'GET',
    url: '{{host}}/orders',
    name: 'Orders',
    queryParams: [
      { key: 'tag', value: 'a' },
      { key: 'tag', value: '{{tag}}' },
      { key: 'off', value: '1', enabled: false },
    ],
    headers: [{ key: 'X-A', value: '{{a}}' }],
  });
  for (const again of [importHar(exportHar({ title: '', steps: [step] })), importCurl(exportCurl(step))])
    expect(again.steps.map(sentBy)).toEqual([sentBy(step)]);
});
