import { screen, waitFor, within } from '@testing-library/react';
import { encodeLivePicture } from '@touchstone/contracts/web-testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../../../../shared/session/browser-session.ts';
import { ScriptStepsPage } from '../../pages/script-steps.page.tsx';
import { liveId, liveServer } from '../../testing/live-server.ts';
import { id, stepOf, stepsOf } from '../../testing/mocks.ts';
import { call, drawnInFull, serverFor, show } from '../../testing/show-page.tsx';

const { sent, handlers, isWatched, send, end, emit } = liveServer();
drawnInFull();
serverFor(
  http.get(call('active-test-steps'), () =>
    HttpResponse.json(stepsOf([stepOf('a', 'openUrl', { args: { url: 'https://shop.example/' } })])),
  ),
  ...handlers,
  http.post(call('global-variables'), async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ variables: [] }, { status: 201 });
  }),
  http.get(call('project-files'), () =>
    HttpResponse.json({
      files: [
        {
          uuid: id(50),
          projectUUID: id(1),
          fileName: 'photo.png',
          contentType: 'image/png',
          sizeBytes: 3,
          createdBy: 'Ada',
          createdDate: '2026-11-20T10:00:00.000Z',
        },
      ],
    }),
  ),
);
beforeEach(() => {
  sent.length = 0;
});

const picture = encodeLivePicture({ bytes: new Uint8Array([1]), width: 1280, height: 720 });

/** Opens the editor and its browser, with the user in control. */
async function record() {
  const { user } = show(<ScriptStepsPage />, `/web-testing/script-steps?script=${id(3)}`);
  await user.click(await screen.findByRole('button', { name: 'Record' }));
  const live = within(await screen.findByRole('region', { name: 'Browser' }));
  await waitFor(() => expect(isWatched()).toBe(true));
  emit(
    { type: 'control', userId: session.getState().account?.userId ?? '', name: 'Ada Admin' },
    { type: 'mode', mode: 'record' },
    { type: 'tabs', tabs: [{ title: 'Shop', url: 'https://shop.example/' }], current: 1 },
  );
  await live.findByText('What you do in the page becomes steps, after the chosen one.');
  return { user, live };
}
const heldBy = (element: HTMLElement) => (element as HTMLInputElement).value;
const isDisabled = (element: HTMLElement) => (element as HTMLInputElement).disabled;
const lines = () => screen.getAllByRole('listitem').filter((item) => item.closest('[aria-label="Steps"]'));

test('actions in the browser become steps, which can be undone', async () => {
  const { user, live } = await record();
  expect(heldBy(live.getByLabelText('Address'))).toBe('https://shop.example/');
  emit({ type: 'step', step: stepOf('n', 'click', { target: { name: 'Sign in', locators: [], frame: [] } }) });
  await waitFor(() => expect(lines()).toHaveLength(2));
  emit({ type: 'removed', stepId: 'n' }, { type: 'step', step: stepOf('m', 'reload') });
  await waitFor(() => expect(heldBy(screen.getByRole('combobox', { name: 'Keyword' }))).toBe('Reload'));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(lines()).toHaveLength(1);
});

test('a picked element is checked', async () => {
  const { user, live } = await record();
  await user.click(live.getByRole('button', { name: 'Add check' }));
  await waitFor(() => expect(sent).toContainEqual({ liveId, command: { type: 'mode', mode: 'pick' } }));
  const facts = {
    tag: 'p',
    type: '',
    text: 'Thank you',
    value: '',
    isChecked: false,
    isEnabled: true,
    isEditable: false,
    attributes: {},
  };
  const way = { by: 'css' as const, value: '#thanks' };
  const target = { name: 'Thank you', locators: [way], frame: [] };
  emit(
    { type: 'mode', mode: 'pick' },
    { type: 'picked', picked: { target, ways: [{ way, count: 1 }], box: { x: 0, y: 0, width: 1, height: 1 }, facts } },
  );
  await user.click(await live.findByRole('button', { name: 'Its text is “Thank you”' }));
  expect(heldBy(screen.getByRole('combobox', { name: 'Keyword' }))).toBe('Verify Text');
  await waitFor(() => expect(sent.at(-1)).toEqual({ liveId, command: { type: 'mode', mode: 'record' } }));
});

