import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { CodeEditorProps } from '../../../ui/code-editor/code-editor-view.tsx';
import { callOf, entryOf, id } from '../testing/mocks.ts';
import { call, pageOf, serverFor, show } from '../testing/show-page.tsx';
import { JournalPage } from './journal.page.tsx';

vi.mock('../../../ui/code-editor/code-editor-view.tsx', () => ({
  default: ({ label, value }: CodeEditorProps) => <textarea aria-label={label} value={value} readOnly />,
}));

const matched = callOf({
  entryId: id(8),
  url: '/orders?open=true',
  status: 200,
  by: 'stub',
  assetId: id(3),
  assetName: 'List orders',
  hasNearMiss: false,
});
const asked: URL[] = [];
const sent: [call: string, body?: unknown][] = [];
const server = serverFor(
  http.get(call('journal/all/:id'), ({ request }) => {
    const url = new URL(request.url);
    asked.push(url);
    const outcome = url.searchParams.get('outcome');
    return HttpResponse.json(
      pageOf(...[callOf(), matched].filter(({ by }) => outcome !== 'unmatched' || by === 'none')),
    );
  }),
  http.get(call('journal/unmatched/:id'), () =>
    HttpResponse.json(
      pageOf({ method: 'GET', path: '/orderz', count: 12, lastAt: callOf().at, lastEntryId: callOf().entryId }),
    ),
  ),
  http.get(call('journal/:id'), () => HttpResponse.json(entryOf())),
  http.delete(call('journal/all/:id'), ({ params }) => {
    sent.push(['clear', params.id]);
    return HttpResponse.json({ message: 'Deleted' });
  }),
  http.post(call('journal/verify/:id'), async ({ request }) => {
    sent.push(['verify', await request.json()]);
    const differences = [
      { part: 'urlPath', name: '', operator: 'urlPath', expected: '/orders', actual: '/orderz', isMatch: false },
    ];
    const near = [{ entryId: id(7), method: 'GET', url: '/orderz', distance: 0.1, differences }];
    return HttpResponse.json({ passed: false, message: 'Expected exactly 2 calls, 1 came.', count: 1, near });
  }),
);
beforeEach(() => {
  asked.length = 0;
  sent.length = 0;
});
const open = (query = '') => show(<JournalPage />, `/service-virtualization/journal${query}`);

test('calls are listed with what responded, filtered in the address, and opened next to the list', async () => {
  const { user, address } = open();
  const list = within(await screen.findByRole('list', { name: 'Calls' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Unmatched, near missGET\/orderzUnmatched404/),
    expect.stringMatching(/^MatchedGET\/orders\?open=trueList orders200/),
  ]);
  await user.click(screen.getByRole('combobox', { name: 'Outcome' }));
  await user.click(await screen.findByRole('option', { name: 'Unmatched' }));
  await waitFor(() => expect(screen.queryByText('/orders?open=true')).toBeNull());
  expect(asked.at(-1)?.searchParams.get('outcome')).toBe('unmatched');
  await user.click(screen.getByRole('button', { name: /orderz/ }));
  expect(address()).toContain(`entry=${id(7)}`);
  expect(await screen.findByRole('region', { name: 'Call GET /orderz' })).toBeTruthy();
});

test('a near miss shows its differences, and links to the repaired asset or a new one', async () => {
  open(`?entry=${id(7)}`);
  const detail = within(await screen.findByRole('region', { name: 'Call GET /orderz' }));
  expect(detail.getByText('90 % alike')).toBeTruthy();
  const rows = within(detail.getByRole('table', { name: 'Differences to List orders' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows[0]?.textContent).toBe('DiffersPath equals/orders/orderz');
  expect(detail.getByRole('link', { name: 'Adjust this stub' }).getAttribute('href')).toBe(
    `/service-virtualization/asset?asset=${id(3)}&from=${id(7)}`,
  );
  expect(detail.getByRole('link', { name: 'Create stub from this request' }).getAttribute('href')).toBe(
    `/service-virtualization/asset?from=${id(7)}`,
  );
});

test('a call names the run step that caused it, and says so if that step was deleted', async () => {
  const causedBy = { runTitle: 'Checkout #7', stepTitle: 'List orders', link: '/api-testing/report/r?step=s' };
  const entry = entryOf({ cause: { runId: id(20), stepId: id(21) }, causedBy });
  server.use(http.get(call('journal/:id'), () => HttpResponse.json(entry)));
  open(`?entry=${id(7)}`);
  const link = await screen.findByRole('link', { name: 'Checkout #7 › List orders' });
  expect(link.getAttribute('href')).toBe('/api-testing/report/r?step=s');
  server.use(http.get(call('journal/:id'), () => HttpResponse.json({ ...entry, causedBy: null })));
  open(`?entry=${id(9)}`);
  expect(await screen.findByText(/^Caused by a step of a run that was deleted/)).toBeTruthy();
});

test('the calls of one step are shown until the filter is removed', async () => {
  const { user, address } = open(`?run=${id(20)}&step=${id(21)}`);
  const chip = await screen.findByRole('button', { name: 'Calls of one step ✕' });
  expect(Object.fromEntries(asked.at(-1)?.searchParams ?? [])).toMatchObject({ runId: id(20), stepId: id(21) });
  await user.click(chip);
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('runId')).toBeNull());
  expect(address()).not.toContain('run=');
});

test('unmatched calls are grouped, and each links to an asset that matches it', async () => {
  open('?tab=unmatched');
  const list = within(await screen.findByRole('list', { name: 'Unmatched calls' }));
  expect(list.getByText('12')).toBeTruthy();
  expect(list.getByRole('link', { name: 'Create asset for GET /orderz' }).getAttribute('href')).toContain(
    `from=${id(7)}`,
  );
});

test('calls are verified by count, and the result shows what was received instead', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Verify calls' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Verify calls' }));
  const path = dialog.getByRole('textbox', { name: 'Path' });
  await user.clear(path);
  await user.type(path, '/orders');
  await user.clear(dialog.getByRole('textbox', { name: 'Times' }));
  await user.type(dialog.getByRole('textbox', { name: 'Times' }), '2');
  await user.click(dialog.getByRole('button', { name: 'Verify calls' }));
  expect(await dialog.findByText('Expected exactly 2 calls, 1 came.')).toBeTruthy();
  expect(dialog.getByRole('table', { name: 'Differences to GET /orderz' }).textContent).toContain('/orders/orderz');
  expect(sent).toEqual([['verify', { pattern: { method: 'GET', urlPath: '/orders' }, exactly: 2 }]]);
});

test('calls are verified by order, and a line that is not a request is reported', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Verify calls' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Verify calls' }));
  await user.click(dialog.getByRole('radio', { name: 'Order' }));
  const field = dialog.getByRole('textbox', { name: 'Requests in order' });
  await user.type(field, '/orders');
  await user.click(dialog.getByRole('button', { name: 'Verify calls' }));
  expect(await dialog.findByText('Write “/orders” as a method and a path, such as GET /orders.')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.clear(field);
  await user.type(field, 'post /orders{Enter}GET /orders/1');
  await user.click(dialog.getByRole('button', { name: 'Verify calls' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const order = [
    { method: 'POST', urlPath: '/orders' },
    { method: 'GET', urlPath: '/orders/1' },
  ];
  expect(sent).toEqual([['verify', { order }]]);
});

test('the journal is cleared after confirmation', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Clear journal…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Clear the journal?' }));
  await user.click(question.getByRole('button', { name: 'Clear journal' }));
  await waitFor(() => expect(sent).toEqual([['clear', id(1)]]));
});
