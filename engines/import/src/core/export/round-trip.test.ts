import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentBy, withoutId } from '../../testing/sent-request.ts';
import { awkward, stepArbitrary } from '../../testing/step-arbitrary.ts';
import { readBash } from '../curl/bash-words.ts';
import { importCurl } from '../curl/import-curl.ts';
import { readCmd } from '../curl/windows-words.ts';
import { importHar } from '../har/import-har.ts';
import { importOpenApi } from '../import-openapi.ts';
import { importPostman } from '../postman/import-postman.ts';
import { exportCurl } from './export-curl.ts';
import { exportHar } from './export-har.ts';
import { exportOpenApi } from './export-openapi.ts';
import { exportPostman } from './export-postman.ts';
import { quoteBash, quoteCmd } from './quote-shell.ts';

const runs = { numRuns: 150 };

test('any text survives as a word of bash', () => {
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

test('Postman: what is exported and imported again is the same step', () => {
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

test.each(['bash', 'cmd'] as const)('curl for %s: what is exported and imported again is the same step', (shell) => {
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

test('HAR: what is exported and imported again is the same step', () => {
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

test('OpenAPI: every request is an operation again, with its address and values', () => {
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
