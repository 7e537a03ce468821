import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FlowNode } from '@touchstone/engine-flow/core';
import { HttpResponse, http } from 'msw';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { FlowNodeSettings } from '../flow-node-look.ts';

/** A data file known to the test server. */
export const dataFile = { fileId: '01900000-0000-7000-8000-000000000003', fileName: 'users.csv' };

/** Returns the contents of the data file. */
export const dataFileHandler = http.get('*/services/api-testing/api/data-file', () =>
  HttpResponse.json({
    ...dataFile,
    sizeBytes: 20,
    rowCount: 3,
    columns: [{ name: 'user', isUsed: true }],
    preview: [{ user: 'Ada' }],
    missing: [],
  }),
);

/** showForm renders a form that calls the server. */
export function showForm(form: ReactNode) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {form}
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

/** showBlockForm renders a block's settings form; `settings` holds what it last wrote. */
export function showBlockForm(Settings: ComponentType<FlowNodeSettings>, given: FlowNode['settings']) {
  const written = { settings: given };
  function Shown() {
    const [settings, setSettings] = useState(given);
    written.settings = settings;
    const node = { id: 'n', kind: 'any', name: 'N', inputs: [], outputs: [], settings } as unknown as FlowNode;
    return (
      <Settings
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
