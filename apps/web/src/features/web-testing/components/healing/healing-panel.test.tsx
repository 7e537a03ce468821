import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { FailedStep, StepHealing } from '@touchstone/contracts/web-testing';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { failedStepOf, healingOf, id, reportOf, resultOf } from '../../testing/mocks.ts';
import { call, sentCalls, serverFor, show } from '../../testing/show-page.tsx';
import { StepResult } from '../results/step-result.tsx';
import { HealedNotice } from './healed-notice.tsx';

const { sent, keep } = sentCalls();
const accepted = failedStepOf({
  state: 'accepted',
  chosen: 0,
  accepted: { by: 'Ann Accepts', at: new Date().toISOString(), steps: 4 },
});
const server = serverFor(
  http.get('*/services/runs/api/runs/:runId/attachments/:id', () => new HttpResponse(new Blob(['jpeg']))),
  http.get('*/services/runs/api/runs/:runId/attachments/:id/content', () => new HttpResponse(new Blob(['jpeg']))),
  http.get(call('failed-step-info'), () => HttpResponse.json(failedStepOf())),
  http.put(call('update-failed-step'), keep('accept', accepted)),
  http.delete(call('update-failed-step'), keep('undo', failedStepOf())),
  http.get(call('test-report-details'), () => HttpResponse.json(reportOf([]))),
);
beforeEach(() => {
  sent.length = 0;
});

const answers = (given: Partial<FailedStep>) =>
  server.use(http.get(call('failed-step-info'), () => HttpResponse.json(failedStepOf(given))));
const open = (given: Partial<StepHealing> = {}, { hasPicture = false, isEditor = false } = {}) => {
  const picture = { attachmentId: id(50), name: 'Page.jpg', mediaType: 'image/jpeg', sizeBytes: 4, stepId: id(40) };
  const result = resultOf('pay', {
    stepId: id(40),
    status: 'failed',
    healing: healingOf(given),
    attachments: hasPicture ? [picture as never] : [],
  });
  return show(
    <StepResult runId={id(9)} result={result} canWrite {...(isEditor && { editing: { hasUnsavedChanges: true } })} />,
    '/web-testing/modules',
  );
};
const panel = () => within(screen.getByRole('region', { name: /Element not found|Healed|Another element/ }));

test('a failed step says what it looked for, and lists candidate elements with their evidence [web-execution-5]', async () => {
  open();
  expect(panel().getByText(/It may be one of these elements/)).toBeTruthy();
  expect(panel().getByText('css="#pay"')).toBeTruthy();
  const [first, second] = panel().getAllByRole('button', { name: /the same/ });
  expect(first?.textContent).toBe('1Pay nowSurely the same (98 %)');
  expect(second?.textContent).toBe('2CancelMaybe the same (41 %)');
  expect([first, second].map((one) => one?.getAttribute('aria-expanded'))).toEqual(['true', 'false']);
  const rows = within(panel().getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Same: Rolebuttonbutton',
    'Similar: TextPayPay now',
    'Different: IDpayNone',
  ]);
  expect(await panel().findByRole('link', { name: 'Buy a lamp' })).toBeTruthy();
});

test('another element is opened, and accepted for this step only', async () => {
  const { user } = open();
  await panel().findByRole('checkbox', { name: 'Also in 3 other steps of this script' });
  await user.click(panel().getByRole('button', { name: /Cancel/ }));
  await user.click(panel().getByRole('checkbox'));
  await user.click(panel().getByRole('button', { name: 'Use this element' }));
  const body = { runId: id(9), stepId: id(40), suspect: 1, everywhere: false };
  await waitFor(() => expect(sent).toEqual([['accept', body]]));
});

