import { screen } from '@testing-library/react';
import type { FoundThing } from '@touchstone/contracts/api-testing';
import { Gauge, Layers } from 'lucide-react';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { BlockKinds } from '../../../flows/index.ts';
import { pageOf, serverFor, showPage } from '../../testing/show-page.tsx';
import { ScriptLibrary } from './script-library.tsx';

const scripts = [
  { scriptId: 's1', scriptName: 'Create order', method: 'POST', url: '/orders' },
  { scriptId: 's2', scriptName: 'Pay order', method: 'GET', url: '/pay' },
];
const found: FoundThing[] = [
  { kind: 'environment', id: 'e', name: 'Order', projectId: 'p1', projectName: 'Shop', suiteId: null, suiteName: null },
  {
    kind: 'script',
    id: 's2',
    name: 'Pay order',
    projectId: 'p1',
    projectName: 'Shop',
    suiteId: 'a',
    suiteName: 'Cart',
  },
];
serverFor(
  http.get('*/api/projects', () => HttpResponse.json(pageOf({ projectId: 'p1', projectName: 'Shop' }))),
  http.get('*/api/suites', ({ request }) => {
    const isChaining = new URL(request.url).searchParams.get('isChaining') === 'true';
    return HttpResponse.json(isChaining ? pageOf() : pageOf({ suiteId: 'a', suiteName: 'Cart' }));
  }),
  http.get('*/api/scripts', () => HttpResponse.json(pageOf(...scripts))),
  http.get('*/api/find', ({ request }) =>
    HttpResponse.json({ content: new URL(request.url).searchParams.get('text') === 'pay' ? found : [] }),
  ),
);
const kind = {
  kind: 'api-script',
  title: 'API script',
  description: '',
  group: 'script' as const,
  service: 'api-testing',
  work: 'attempt' as const,
  unavailable: null,
  ports: { inputs: [], outputs: [] },
  hasOwnPorts: true,
};
const kinds = new BlockKinds(
  [
    kind,
    { ...kind, kind: 'api-suite', title: 'API suite' },
    { ...kind, kind: 'performance-run', title: 'Performance run' },
  ],
  [
    { kind: 'api-suite', icon: Layers, colour: 'api', suiteLabel: 'Whole suite' },
    {
      kind: 'performance-run',
      icon: Gauge,
      colour: 'load',
      suiteLabel: 'Load test',
      settings: { thresholds: ['failed < 1%'] },
    },
  ],
  [],
);

function show(wanted: string) {
  const onAdd = vi.fn();
  return { onAdd, ...showPage('/', { '/': () => <ScriptLibrary kinds={kinds} wanted={wanted} onAdd={onAdd} /> }) };
}

test('scripts are listed by project and suite, with their source workspace', async () => {
  const { user, onAdd } = show('');
  expect(screen.getByRole('combobox', { name: 'Service' })).toHaveProperty('value', 'API Testing');
  await user.click(await screen.findByRole('button', { name: 'Shop' }));
  await user.click(await screen.findByRole('button', { name: 'Cart' }));
  await user.click(await screen.findByRole('button', { name: 'Create order' }));
  expect(onAdd).toHaveBeenLastCalledWith({
    kind: 'api-script',
    given: { name: 'Create order', settings: { scriptId: 's1', suiteId: 'a', projectId: 'p1', path: 'POST /orders' } },
  });
  await user.click(screen.getByRole('button', { name: 'Whole suite' }));
  expect(onAdd).toHaveBeenLastCalledWith({
    kind: 'api-suite',
    given: { name: 'Cart', settings: { suiteId: 'a', projectId: 'p1' } },
  });
  await user.click(screen.getByRole('button', { name: 'Load test' }));
  expect(onAdd).toHaveBeenLastCalledWith({
    kind: 'performance-run',
    given: { name: 'Cart', settings: { suiteId: 'a', projectId: 'p1', thresholds: ['failed < 1%'] } },
  });
});

test('a search shows only matching scripts in their suites', async () => {
  show('pay');
  expect(await screen.findByRole('button', { name: 'Pay order' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create order' })).toBeNull();
});

test('a search without matches says so', async () => {
  show('zebra');
  expect(await screen.findByText('No script or suite matches')).toBeTruthy();
});
