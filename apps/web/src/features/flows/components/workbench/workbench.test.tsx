import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { validateFlow } from '@touchstone/engine-flow/core';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { useSyncExternalStore } from 'react';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newDocument, newPort } from '../../model/document/flow-document.ts';
import { FlowEditor } from '../../model/editor.ts';
import { BlockKinds } from '../../model/kinds.ts';
import type { NodeRunDetail } from '../../model/run-state.ts';
import { offeredKinds } from '../../testing/offered-kinds.ts';
import { shopDocument } from '../../testing/shop-document.ts';
import type { suiteLibrary as suiteLibraryOf } from '../library/suite-library.tsx';
import type { Workbench as WorkbenchComponent } from './workbench.tsx';

const page = <T,>(content: T[]) => ({ content, totalElements: content.length, page: 0, size: 100 });
const scripts = { a: ['Create order', 'Pay order'], b: ['Count stock'] };
const server = setupServer(
  http.get('*/api/suites', ({ request }) => {
    const isChaining = new URL(request.url).searchParams.get('isChaining') === 'true';
    const suites = [
      { suiteId: 'a', suiteName: 'Checkout' },
      { suiteId: 'b', suiteName: 'Stock' },
    ];
    return HttpResponse.json(page(isChaining ? [] : suites));
  }),
  http.get('*/api/scripts', ({ request }) => {
    const suiteId = new URL(request.url).searchParams.get('suiteId') === 'a' ? 'a' : 'b';
    return HttpResponse.json(
      page(scripts[suiteId].map((scriptName) => ({ scriptId: scriptName, scriptName, method: 'GET', url: '/orders' }))),
    );
  }),
);
let Workbench: typeof WorkbenchComponent;
let suiteLibrary: typeof suiteLibraryOf;
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  // The client captures `fetch` when its module loads.
  ({ Workbench } = await import('./workbench.tsx'));
  ({ suiteLibrary } = await import('../library/suite-library.tsx'));
  // jsdom has no layout, and the canvas reads its size.
  for (const side of ['offsetWidth', 'offsetHeight', 'clientWidth', 'clientHeight'])
    vi.spyOn(HTMLElement.prototype, side as 'offsetWidth', 'get').mockReturnValue(1000);
  vi.stubGlobal(
    'DOMMatrixReadOnly',
    class {
      m22 = 1;
    },
  );
  Object.assign(SVGElement.prototype, { getBBox: () => ({ x: 0, y: 0, width: 10, height: 10 }) });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterAll(() => {
  server.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const script = offeredKinds.find(({ kind }) => kind === 'script')!;
const kinds = new BlockKinds(
  [...offeredKinds, { ...script, kind: 'api-script' }, { ...script, kind: 'api-suite', title: 'API suite' }].map(
    (kind) => (kind.kind === 'approval' ? { ...kind, unavailable: 'Your plan has no approvals.' } : kind),
  ),
  [],
  [],
);
const ports = { inputs: [newPort('order', 'string', { required: true })], outputs: [newPort('id', 'string')] };

function Shown({ editor, states }: { editor: FlowEditor; states?: ReadonlyMap<string, NodeRunDetail> }) {
  const { document } = useSyncExternalStore(editor.subscribe, editor.getView);
  return (
    <Workbench
      editor={editor}
      kinds={kinds}
      place={{ projectId: 'p1', flowPath: (id) => `/flows/${id}` }}
      library={suiteLibrary('p1')}
      problems={validateFlow(document.flow, { kinds: kinds.engine })}
      states={states}
      environments={[]}
      databases={[]}
      isReadOnly={states !== undefined}
      portsOf={async ({ kind }) => (kind === 'api-script' ? ports : undefined)}
      offeredOf={() => []}
    />
  );
}

function show(document = newDocument(), states?: ReadonlyMap<string, NodeRunDetail>) {
  const editor = new FlowEditor(document, kinds);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <Shown editor={editor} {...(states && { states })} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { editor, user: userEvent.setup(), nodes: () => editor.getView().document.flow.nodes };
}

test('scripts of suites are searched and added with their inputs and outputs, after the selected block', async () => {
  const { editor, user, nodes } = show();
  editor.goTo('start');
  await user.type(screen.getByLabelText('Search blocks and scripts'), 'pay');
  expect(screen.queryByRole('button', { name: 'Wait' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Pay order' }));
  await waitFor(() => expect(nodes()).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Count stock' })).toBeNull();
  expect(nodes()[1]).toMatchObject({
    id: 'pay-order',
    kind: 'api-script',
    settings: { scriptId: 'Pay order', suiteId: 'a', path: 'GET /orders' },
    ...ports,
  });
  expect(editor.getView().document.flow.links.map(({ id }) => id)).toEqual(['start>pay-order']);
  expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Pay order');
});

test('an unavailable kind says why and is not added', async () => {
  const { nodes } = show();
  const approval = screen.getByRole('button', { name: 'Approval' });
  expect(approval.title).toBe('Your plan has no approvals.');
  expect(approval).toHaveProperty('disabled', true);
  expect(nodes()).toHaveLength(1);
  await screen.findByRole('button', { name: 'Checkout' });
});

test('the number of problems is shown, and each links to its block', async () => {
  const { editor, user } = show(shopDocument);
  await user.click(await screen.findByRole('radio', { name: 'Problems 1' }));
  await user.click(screen.getByRole('button', { name: /Give "order" a value/ }));
  expect([...editor.getView().selection.nodes]).toEqual(['pay']);
  expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Pay');
});

test('a run lists the blocks in order with their states and is read-only', async () => {
  const rest = {
    attempt: 1,
    message: null,
    inputs: {},
    outputs: {},
    detail: null,
    runId: 'r1',
    stepId: null,
    link: null,
  };
  const state = (status: NodeRunDetail['status']): NodeRunDetail => ({ status, ...rest });
  const { user } = show(
    shopDocument,
    new Map([
      ['order', state('passed')],
      ['pay', state('running')],
    ]),
  );
  await user.click(screen.getByRole('radio', { name: 'Blocks 4' }));
  const list = screen.getByRole('list', { name: 'Blocks of the workflow' });
  expect(
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['StartNot started', 'OrderPassed', 'ValuesNot started', 'PayRunning']);
  expect(screen.queryByLabelText('Search blocks and scripts')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add block' })).toBeNull();
});
