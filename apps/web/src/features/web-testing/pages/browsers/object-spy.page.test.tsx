import { screen, waitFor, within } from '@testing-library/react';
import type { KnownTarget, LivePicked } from '@touchstone/contracts/web-testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../../../shared/session/browser-session.ts';
import { liveId, liveServer } from '../../testing/live-server.ts';
import { id } from '../../testing/mocks.ts';
import { call, sentCalls, serverFor, show } from '../../testing/show-page.tsx';
import { ObjectSpyPage } from './object-spy.page.tsx';

const live = liveServer();
const { sent, keep } = sentCalls();
const knownOf = (name: string): KnownTarget => ({
  uuid: id(70),
  projectUUID: id(1),
  target: { name, locators: [{ by: 'css', value: '#old' }], frame: [] },
  pageUrl: 'https://shop.example/',
  updatedBy: 'Ada Admin',
  updatedAt: '2026-11-20T10:00:00.000Z',
});
const server = serverFor(
  ...live.handlers,
  http.post(call('known-targets'), keep('create', knownOf('Buy'), 201)),
  http.put(call('known-targets'), keep('update', knownOf('Buy'))),
  http.delete(call('known-targets'), keep('delete', { message: 'Known target deleted' })),
);
beforeEach(() => {
  sent.length = 0;
  live.sent.length = 0;
});

const buy: LivePicked = {
  target: { name: 'Buy', locators: [{ by: 'role', value: 'button', name: 'Buy' }], frame: [] },
  ways: [
    { way: { by: 'role', value: 'button', name: 'Buy' }, count: 1 },
    { way: { by: 'text', value: 'Buy' }, count: 3 },
  ],
  box: { x: 0, y: 0, width: 80.4, height: 30 },
  facts: {
    tag: 'button',
    type: 'submit',
    text: 'Buy',
    value: '',
    isChecked: false,
    isEnabled: false,
    isEditable: false,
    attributes: { 'data-testid': 'buy' },
  },
};

async function spy() {
  const shown = show(<ObjectSpyPage />, '/web-testing/object-spy');
  const { user } = shown;
  await user.type(await screen.findByLabelText('Address'), 'shop.example');
  await user.click(screen.getByRole('button', { name: 'Open browser' }));
  await screen.findByRole('region', { name: 'Browser' });
  await waitFor(() => expect(live.isWatched()).toBe(true));
  live.emit(
    { type: 'control', userId: session.getState().account?.userId ?? '', name: 'Ada Admin' },
    { type: 'mode', mode: 'pick' },
    { type: 'tabs', tabs: [{ title: 'Shop', url: 'https://shop.example/' }], current: 1 },
  );
  await screen.findByText('Click an element to see how to find it.');
  return shown;
}

test('an address is opened for the project, and a picked element shows its locators and attributes', async () => {
  await spy();
  expect(live.requests.at(-1)).toEqual({ projectUUID: id(1), browser: 'chromium' });
  expect(live.sent).toEqual([
    { liveId, command: { type: 'mode', mode: 'pick' } },
    { liveId, command: { type: 'open', url: 'shop.example' } },
  ]);
  live.emit({ type: 'picked', picked: buy });
  const ways = within(await screen.findByRole('list', { name: 'Locators' }));
  expect(ways.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'role=button name="Buy"finds only this element',
    'text="Buy"finds 3 elements',
  ]);
  for (const [name, value] of [
    ['data-testid', 'buy'],
    ['state', 'disabled'],
    ['size', '80 × 30'],
  ] as const)
    expect(screen.getByText(name).nextSibling?.textContent).toBe(value);
});

test('an element is saved under a name, replacing a known one of that name', async () => {
  server.use(http.get(call('known-targets'), () => HttpResponse.json({ knownTargets: [knownOf('Buy')] })));
  const { user } = await spy();
  live.emit({ type: 'picked', picked: buy });
  const pageUrl = 'https://shop.example/';
  await user.click(await screen.findByRole('button', { name: 'Replace known target' }));
  await waitFor(() => expect(sent).toEqual([['update', { uuid: id(70), target: buy.target, pageUrl }]]));
  await user.type(screen.getByLabelText('Name'), ' now');
  await user.click(screen.getByRole('button', { name: 'Save known target' }));
  const target = { ...buy.target, name: 'Buy now' };
  await waitFor(() => expect(sent.at(-1)).toEqual(['create', { projectUUID: id(1), target, pageUrl }]));
});

test('a locator is copied', async () => {
  const { user } = await spy();
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  live.emit({ type: 'picked', picked: buy });
  await user.click(await screen.findByRole('button', { name: 'Copy locator text="Buy"' }));
  expect(write).toHaveBeenCalledWith('text="Buy"');
});

test('the page is left with an open browser only after confirmation', async () => {
  const { user, go, address } = await spy();
  go('/web-testing/modules');
  const question = within(await screen.findByRole('dialog', { name: 'Close the browser?' }));
  await user.click(question.getByRole('button', { name: 'Stay' }));
  expect(address()).toBe('/web-testing/object-spy');
  go('/web-testing/modules');
  await user.click(await screen.findByRole('button', { name: 'Close browser and leave' }));
  await waitFor(() => expect(address()).toBe('/web-testing/modules'));
});

test('a page whose browser was closed is left without confirmation', async () => {
  const { user, go, address } = await spy();
  await user.click(screen.getByRole('button', { name: 'Close browser' }));
  await waitFor(() => expect(live.sent).toContain('closed'));
  go('/web-testing/modules');
  await waitFor(() => expect(address()).toBe('/web-testing/modules'));
});

test('a known target is renamed and deleted', async () => {
  server.use(http.get(call('known-targets'), () => HttpResponse.json({ knownTargets: [knownOf('Buy')] })));
  const { user } = show(<ObjectSpyPage />, '/web-testing/object-spy');
  await user.click(await screen.findByRole('button', { name: 'Actions for Buy' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename known target…' }));
  await user.type(await screen.findByLabelText('Known target name'), ' it');
  await user.click(screen.getByRole('button', { name: 'Save known target' }));
  const { target, pageUrl } = knownOf('Buy it');
  await waitFor(() => expect(sent).toEqual([['update', { uuid: id(70), target, pageUrl }]]));
  await user.click(await screen.findByRole('button', { name: 'Actions for Buy' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete known target…' }));
  await user.click(await screen.findByRole('button', { name: 'Delete known target' }));
  await waitFor(() => expect(sent.at(-1)).toEqual([`delete?uuid=${id(70)}`]));
});
