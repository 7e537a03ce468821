import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { id, reportOf, resultOf, stepOf, stepsOf } from '../testing/mocks.ts';
import { call, drawnInFull, pageOf, serverFor, show } from '../testing/show-page.tsx';
import { ScriptStepsPage } from './script-steps.page.tsx';

const steps = [
  stepOf('a', 'openUrl', { args: { url: 'https://shop.example/' } }),
  stepOf('b', 'click', {
    target: { name: 'Sign in', locators: [{ by: 'role', value: 'button', name: 'Sign in' }], frame: [] },
  }),
];
const sent: [call: string, body: unknown][] = [];
const keep =
  (name: string, answer: (body: never) => object, status = 200) =>
  async ({ request }: { request: Request }) => {
    const body = (await request.json()) as never;
    sent.push([name, body]);
    return HttpResponse.json(answer(body), { status });
  };
drawnInFull();
const server = serverFor(
  http.get(call('active-test-steps'), () => HttpResponse.json(stepsOf(steps))),
  http.put(
    call('test-steps'),
    keep('save', (body: { steps: [] }) => stepsOf(body.steps, { revision: 5 })),
  ),
  http.post(
    call('execute-module-test'),
    keep('dry run', () => ({ runId: id(9), number: 7, executionStatus: 'Queued', message: 'Run initiated' }), 201),
  ),
  http.post(
    call('text_to_code'),
    keep('sentences', () => ({
      steps: [stepOf('n', 'verifyTitle', { args: { expected: 'Shop' } })],
      notUnderstood: [{ line: 2, text: 'Dance' }],
    })),
  ),
  http.post(
    call('import-test-script'),
    keep('import', () => ({
      scriptUUID: null,
      testScriptName: 'x',
      format: 'playwright',
      steps: [stepOf('i', 'reload')],
      unread: [{ line: 3, message: 'page.pdf() is not a keyword.' }],
      problems: [],
      further: [],
    })),
  ),
  http.get(call('test-script-version'), () =>
    HttpResponse.json(
      pageOf({
        uuid: id(21),
        scriptUUID: id(3),
        versionName: 'Before',
        revision: 2,
        stepCount: 1,
        createdBy: 'Ada',
        createdDate: '2026-11-20T10:00:00.000Z',
      }),
    ),
  ),
  http.put(
    call('restore-test-script-version'),
    keep('restore', () => stepsOf([stepOf('r', 'reload')], { revision: 6 })),
  ),
);
beforeEach(() => {
  sent.length = 0;
});

const open = () => show(<ScriptStepsPage />, `/web-testing/script-steps?script=${id(3)}`);
const lines = () => screen.getAllByRole('listitem').filter((item) => item.closest('[aria-label="Steps"]'));

