import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scriptSummary as script } from '../../testing/script-summary.ts';
import { ScriptTree } from './script-tree.tsx';

const actions = {
  create: vi.fn(),
  rename: vi.fn(),
  move: vi.fn(),
  moveScripts: vi.fn(),
  remove: vi.fn(),
  dialog: null,
};
const noop = () => undefined;
const onDelete = vi.fn();
const onRun = vi.fn();
const onMove = vi.fn();
function open(canWrite = true) {
  render(
    <MantineProvider env="test">
      <ScriptTree
        {...{ onOpen: noop, onNew: noop, onClone: noop, onDelete, onRun, onReorder: noop, onMove, canWrite }}
        scripts={[script('list'), script('get', 'Orders')]}
        folders={[{ path: 'Orders' }, { path: 'Orders / Old' }]}
        folderActions={actions}
        active={null}
      />
    </MantineProvider>,
  );
  return userEvent.setup();
}
// The list renders what fits in its box, and jsdom has no layout.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300);
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const action of [actions.create, actions.rename, actions.move, actions.moveScripts, actions.remove])
    action.mockClear();
  onMove.mockClear();
});
const folder = () => screen.getByRole('button', { name: /^Orders/ });

test('a folder opens and closes with the mouse and with the left and right keys', async () => {
  const user = open();
  expect(folder().getAttribute('aria-expanded')).toBe('true');
  await user.click(folder());
  expect(screen.queryByRole('button', { name: /get$/ })).toBeNull();
  await user.keyboard('{ArrowRight}');
  expect(folder().getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByTitle('Orders / Old')).toBeTruthy();
  await user.keyboard('{ArrowLeft}');
  expect(folder().getAttribute('aria-expanded')).toBe('false');
});

test.each([
  { item: 'New folder inside…', action: actions.create, args: ['Orders'] },
  { item: 'Rename folder…', action: actions.rename, args: ['Orders'] },
  { item: 'Move folder…', action: actions.move, args: ['Orders'] },
  { item: 'Delete folder…', action: actions.remove, args: ['Orders', 1] },
])('the menu of a folder offers "$item"', async ({ item, action, args }) => {
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Actions for folder Orders' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
  expect(action).toHaveBeenCalledWith(...args);
});

test('a viewer sees folders but cannot change them', () => {
  open(false);
  expect(folder()).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Actions|^New/ })).toBeNull();
});

const row = (name: string) => screen.getByRole('button', { name: new RegExp(`^(GET )?${name}$`) });

test('several scripts are selected by Space, Ctrl and Shift, and moved, run and deleted together', async () => {
  const user = open();
  row('list').focus();
  await user.keyboard(' ');
  await user.keyboard('{Shift>}');
  await user.click(row('get'));
  await user.keyboard('{/Shift}');
  expect(screen.getByRole('status').textContent).toBe('2 selected');
  const both = [expect.objectContaining({ scriptId: 'list' }), expect.objectContaining({ scriptId: 'get' })];
  for (const [name, action] of [
    ['Move', actions.moveScripts],
    ['Run', onRun],
    ['Delete', onDelete],
  ] as const) {
    await user.click(screen.getByRole('button', { name }));
    expect(action).toHaveBeenLastCalledWith(both);
  }
  await user.keyboard('{Control>}');
  await user.click(row('list'));
  await user.keyboard('{/Control}');
  expect(screen.getByRole('checkbox', { name: 'Select list' })).toHaveProperty('checked', false);
  await user.click(screen.getByRole('button', { name: 'Clear the selection' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a script dropped on a folder goes into it, and one dropped on a script before it', () => {
  open();
  const lineOf = (element: HTMLElement) => element.closest('li')!;
  const dataTransfer = { setData: noop };
  fireEvent.dragStart(lineOf(row('list')), { dataTransfer });
  fireEvent.dragOver(lineOf(folder()), { dataTransfer });
  expect(lineOf(folder()).getAttribute('data-drop')).toBe('into');
  fireEvent.drop(lineOf(folder()), { dataTransfer });
  expect(onMove).toHaveBeenLastCalledWith({ scriptIds: ['list'], folders: [], folder: 'Orders' });
  expect(lineOf(folder()).getAttribute('data-drop')).toBeNull();
  fireEvent.dragStart(lineOf(row('get')), { dataTransfer });
  fireEvent.dragOver(lineOf(row('list')), { dataTransfer, clientY: -1 });
  fireEvent.drop(lineOf(row('list')), { dataTransfer, clientY: -1 });
  expect(onMove).toHaveBeenLastCalledWith({ scriptIds: ['get'], folders: [], folder: '', before: 'list' });
});

test('a script, several selected ones or a folder dropped on the footer ask for another suite', async () => {
  const user = open();
  const lineOf = (element: HTMLElement) => element.closest('li')!;
  const dataTransfer = { setData: noop };
  const dropTarget = () => screen.getByText('Drop here to move to another suite');
  const dropOutside = (dragged: HTMLElement) => {
    fireEvent.dragStart(lineOf(dragged), { dataTransfer });
    fireEvent.dragOver(dropTarget(), { dataTransfer });
    expect(dropTarget().getAttribute('data-drop')).toBe('true');
    fireEvent.drop(dropTarget(), { dataTransfer });
    expect(screen.queryByText('Drop here to move to another suite')).toBeNull();
  };
  dropOutside(row('list'));
  expect(actions.moveScripts).toHaveBeenLastCalledWith([expect.objectContaining({ scriptId: 'list' })]);
  dropOutside(folder());
  expect(actions.move).toHaveBeenLastCalledWith('Orders');
  for (const name of ['list', 'get']) {
    row(name).focus();
    await user.keyboard(' ');
  }
  dropOutside(row('get'));
  expect(actions.moveScripts.mock.lastCall?.[0]).toHaveLength(2);
  expect(onMove).not.toHaveBeenCalled();
});

test('a drag that ends elsewhere hides the other-suite target again', () => {
  open();
  const line = row('list').closest('li')!;
  fireEvent.dragStart(line, { dataTransfer: { setData: noop } });
  fireEvent.dragEnd(line);
  expect(screen.queryByText('Drop here to move to another suite')).toBeNull();
  expect(screen.getByText('2 scripts')).toBeTruthy();
});

test('J and K move through folders and scripts', async () => {
  const user = open();
  await user.keyboard('j');
  expect(document.activeElement).toBe(row('list'));
  await user.keyboard('j');
  expect(document.activeElement).toBe(folder());
  await user.keyboard('k');
  expect(document.activeElement).toBe(row('list'));
});
