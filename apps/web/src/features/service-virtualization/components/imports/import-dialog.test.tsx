import { screen, waitFor, within } from '@testing-library/react';
import type { ImportEntry } from '@touchstone/contracts/service-virtualization';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { suiteTree } from '../../model/suite-tree.ts';
import { id, suiteOf } from '../../testing/mocks.ts';
import { call, serverFor, show } from '../../testing/show-page.tsx';
import { ImportDialog } from './import-dialog.tsx';

const entryOf = (key: string, given: Partial<ImportEntry> = {}): ImportEntry => ({
  key,
  name: key,
  kind: 'static',
  method: 'GET',
  path: `/${key}`,
  status: '200',
  change: 'new',
  assetId: null,
  conflict: null,
  ...given,
});
const side = (status: number) => ({ stub: { response: { status } }, resource: null });
const found = (entries: ImportEntry[], given: object = {}) => ({
  importId: id(20),
  format: 'openapi',
  title: 'Shop API',
  sourceId: null,
  suiteId: null,
  entries,
  counts: {},
  problems: [],
  ...given,
});
const sent: [call: string, body?: unknown][] = [];
const server = serverFor(
  http.get(call('import-sources/:id'), () =>
    HttpResponse.json({
      sources: [
        {
          sourceId: id(30),
          format: 'openapi',
          title: 'Shop API',
          url: 'https://example.com/openapi.json',
          suiteId: id(2),
          isContract: true,
          importedAt: '2026-11-20T08:00:00.000Z',
          importedByName: 'Ana Lima',
        },
      ],
    }),
  ),
  http.post(call('imports/preview'), async ({ request }) => {
    sent.push(['preview', await request.json()]);
    return HttpResponse.json(
      found([entryOf('orders'), entryOf('users')], {
        problems: [{ path: 'paths./broken', message: 'The path has no answer.' }],
      }),
    );
  }),
  http.post(call('imports'), async ({ request }) => {
    sent.push(['import', await request.json()]);
    return HttpResponse.json(
      { suiteId: id(9), sourceId: id(30), counts: { new: 1 }, disabled: 0, problems: [] },
      { status: 201 },
    );
  }),
);
beforeEach(() => {
  sent.length = 0;
});
const onDone = vi.fn();
const onClose = vi.fn();
const open = () =>
  show(<ImportDialog projectId={id(1)} tree={suiteTree([suiteOf()])} onDone={onDone} onClose={onClose} />);

test('a document is previewed by its address, selected from and imported; exclusions are shown with their reason', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('radio', { name: 'URL' }));
  await user.click(screen.getByRole('button', { name: 'Preview import' }));
  expect(await screen.findByText('Invalid url')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'URL' }), 'https://example.com/openapi.json');
  await user.click(screen.getByRole('button', { name: 'Preview import' }));
  expect(await screen.findByText('paths./broken: The path has no answer.')).toBeTruthy();
  expect(sent[0]).toEqual([
    'preview',
    { projectId: id(1), hasResources: false, url: 'https://example.com/openapi.json' },
  ]);
  await user.click(screen.getByRole('checkbox', { name: /\/users/ }));
  await user.click(screen.getByRole('switch', { name: 'Switch new assets on' }));
  await user.click(screen.getByRole('button', { name: 'Import 1' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(id(9)));
  expect(sent[1]).toEqual([
    'import',
    {
      projectId: id(1),
      importId: id(20),
      keys: ['orders'],
      takeDocument: [],
      deleteGone: [],
      isEnabled: false,
      suiteName: 'Shop API',
    },
  ]);
  expect(onClose).toHaveBeenCalled();
});

test('a document that is read again asks about edits on both sides and removed entries, and otherwise keeps them', async () => {
  server.use(
    http.post(call('imports/preview'), async ({ request }) => {
      sent.push(['preview', await request.json()]);
      return HttpResponse.json(
        found(
          [
            entryOf('orders', {
              change: 'conflict',
              conflict: { base: side(200), mine: side(202), document: side(204) },
            }),
            entryOf('users', {
              change: 'conflict',
              conflict: { base: side(200), mine: side(203), document: side(205) },
            }),
            entryOf('old', { change: 'gone' }),
            entryOf('same', { change: 'same' }),
          ],
          { sourceId: id(30), suiteId: id(2) },
        ),
      );
    }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('radio', { name: 'Read again' }));
  await user.click(screen.getByRole('button', { name: 'Preview import' }));
  const conflicts = within(await screen.findByRole('region', { name: 'Edited on both sides: 2' }));
  expect(sent[0]).toEqual(['preview', { projectId: id(1), hasResources: false, sourceId: id(30) }]);
  expect(screen.getByRole('button', { name: 'Import 0' })).toHaveProperty('disabled', true);
  await user.click(conflicts.getAllByRole('button', { name: 'Show differences' })[0]!);
  expect(await conflicts.findByRole('region', { name: 'Differences of orders' })).toBeTruthy();
  await user.click(conflicts.getByRole('checkbox', { name: 'Take the document: GET /orders' }));
  await user.click(screen.getByRole('checkbox', { name: 'Delete the asset: GET /old' }));
  await user.click(screen.getByRole('button', { name: 'Import 2' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual([
    'import',
    {
      projectId: id(1),
      importId: id(20),
      keys: ['orders'],
      takeDocument: ['orders'],
      deleteGone: ['old'],
      isEnabled: true,
      suiteId: id(2),
    },
  ]);
});

test('a document and the files that it references are sent together', async () => {
  let parts: string[] = [];
  server.use(
    http.post(call('imports/preview-file'), async ({ request }) => {
      parts = (await request.text()).match(/name="file"/g) ?? [];
      return HttpResponse.json(found([entryOf('rates')], { format: 'wsdl', title: 'Rates' }));
    }),
  );
  const { user } = open();
  await screen.findByText('Drop files here, or choose them');
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  await user.upload(input!, [new File(['<definitions/>'], 'rates.wsdl'), new File(['<schema/>'], 'ask.xsd')]);
  expect(await screen.findByText('Rates')).toBeTruthy();
  expect(parts).toHaveLength(2);
});