test('an element is accepted for all steps that look for it, and the panel says so', async () => {
  const { user } = open();
  const take = await panel().findByRole('button', { name: 'Use this element' });
  answers(accepted);
  await user.click(take);
  expect(await panel().findByText(/Accepted by Ann Accepts/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Undo'));
  expect(await screen.findByText('4 steps look for this element now.')).toBeTruthy();
  expect(sent[0]?.[1]).toMatchObject({ suspect: 0, everywhere: true });
});

test('the person who accepted is named, and the acceptance can be undone', async () => {
  answers(accepted);
  const { user } = open();
  expect(await panel().findByText(/Accepted by Ann Accepts/)).toBeTruthy();
  expect(panel().getByText(/for 4 steps/)).toBeTruthy();
  expect(panel().queryByRole('button', { name: 'Use this element' })).toBeNull();
  await user.click(panel().getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent).toEqual([[`undo?runId=${id(9)}&stepId=${id(40)}`]]));
  expect(await screen.findByText('The step looks for “Pay” as before.')).toBeTruthy();
});

test.each<[string, Partial<FailedStep>, RegExp]>([
  ['was changed', { state: 'changed' }, /^This step was changed after the run\./],
  ['looks for another suspect', { state: 'changed', chosen: 1 }, /now looks for element 2/],
  ['was deleted', { state: 'deleted' }, /was deleted after the run/],
  ['is locked', { mayChange: false, lockedBy: 'Lou Locks' }, /Lou Locks has locked the script/],
])('a step that %s says so and is not changed', async (_what, given, text) => {
  answers(given);
  open();
  expect(await panel().findByText(text)).toBeTruthy();
  expect(panel().queryByRole('button', { name: 'Use this element' })).toBeNull();
});

test('a step of a function links to the function', async () => {
  answers({ testFunction: { uuid: id(70), name: 'Check out' } });
  open();
  const link = await panel().findByRole('link', { name: 'function Check out' });
  expect(link.getAttribute('href')).toContain(id(70));
  expect(panel().getByRole('checkbox', { name: 'Also in 3 other steps of this function' })).toBeTruthy();
});

test('unsaved steps are saved first', async () => {
  open({}, { isEditor: true });
  const button = await panel().findByRole<HTMLButtonElement>('button', { name: 'Use this element' });
  expect(button.disabled).toBe(true);
  expect(panel().getByText(/Save your steps first/)).toBeTruthy();
  expect(panel().queryByRole('link', { name: 'Buy a lamp' })).toBeNull();
});

test('an element without a unique locator is not accepted', async () => {
  const [first] = healingOf().suspects;
  open({ suspects: [{ ...first!, target: { ...first!.target, locators: [] } }] });
  expect(await panel().findByText(/No locator finds only this element/)).toBeTruthy();
});

test('for a removed element the known traits are shown', async () => {
  answers({ verdict: 'gone', suspects: [], known: [{ trait: 'text', value: 'Pay' }] });
  open({ verdict: 'gone', suspects: [] });
  expect(panel().getByText(/It was probably removed/)).toBeTruthy();
  expect(await panel().findByRole('heading', { name: 'What was known of it' })).toBeTruthy();
});

test('a healed step says so', async () => {
  open({ isUsed: true, verdict: 'same' });
  expect(screen.getByRole('region', { name: 'Healed' })).toBeTruthy();
  expect(panel().getByText(/The step went on with an element that is surely the same/)).toBeTruthy();
});

test('a step that acted on another element than before says so', () => {
  open({ verdict: 'same', foundBy: 'text="Pay"' });
  expect(screen.getByRole('region', { name: 'Another element was found' })).toBeTruthy();
  expect(panel().getByText(/acted on a different element than before/)).toBeTruthy();
});

test('boxes on the picture mark the elements, and select them', async () => {
  const { user } = open({}, { hasPicture: true });
  const picture = await screen.findByRole('img', { name: 'Page at this step' });
  Object.defineProperties(picture, { naturalWidth: { value: 2560 }, naturalHeight: { value: 1440 } });
  fireEvent.load(picture);
  const box = await panel().findByRole('button', { name: 'Element 1, Pay now: Surely the same (98 %)' });
  expect(box.getAttribute('aria-pressed')).toBe('true');
  // The page is 1280 wide; its picture has twice as many pixels.
  expect(box.style.left).toBe('50%');
  expect(box.style.top).toBe('25%');
  const other = panel().getByRole('button', { name: /^Element 2/ });
  await user.click(other);
  expect(other.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getAllByRole('img', { name: 'Page at this step' })).toHaveLength(1);
});

test('while loading nothing is said about the current step, and a failure can be retried', async () => {
  server.use(
    http.get(call('failed-step-info'), async () => {
      await delay(20);
      return HttpResponse.json({ message: 'The database is away.' }, { status: 404 });
    }),
  );
  const { user } = open();
  expect(panel().queryByRole('button', { name: 'Use this element' })).toBeNull();
  expect(await panel().findByText('The database is away.')).toBeTruthy();
  answers({});
  await user.click(panel().getByRole('button', { name: /again|Retry/i }));
  expect(await panel().findByRole('button', { name: 'Use this element' })).toBeTruthy();
});

test('a report says how many steps were healed, and links to the first', () => {
  const healed = (name: string) => resultOf(name, { healing: healingOf({ isUsed: true }) });
  show(<HealedNotice runId={id(9)} steps={[resultOf('a'), healed('b'), healed('c')]} />, '/web-testing/modules');
  expect(screen.getByText('2 steps were healed. Look at them before you trust this run.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Look at the first one' }).getAttribute('href')).toContain('step=run-b');
});