test('steps are added, filled in and saved', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add Step' }));
  const keyword = await screen.findByRole('combobox', { name: 'Keyword' });
  await user.click(keyword);
  await user.type(keyword, 'set text');
  await user.keyboard('{Enter}');
  await user.type(await screen.findByRole('combobox', { name: 'Target' }), 'label=Email');
  const value = screen.getAllByRole('textbox', { name: /^(Text|Value)/ })[0]!;
  await user.type(value, 'alice@example.com');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject([
    'save',
    {
      scriptUUID: id(3),
      revision: 4,
      steps: [
        { id: 'a' },
        { id: 'b' },
        {
          keyword: 'setText',
          target: { name: 'Email', locators: [{ by: 'label', value: 'Email' }] },
          args: { value: 'alice@example.com' },
        },
      ],
    },
  ]);
  expect(await screen.findByText('Steps are saved.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
});

test('a step is moved, duplicated, switched off and deleted from its menu, and all of that is undone', async () => {
  const { user } = open();
  const choose = async (step: string, entry: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for step ${step}` }));
    await user.click(await screen.findByRole('menuitem', { name: entry }));
  };
  await choose('2', 'Move up');
  await choose('1', 'Duplicate');
  await choose('1', 'Switch off');
  await choose('3', 'Delete step');
  expect(lines()).toHaveLength(2);
  for (let count = 0; count < 4; count += 1) await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(lines()).toHaveLength(2);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
});

test('keys move through the lines, and Delete removes one', async () => {
  const { user } = open();
  await user.click(await screen.findByText('Sign in'));
  await user.keyboard('{Delete}');
  await waitFor(() => expect(lines()).toHaveLength(1));
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(lines()).toHaveLength(2));
});

test('a dry run executes the current steps, and results appear next to them [web-execution-2]', async () => {
  server.use(
    http.get(call('test-report-details'), () =>
      HttpResponse.json(
        reportOf([
          resultOf('a'),
          resultOf('b', {
            status: 'failed',
            message: 'No element matches Sign in.',
            expected: 'visible',
            actual: 'no element',
          }),
        ]),
      ),
    ),
  );
  const { user } = open();
  await screen.findByText('Sign in');
  await user.click(screen.getByRole('button', { name: 'Dry Run' }));
  await waitFor(() => expect(sent).toEqual([['dry run', { scriptUUID: id(3), browser: 'chromium' }]]));
  expect((await screen.findAllByText('No element matches Sign in.')).length).toBeGreaterThan(0);
  expect(screen.getByText('no element')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Refresh Results' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Full report' }).getAttribute('href')).toContain(id(9));
});

test('unsaved steps are tried as they are', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for step 2' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete step' }));
  await user.click(screen.getByRole('button', { name: 'Dry Run' }));
  await waitFor(() => expect(sent[0]).toMatchObject(['dry run', { steps: [{ id: 'a' }] }]));
  expect(await screen.findByRole('link', { name: 'Full report' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('plain sentences become steps, and what cannot be parsed is reported', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Write as sentences' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write steps as sentences' }));
  await user.type(dialog.getByRole('textbox', { name: 'One sentence a line' }), 'Check that the title is Shop');
  expect(await dialog.findByText('Line 2: Dance')).toBeTruthy();
  const add = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Add 1 step' });
  // The preview of an earlier text can't be added.
  await waitFor(() => expect(add.disabled).toBe(false));
  await user.click(add);
  await waitFor(() => expect(lines()).toHaveLength(3));
});

test('a file is parsed, previewed and added', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Import File' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import steps' });
  const file = new File(['test("x", …)'], 'x.spec.ts', { type: 'text/plain' });
  await user.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, file);
  expect(await within(dialog).findByText('Line 3: page.pdf() is not a keyword.')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Add 1 step' }));
  await waitFor(() => expect(lines()).toHaveLength(3));
  expect(sent[0]).toMatchObject(['import', { isPreview: true, moduleUUID: id(2) }]);
});

test('a version is restored, and its steps are in the table', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'More for this script' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Versions' }));
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  const question = within(await screen.findByRole('dialog', { name: 'Restore Before?' }));
  await user.click(question.getByRole('button', { name: 'Restore version' }));
  await waitFor(() => expect(lines()).toHaveLength(1));
  expect(sent).toEqual([['restore', { scriptVersionUUID: id(21) }]]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
});

test('changes saved by someone else are shown, and the user saves over them', async () => {
  const newer = {
    ...stepsOf([stepOf('x', 'reload')], { revision: 9 }),
    savedBy: 'Bob',
    savedAt: '2026-11-20T11:00:00.000Z',
  };
  server.use(
    http.put(
      call('test-steps'),
      () => HttpResponse.json({ code: 'X', message: 'Bob saved this script meanwhile.', data: newer }, { status: 409 }),
      { once: true },
    ),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for step 2' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete step' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Someone else saved this script' }));
  expect(dialog.getByText(/Bob saved 1 step/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(sent[0]).toMatchObject(['save', { revision: 9, steps: [{ id: 'a' }] }]));
});

test('Run Test right after Save does not save twice', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for step 2' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete step' }));
  const both = [screen.getByRole('button', { name: 'Save' }), screen.getByRole('button', { name: 'Run Test' })];
  for (const button of both) button.click();
  expect(await screen.findByRole('dialog', { name: 'Run Buy a lamp' })).toBeTruthy();
  expect(sent.map(([name]) => name)).toEqual(['save']);
});

test('problems are shown at their fields', async () => {
  server.use(
    http.get(call('active-test-steps'), () =>
      HttpResponse.json(
        stepsOf([stepOf('a', 'openUrl')], {
          problems: [{ stepId: 'a', field: 'args.url', message: 'Give an address.' }],
        }),
      ),
    ),
  );
  open();
  expect((await screen.findAllByText('Give an address.')).length).toBeGreaterThan(0);
});

test('without a browser the page says how to install one', async () => {
  server.use(http.get(call('browsers'), () => HttpResponse.json({ browsers: [] })));
  open();
  expect(await screen.findByText(/This machine has no browser/)).toBeTruthy();
});

test('a deleted script links back to the scripts', async () => {
  server.use(
    http.get(call('test-scripts/:id'), () =>
      HttpResponse.json({ code: 'X', message: 'No such script, or you have no access to it.' }, { status: 404 }),
    ),
  );
  open();
  expect(await screen.findByText('No such script, or you have no access to it.')).toBeTruthy();
});

test('variables are suggested while a value is typed, and those without a value are marked', async () => {
  const { user } = open();
  const address = within(await screen.findByRole('list', { name: 'Steps' })).getByLabelText('Address');
  await user.clear(address);
  await user.type(address, '{{{{sho');
  await user.click(await screen.findByRole('option', { name: /shopUrl/ }));
  expect((address as HTMLInputElement).value).toBe('{{shopUrl}}');
  await user.type(address, '/{{{{nothing}}');
  await screen.findAllByRole('img', { name: /No value for \{\{nothing\}\}/ });
  await user.keyboard('{Enter}');
  expect(lines()).toHaveLength(3);
});

test('several steps are selected with Shift, and copied, switched off and deleted together', async () => {
  const { user } = open();
  await screen.findByRole('list', { name: 'Steps' });
  screen.getByRole('list', { name: 'Steps' }).parentElement?.focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  const chosen = within(await screen.findByRole('toolbar', { name: 'Chosen steps' }));
  chosen.getByText('2 steps chosen');
  await user.click(chosen.getByRole('button', { name: 'Duplicate' }));
  expect(lines()).toHaveLength(4);
  expect(screen.queryByRole('toolbar', { name: 'Chosen steps' })).toBeNull();
  await user.keyboard('{Shift>}');
  await user.click(within(lines()[1]!).getByRole('button', { name: /^Click/ }));
  await user.keyboard('{/Shift}');
  screen.getByText('3 steps chosen');
  screen.getByRole('list', { name: 'Steps' }).parentElement?.focus();
  await user.keyboard('{Delete}');
  expect(lines()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(lines()).toHaveLength(4);
});
