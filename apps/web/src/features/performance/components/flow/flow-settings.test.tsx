import { screen } from '@testing-library/react';
import type { FlowNode } from '@touchstone/engine-flow/core';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { useState } from 'react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signIn, signInHandlers } from '../../../../shared/session/testing/signed-in.ts';
import { performanceLooks } from '../../model/flow-looks.ts';
import { dataFile, dataFileHandler, showForm } from '../../testing/data-file-form.tsx';
import { PerformanceRunSettings } from './flow-settings.tsx';

const server = setupServer(
  ...signInHandlers,
  dataFileHandler,
  http.get('*/services/api-testing/api/*', () => HttpResponse.json({ content: [], totalElements: 0 })),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(signIn);
afterAll(() => server.close());

/** Shows the form of a block; the settings are those that it wrote last. */
function edit(given: FlowNode['settings']) {
  const written = { settings: given };
  function Shown() {
    const [settings, setSettings] = useState(given);
    written.settings = settings;
    const node = {
      id: 'n',
      kind: 'performance-run',
      name: 'N',
      inputs: [],
      outputs: [],
      settings,
    } as unknown as FlowNode;
    return (
      <PerformanceRunSettings
        node={node}
        projectId="01900000-0000-7000-8000-000000000001"
        isReadOnly={false}
        onDatabase={() => undefined}
        onChange={(patch) => setSettings((before) => JSON.parse(JSON.stringify({ ...before, ...patch })))}
      />
    );
  }
  return { user: showForm(<Shown />), written };
}

test('a block takes values from the rows of a data file, and says how', async () => {
  const { user, written } = edit({ ...performanceLooks[0]?.settings, dataFile });
  await screen.findByText('users.csv');
  await user.click(screen.getByRole('combobox', { name: 'Rows' }));
  await user.click(await screen.findByRole('option', { name: /^Once: the run ends/ }));
  expect(written.settings).toMatchObject({ dataFile, dataMode: 'unique' });
  await user.click(screen.getByRole('switch'));
  expect(written.settings.dataFile).toBeUndefined();
  await user.click(screen.getByRole('switch'));
  expect(written.settings.dataFile).toBeNull();
});
