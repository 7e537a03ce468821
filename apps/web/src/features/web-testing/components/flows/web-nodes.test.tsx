import { screen } from '@testing-library/react';
import type { FlowNode } from '@touchstone/engine-flow/core';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { BlockKinds } from '../../../flows/index.ts';
import { webTestingLooks } from '../../model/flow-looks.ts';
import { configurationOf, id, scriptOf } from '../../testing/mocks.ts';
import { call, drawnInFull, pageOf, serverFor, show } from '../../testing/show-page.tsx';
import { WebLibrary } from './web-library.tsx';

const script = (last: number, testScriptName: string) => scriptOf({ uuid: id(last), testScriptName });
const all = [script(5, 'Buy tea'), script(6, 'Sign in')];
const found = (url: string) => {
  const term = new URL(url).searchParams.get('searchTerm') ?? '';
  return all.filter(({ testScriptName }) => testScriptName.toLowerCase().includes(term.toLowerCase()));
};
const server = serverFor(
  http.get(call('project-test-scripts'), ({ request }) => HttpResponse.json(pageOf(...found(request.url)))),
  http.get(call('get-test-scripts'), ({ request }) => HttpResponse.json(pageOf(...found(request.url)))),
  http.get('*/scheduler-targets', ({ request }) => {
    const term = new URL(request.url).searchParams.get('searchTerm') ?? '';
    return HttpResponse.json(pageOf(...[{ id: id(7), title: 'Nightly' }].filter(({ title }) => title.includes(term))));
  }),
  http.get(call('browsers'), () =>
    HttpResponse.json({
      browsers: [
        { name: 'chromium', version: '140.0' },
        { name: 'firefox', version: '128.0' },
      ],
    }),
  ),
);
drawnInFull();

/** Shows the form of a kind; `settings` holds what it last wrote. */
function edit(kind: string, given: FlowNode['settings']) {
  const look = webTestingLooks.find((one) => one.kind === kind);
  const Form = look?.Settings;
  if (!Form) throw new Error(`${kind} has no form.`);
  const written = { settings: given };
  function Shown() {
    const [settings, setSettings] = useState(given);
    written.settings = settings;
    return Form ? (
      <Form
        node={{ id: 'n', kind, name: 'N', inputs: [], outputs: [], settings } as unknown as FlowNode}
        projectId={id(9)}
        reachesOthers
        isReadOnly={false}
        onDatabase={() => undefined}
        onChange={(patch) =>
          setSettings((before) => JSON.parse(JSON.stringify({ ...before, ...patch })) as FlowNode['settings'])
        }
      />
    ) : null;
  }
  return { user: show(<Shown />).user, written, look };
}

test('a block runs another script of its project, in several targets and with its own settings', async () => {
  const start = { scriptId: id(5), projectId: id(1), path: 'Checkout / Buy tea', browser: 'firefox' };
  const { user, written, look } = edit('web-script', start);
  expect(await screen.findByDisplayValue('Checkout / Buy tea')).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Script' }));
  await user.click(await screen.findByRole('option', { name: 'Checkout / Sign in' }));
  expect(await screen.findByDisplayValue('Firefox 128')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add target' }));
  const limit = screen.getByRole('textbox', { name: 'Step limit (ms)' });
  await user.clear(limit);
  expect(await screen.findByRole('alert')).toBeTruthy();
  await user.type(limit, '2500');
  await user.click(screen.getByRole('combobox', { name: 'Film, network log and trace' }));
  await user.click(await screen.findByRole('option', { name: 'Scripts that fail' }));
  expect(written.settings).toEqual({
    scriptId: id(6),
    projectId: id(1),
    path: 'Checkout / Sign in',
    targets: [
      { browser: 'firefox', viewport: { width: 1280, height: 720 } },
      { browser: 'firefox', viewport: { width: 1920, height: 1080 } },
    ],
    timeoutMs: 2500,
    recording: 'failed',
  });
  const node = { settings: written.settings } as FlowNode;
  expect(look?.pathOf?.(node)).toBe('Checkout / Sign in');
  expect(look?.originOf?.(node, { projectId: id(9), flowPath: String })).toBe(
    `/web-testing/script-steps?script=${id(6)}`,
  );
});

test('a block uses a run configuration, and says if that was deleted', async () => {
  server.use(http.get(call('run-configurations'), () => HttpResponse.json({ runConfigurations: [configurationOf()] })));
  const { user, written } = edit('web-script', { scriptId: id(5), projectId: id(1), retries: 2 });
  await user.click(await screen.findByRole('combobox', { name: 'Run configuration' }));
  await user.click(await screen.findByRole('option', { name: 'Nightly' }));
  expect(written.settings).toEqual({ scriptId: id(5), projectId: id(1), configurationUUID: id(81) });
  expect(await screen.findByText('Firefox · Pixel 7')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add target' })).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Run configuration' }));
  await user.click(await screen.findByRole('option', { name: 'Own settings' }));
  expect(written.settings).toEqual({ scriptId: id(5), projectId: id(1) });
  edit('web-script', { scriptId: id(5), projectId: id(1), configurationUUID: id(82) });
  expect(await screen.findByText('The run configuration was deleted. Choose another one.')).toBeTruthy();
});

test('a runnable suite is selected, and its origin is its page', async () => {
  const { user, written, look } = edit('web-suite', { projectId: id(1) });
  await user.click(await screen.findByRole('combobox', { name: 'Suite' }));
  await user.click(await screen.findByRole('option', { name: 'Nightly' }));
  expect(written.settings).toEqual({ suiteId: id(7), projectId: id(1), path: 'Nightly' });
  expect(look?.originOf?.({ settings: written.settings } as FlowNode, { projectId: id(9), flowPath: String })).toBe(
    `/web-testing/web-test?project=${id(1)}&suite=${id(7)}`,
  );
});

const kind = {
  title: 'Web script',
  description: '',
  group: 'script' as const,
  service: 'web-testing',
  work: 'attempt' as const,
  unavailable: null,
  ports: { inputs: [], outputs: [] },
  hasOwnPorts: true,
};
const kinds = new BlockKinds(
  [
    { ...kind, kind: 'web-script' },
    { ...kind, kind: 'web-suite', title: 'Web suite' },
  ],
  webTestingLooks,
  [],
);

test('the library lists scripts by project and module, and suites', async () => {
  const onAdd = vi.fn();
  const { user } = show(<WebLibrary kinds={kinds} wanted="" onAdd={onAdd} />);
  await user.click(await screen.findByRole('button', { name: 'Shop' }));
  await user.click(await screen.findByRole('button', { name: 'Checkout' }));
  await user.click(await screen.findByRole('button', { name: 'Buy tea' }));
  expect(onAdd).toHaveBeenLastCalledWith({
    kind: 'web-script',
    given: { name: 'Buy tea', settings: { scriptId: id(5), projectId: id(1), path: 'Checkout / Buy tea' } },
  });
  await user.click(screen.getByRole('button', { name: 'Suites' }));
  await user.click(await screen.findByRole('button', { name: 'Nightly' }));
  expect(onAdd).toHaveBeenLastCalledWith({
    kind: 'web-suite',
    given: { name: 'Nightly', settings: { suiteId: id(7), projectId: id(1), path: 'Nightly' } },
  });
});

test('a search shows the scripts that match', async () => {
  show(<WebLibrary kinds={kinds} wanted="sign" onAdd={vi.fn()} />);
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Buy tea' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Suites' })).toBeNull();
});
