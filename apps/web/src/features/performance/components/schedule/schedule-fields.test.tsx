import { screen } from '@testing-library/react';
import { setupServer } from 'msw/node';
import { Suspense, useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dataFile, dataFileHandler, showForm } from '../../../../shared/flows/testing/block-form.tsx';
import { signIn, signInHandlers } from '../../../../shared/session/testing/signed-in.ts';
import { performanceSubjects } from '../../model/schedule-form.ts';

const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`;
const server = setupServer(...signInHandlers, dataFileHandler);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(signIn);
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const form = performanceSubjects.scheduleForms?.[0];
const given = form?.options?.() ?? {};

/** Shows the form of a job; `options` holds what it last wrote. */
function edit(options: Record<string, unknown>) {
  const written = { options };
  const Fields = form?.Fields;
  function Shown() {
    const [now, setNow] = useState(options);
    written.options = now;
    return Fields ? (
      <Suspense>
        <Fields
          projectId={id(1)}
          targetId={id(2)}
          options={now}
          configurationId={null}
          onChange={(patch) => setNow(patch.options as Record<string, unknown>)}
        />
      </Suspense>
    ) : null;
  }
  return { user: showForm(<Shown />), written };
}

test('rows of a data file are requested, and how iterations take them', async () => {
  const { user, written } = edit({ ...given, dataFile });
  await screen.findByText('users.csv');
  await user.click(screen.getByRole('combobox', { name: 'Rows' }));
  await user.click(await screen.findByRole('option', { name: /^Once: the run ends/ }));
  expect(written.options).toMatchObject({ dataFile, performance: { dataMode: 'unique', load: expect.anything() } });
  expect(form?.problemOf?.(written.options)).toBeUndefined();
  expect(screen.queryByText('Name iterations by')).toBeNull();
  await user.click(screen.getByRole('switch'));
  expect(written.options.dataFile).toBeUndefined();
});

test('a job with rows requires a file; its load and thresholds are checked first', async () => {
  const { user, written } = edit(given);
  expect(form?.problemOf?.(written.options)).toBeUndefined();
  await user.click(screen.getByRole('switch'));
  expect(form?.problemOf?.(written.options)).toBe('Please choose a data file.');
  expect(form?.problemOf?.({ ...written.options, performance: {} })).toBe('Correct the load.');
});
