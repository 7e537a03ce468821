import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertionsArbitrary, awkward, dataHandlersArbitrary } from '../../../testing/step-arbitrary.ts';
import { importPostman } from '../../postman/import-postman.ts';
import { newStep } from '../../step-parts.ts';
import { exportPostman } from './export-postman.ts';

const scripts = fc.option(
  fc.array(awkward, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
  {
    nil: undefined,
  },
);

test('[api-imports-1] assertions, data handlers and scripts survive an export and import unchanged', () => {
  fc.assert(
    fc.property(
      assertionsArbitrary,
      dataHandlersArbitrary,
      scripts,
      scripts,
      (assertions, dataHandlers, before, after) => {
        fc.pre([before, after].every((script) => script === undefined || script.trim() !== ''));
        const step = newStep({
          method: 'GET',
          url: 'https://a.test/x',
          assertions,
          dataHandlers,
          ...(before === undefined ? {} : { preRequestScript: before }),
          ...(after === undefined ? {} : { testScript: after }),
        });
        const { steps, problems } = importPostman(exportPostman({ title: 'All', steps: [step] }));
        expect(problems).toEqual([]);
        expect(steps).toEqual([{ ...step, id: expect.any(String) }]);
      },
    ),
    { numRuns: 200 },
  );
});

test('generated code is valid JavaScript for any assertion', () => {
  fc.assert(
    fc.property(assertionsArbitrary, dataHandlersArbitrary, (assertions, dataHandlers) => {
      const step = newStep({ method: 'GET', url: 'https://a.test/', assertions, dataHandlers });
      const [item] = JSON.parse(exportPostman({ title: '', steps: [step] })).item;
      const source = (item.event?.[0].script.exec ?? []).join('\n');
      expect(() => new Function('pm', source)).not.toThrow();
    }),
    { numRuns: 200 },
  );
});

test('an edited test stays a script, and is reported', () => {
  const step = newStep({
    method: 'GET',
    url: 'https://a.test/',
    assertions: [{ kind: 'status', operator: 'equals', expected: 200 }],
  });
  const edited = exportPostman({ title: 'All', steps: [step] }).replace(
    'statusIs(filled(200))',
    'statusIs(filled(204))',
  );
  const { steps, problems } = importPostman(edited);
  expect(steps[0]?.assertions).toEqual([]);
  expect(steps[0]?.testScript).toContain('statusIs(filled(204))');
  expect(problems).toEqual([{ place: 'GET /', reason: expect.stringContaining('edited') }]);
});
