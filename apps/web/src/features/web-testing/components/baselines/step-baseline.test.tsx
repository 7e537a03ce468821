import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComparedPicture } from '@touchstone/contracts/web-testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { baselineOf, id, resultOf } from '../../testing/mocks.ts';
import { call, sentCalls, serverFor, show } from '../../testing/show-page.tsx';
import { StepResult } from '../results/step-result.tsx';

const { sent, keep } = sentCalls();
const baseline = baselineOf();
const accepted = baselineOf({ current: { ...baseline.current, version: 2 } });
const server = serverFor(
  http.get('*/services/runs/api/runs/:runId/attachments/:id/content', () => new HttpResponse(new Blob(['png']))),
  http.get('*/services/runs/api/runs/:runId/attachments/:id', () => new HttpResponse(new Blob(['png']))),
  http.get(call('step-baseline'), () => HttpResponse.json({ baseline, isCurrent: false })),
  http.post(call('accept-baseline'), keep('accept', accepted, 201)),
  http.put(call('baselines/:id/version'), keep('choose', baseline)),
);
beforeEach(() => {
  sent.length = 0;
});

const picture: ComparedPicture = {
  name: 'Cart',
  target: 'Chromium · 1280 × 720',
  verdict: 'different',
  version: 1,
  percent: 1.2,
  allowedPercent: 0,
  expected: id(31),
  actual: id(32),
  difference: id(33),
};
const open = (given: Partial<ComparedPicture> = {}, canWrite = true) => {
  const result = resultOf('a', { status: 'failed', keyword: 'verifyScreenshot', picture: { ...picture, ...given } });
  return show(
    <StepResult runId={id(9)} result={{ ...result, stepId: id(40) }} canWrite={canWrite} />,
    '/web-testing/modules',
  );
};

test('a picture and its baseline are shown overlaid, side by side, or as their difference', async () => {
  const { user } = open();
  expect(await screen.findByRole('img', { name: 'Cart, expected' })).toBeTruthy();
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Part of the baseline in percent' });
  const stack = screen.getByRole('img', { name: 'Cart, actual' }).parentElement;
  expect(stack?.style.getPropertyValue('--share')).toBe('50%');
  fireEvent.change(slider, { target: { value: '80' } });
  expect(stack?.style.getPropertyValue('--share')).toBe('80%');
  await user.click(screen.getByRole('radio', { name: 'Side by side' }));
  expect(await screen.findByText('Expected')).toBeTruthy();
  expect(screen.getAllByRole('img')).toHaveLength(2);
  await user.click(screen.getByRole('radio', { name: 'Difference' }));
  expect(await screen.findByRole('img', { name: 'Cart, difference' })).toBeTruthy();
});

test('the picture is accepted in place of the displayed version', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Accept as new baseline' }));
  await waitFor(() => expect(sent).toEqual([['accept', { runId: id(9), stepId: id(40), currentVersion: 1 }]]));
  expect(await screen.findByText('Version 2 is the baseline.')).toBeTruthy();
});

test('a concurrent acceptance by someone else is reported, and the baseline refetched', async () => {
  let reads = 0;
  server.use(
    http.get(call('step-baseline'), () => {
      reads += 1;
      return HttpResponse.json({ baseline, isCurrent: false });
    }),
    http.post(call('accept-baseline'), () =>
      HttpResponse.json({ code: 'X', message: 'Another picture became the baseline meanwhile.' }, { status: 409 }),
    ),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Accept as new baseline' }));
  expect(await screen.findByText('Another picture became the baseline meanwhile.')).toBeTruthy();
  await waitFor(() => expect(reads).toBe(2));
});

test('the first picture of a run is approved', async () => {
  const kept = baselineOf({ current: { ...baseline.current, isReviewed: false } });
  server.use(http.get(call('step-baseline'), () => HttpResponse.json({ baseline: kept, isCurrent: true })));
  const { user } = open({ verdict: 'new', expected: null, difference: null });
  expect(await screen.findByText(/To review: kept by this run/)).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Accept as new baseline' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Approve baseline' }));
  await waitFor(() => expect(sent).toEqual([['choose', { version: 1, currentVersion: 1 }]]));
});

test('a viewer sees who accepted the picture, and no button', async () => {
  server.use(http.get(call('step-baseline'), () => HttpResponse.json({ baseline, isCurrent: true })));
  open({}, false);
  expect(await screen.findByText(/This is version 1 of the baseline, accepted by Ada Admin/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Versions' }).getAttribute('href')).toContain(`baseline=${id(91)}`);
});

test('violated accessibility rules are listed with their elements and a link to the documentation', () => {
  const violation = {
    rule: 'label',
    impact: 'critical' as const,
    help: 'Form elements must have labels',
    helpUrl: 'https://dequeuniversity.com/rules/axe/label',
    elements: [{ selector: '#email', snippet: '<input id="email">' }],
    count: 1,
  };
  const result = resultOf('a', { status: 'failed', violations: [violation] });
  show(<StepResult runId={id(9)} result={result} canWrite={false} />, '/web-testing/modules');
  expect(screen.getByRole('heading', { name: 'Form elements must have labels' })).toBeTruthy();
  expect(screen.getByText('<input id="email">')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'label' }).getAttribute('href')).toBe(violation.helpUrl);
});