test('the element of a step is picked with the selected locator first', async () => {
  const { user, live } = await record();
  emit({ type: 'step', step: stepOf('n', 'click', { target: { name: 'Old', locators: [], frame: [] } }) });
  await waitFor(() => expect(lines()).toHaveLength(2));
  await user.click(live.getByRole('button', { name: 'Pick its element' }));
  const ways = [
    { way: { by: 'role' as const, value: 'button', name: 'Buy' }, count: 1 },
    { way: { by: 'text' as const, value: 'Buy' }, count: 3 },
    { way: { by: 'css' as const, value: '#buy' }, count: 1 },
  ];
  const target = { name: 'Buy', locators: [ways[0]!.way, ways[2]!.way], frame: [] };
  const facts = {
    tag: 'button',
    type: '',
    text: 'Buy',
    value: '',
    isChecked: false,
    isEnabled: true,
    isEditable: false,
    attributes: {},
  };
  emit({ type: 'picked', picked: { target, ways, box: { x: 0, y: 0, width: 1, height: 1 }, facts } });
  expect(isDisabled(await live.findByRole('radio', { name: /text="Buy" finds 3 elements/ }))).toBe(true);
  await user.click(live.getByRole('radio', { name: /#buy/ }));
  await user.click(live.getByRole('button', { name: 'Use this element' }));
  expect(heldBy(screen.getByRole('combobox', { name: 'Target' }))).toBe('css="#buy"');
});

test('dialogs, files and problems of the page are reported and answered', async () => {
  const { user, live } = await record();
  emit({ type: 'dialog', kind: 'prompt', message: 'Which code?', initial: '' });
  await user.type(await live.findByLabelText('Answer'), 'SPRING');
  await user.click(live.getByRole('button', { name: 'OK' }));
  await waitFor(() =>
    expect(sent).toContainEqual({ liveId, command: { type: 'answerDialog', isAccepted: true, text: 'SPRING' } }),
  );
  emit({ type: 'dialogAnswered' }, { type: 'files' });
  await user.click(await live.findByRole('button', { name: 'photo.png' }));
  await waitFor(() => expect(sent).toContainEqual({ liveId, command: { type: 'chooseFile', name: 'photo.png' } }));
  emit({ type: 'problem', message: 'The host shop.example was not found.' });
  expect((await live.findByRole('alert')).textContent).toContain('was not found');
});

test('steps are tried in the open browser, with their results next to them', async () => {
  const { user, live } = await record();
  await user.click(live.getByRole('button', { name: 'Run all steps' }));
  await waitFor(() => expect(sent).toMatchObject([{ liveId, steps: [{ id: 'a' }] }]));
  emit(
    { type: 'trying', isTrying: true },
    { type: 'tried', stepId: 'a', status: 'failed', message: 'Nothing answers.', expected: null, actual: null },
    { type: 'trying', isTrying: false },
  );
  await screen.findByRole('img', { name: 'Failed' });
});

test('while someone else is in control the user can take over, and a closed browser says why', async () => {
  const { user, live } = await record();
  emit({ type: 'control', userId: id(99), name: 'Grace' });
  await user.click(await live.findByRole('button', { name: 'Take over from Grace' }));
  await waitFor(() => expect(sent).toContainEqual({ liveId, action: 'take' }));
  expect(isDisabled(live.getByRole('button', { name: 'Back' }))).toBe(true);
  emit({ type: 'ended', message: 'The browser was closed, because no one watched it.' });
  await live.findByText('The browser was closed, because no one watched it.');
  end();
  await user.click(live.getByRole('button', { name: 'Close browser' }));
  await screen.findByRole('button', { name: 'Record' });
});

test('keys and clicks are sent to the browser once there is a picture', async () => {
  const { user } = await record();
  globalThis.createImageBitmap = (async () => ({ width: 1280, height: 720, close: () => undefined })) as never;
  send(picture);
  const keys = await screen.findByRole('textbox', { name: /Keys go to the page/ });
  await user.click(keys);
  await user.keyboard('a{Enter}');
  await waitFor(() => {
    const inputs = sent.flatMap((one) => (one as { inputs?: { type: string; key?: string }[] }).inputs ?? []);
    expect(inputs).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'down', button: 'left' }),
        { type: 'keyDown', key: 'a' },
        { type: 'keyDown', key: 'Enter' },
      ]),
    );
  });
  await user.keyboard('{Shift>}{Escape}{/Shift}');
  expect(document.activeElement).not.toBe(keys);
});

test('dragging a finger scrolls the page, and tapping clicks', async () => {
  const { user } = await record();
  globalThis.createImageBitmap = (async () => ({ width: 1280, height: 720, close: () => undefined })) as never;
  send(picture);
  const target = await screen.findByRole('textbox', { name: /Keys go to the page/ });
  const inputs = () => sent.flatMap((one) => (one as { inputs?: { type: string }[] }).inputs ?? []);
  const coords = (clientY: number) => ({ target, coords: { clientX: 100, clientY } });
  await user.pointer([
    { keys: '[TouchA>]', ...coords(200) },
    { pointerName: 'TouchA', ...coords(197) },
    { pointerName: 'TouchA', ...coords(150) },
    { pointerName: 'TouchA', ...coords(120) },
  ]);
  await user.pointer({ keys: '[/TouchA]', ...coords(120) });
  await waitFor(() => expect(inputs().map(({ type }) => type)).toContain('touchEnd'));
  const types = inputs().map(({ type }) => type);
  expect(types.filter((type) => type === 'touchStart')).toHaveLength(1);
  expect(types.indexOf('touchStart')).toBeLessThan(types.indexOf('touchMove'));
  sent.length = 0;
  await user.pointer({ keys: '[TouchA]', ...coords(120) });
  await waitFor(() => expect(inputs().map(({ type }) => type)).toEqual(expect.arrayContaining(['down', 'up'])));
  expect(inputs().some(({ type }) => type.startsWith('touch'))).toBe(false);
});

test('a typed password is saved as a secret variable, once it is complete', async () => {
  const { user, live } = await record();
  const typed = (value: string) => {
    const target = { name: 'Password', locators: [], frame: [] };
    emit({ type: 'step', step: stepOf('p', 'setText', { target, args: { value } }), isSecret: true });
  };
  typed('c');
  typed('coffee');
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect(live.queryByText('You typed a password')).toBeNull();
  emit({ type: 'step', step: stepOf('k', 'pressKey', { args: { keys: 'Enter' } }) });
  await user.clear(await live.findByLabelText('Variable'));
  await user.type(live.getByLabelText('Variable'), 'shopPassword');
  await user.click(live.getByRole('button', { name: 'Keep as secret' }));
  await screen.findByRole('button', { name: /Password.*\{\{shopPassword\}\}/ });
  expect(sent).toContainEqual({
    projectUUID: id(1),
    variables: [{ name: 'shopPassword', value: 'coffee', isSecret: true }],
  });
  // A password that the project has saved already is recorded as its variable.
  typed('{{shopPassword}}');
  emit({ type: 'step', step: stepOf('l', 'reload') });
  await waitFor(() => expect(lines()).toHaveLength(4));
  expect(live.queryByText('You typed a password')).toBeNull();
});
