import { screen, waitFor, within } from '@testing-library/react';
import type { SchedulerJob } from '@touchstone/contracts/scheduler';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../../../shared/session/browser-session.ts';
import { executionOf, jobOf } from '../testing/jobs.ts';
import { pageOf, projectOf, serverFor, show } from '../testing/show-page.tsx';
import { SchedulersPage } from './schedulers.page.tsx';

let jobs: SchedulerJob[] = [];
const asked: string[] = [];
const sent: unknown[] = [];
const listed = ({ request }: { request: Request }) => {
  asked.push(new URL(request.url).search);
  return HttpResponse.json(pageOf(...jobs));
};
const server = serverFor(
  http.get('*/api/upcoming-scheduler-jobs', listed),
  http.get('*/api/completed-scheduler-jobs', listed),
  http.get('*/api/scheduled-jobs-count', () =>
    HttpResponse.json({ total: jobs.length, upcoming: jobs.length, completed: 0, paused: 1 }),
  ),
  http.put('*/api/scheduler-jobs', async ({ request }) => {
    const body = (await request.json()) as { jobId: string; isPaused: boolean };
    sent.push(body);
    jobs = jobs.map((job) => (job.jobId === body.jobId ? { ...job, isPaused: body.isPaused } : job));
    return HttpResponse.json(jobs[0]);
  }),
  http.post('*/api/scheduler-jobs/:jobId/run', ({ params }) => {
    sent.push({ jobId: params.jobId });
    return HttpResponse.json({ executionId: 'e1' }, { status: 202 });
  }),
  http.delete('*/api/scheduler-jobs', ({ request }) => {
    sent.push(new URL(request.url).searchParams.getAll('jobIds'));
    jobs = [];
    return HttpResponse.json({ message: 'Deleted' });
  }),
);
beforeEach(() => {
  jobs = [
    jobOf(),
    jobOf({
      jobId: 'j2',
      title: 'Month end',
      scheduleType: 'MONTHLY',
      daysOfMonth: [1],
      daysOfWeek: [],
      isPaused: true,
    }),
  ];
  asked.length = 0;
  sent.length = 0;
});
const open = (search = '') => show(<SchedulersPage />, `/api-testing/schedulers?project=p1${search}`);
const row = (name: RegExp) => screen.findByRole('row', { name });

test('a job shows its test, its rule, when it is due next, and its last result with the run', async () => {
  open();
  const nightly = within(await row(/Nightly orders/));
  expect(nightly.getByRole('link', { name: 'Orders' }).getAttribute('href')).toContain(
    '/api-testing/api-test-suite/s1',
  );
  expect(nightly.getByText('Every weekday at 09:00')).toBeTruthy();
  expect(nightly.getByText('Europe/Berlin')).toBeTruthy();
  expect(nightly.getByText(/^Mon, Nov 24, 2036, 09:00/)).toBeTruthy();
  expect(nightly.getByRole('link', { name: 'Failed' }).getAttribute('href')).toBe('/runs/r1');
  expect(within(await row(/Month end/)).getByText('Paused')).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Upcoming 2' })).toBeTruthy();
  expect(screen.getByText('2 in Shop · 1 paused')).toBeTruthy();
});

test('a job is run now from its menu, a paused one is not', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for Month end' }));
  await screen.findByRole('menuitem', { name: 'Edit schedule…' });
  expect(screen.queryByRole('menuitem', { name: 'Run now' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Actions for Nightly orders' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Run now' }));
  expect(await screen.findByText('Nightly orders starts now. See its execution history.')).toBeTruthy();
  expect(sent).toEqual([{ jobId: 'j1' }]);
});

test('a job is paused and resumed in place; if the server refuses, the switch reverts', async () => {
  const { user } = open();
  const active = await screen.findByRole<HTMLInputElement>('switch', { name: 'Nightly orders is active' });
  await user.click(active);
  await waitFor(() => expect(sent).toEqual([{ jobId: 'j1', isPaused: true, projectId: 'p1' }]));
  expect(await within(await row(/Nightly orders/)).findByText('Paused')).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: 'Nightly orders is active' }));
  expect(await within(await row(/Nightly orders/)).findByText('Every weekday at 09:00')).toBeTruthy();
  expect(sent[1]).toMatchObject({ isPaused: false });
  server.use(http.put('*/api/scheduler-jobs', () => HttpResponse.json({ message: 'No.' }, { status: 403 })));
  await user.click(screen.getByRole('switch', { name: 'Nightly orders is active' }));
  expect(await screen.findByText('No.')).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Nightly orders is active' }).checked).toBe(true),
  );
});

test('several jobs are deleted with one confirmation that states their number', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
  await user.click(screen.getByRole('button', { name: 'Delete…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 schedules?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete 2 schedules' }));
  expect(await screen.findByRole('heading', { name: 'No scheduled tests yet' })).toBeTruthy();
  expect(sent).toEqual([['j1', 'j2']]);
});

test('the list is filtered by type and text, and the address keeps tab and filter', async () => {
  const { user, address } = open('&tab=completed');
  await row(/Nightly orders/);
  expect(screen.getByRole('table', { name: 'Completed schedules' })).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Schedule type' }));
  await user.click(await screen.findByRole('option', { name: 'Monthly' }));
  await waitFor(() => expect(asked.at(-1)).toContain('scheduleType=MONTHLY'));
  await user.type(screen.getByRole('textbox', { name: 'Filter schedules' }), 'month');
  await waitFor(() => expect(asked.at(-1)).toContain('searchTerm=month'));
  expect(address()).toContain('tab=completed');
  expect(address()).toContain('type=MONTHLY');
  jobs = [];
  await user.type(screen.getByRole('textbox', { name: 'Filter schedules' }), 's');
  expect(await screen.findByRole('heading', { name: 'No schedules match' })).toBeTruthy();
});

test('a list that fails to load says so and is requested again', async () => {
  server.use(
    http.get(
      '*/api/upcoming-scheduler-jobs',
      () => HttpResponse.json({ code: 'X', message: 'Oops' }, { status: 500 }),
      {
        once: true,
      },
    ),
  );
  const { user } = open();
  expect(await screen.findByText('Failed to fetch daily schedules.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await row(/Nightly orders/)).toBeTruthy();
});

test('a viewer sees jobs and history but changes nothing', async () => {
  server.use(
    http.get('*/api/projects', () => HttpResponse.json(pageOf(projectOf({ role: 'VIEWER' })))),
    http.get('*/api/scheduler-execution-history', () => HttpResponse.json(pageOf(executionOf()))),
    http.get('*/api/scheduler-job', () => HttpResponse.json(jobOf())),
  );
  const { user } = open();
  await row(/Nightly orders/);
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Schedule a test' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions for Nightly orders' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Execution history']);
  await user.click(screen.getByRole('menuitem', { name: 'Execution history' }));
  expect(await screen.findByRole('table', { name: 'Execution history' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
});

test.each(['organization', 'workspace'])(
  'without PRO of the %s nothing is offered; existing schedules can be viewed and deleted [schedulers-5]',
  async (of) => {
    if (of === 'workspace')
      server.use(http.get('*/api/projects', () => HttpResponse.json(pageOf(projectOf({ workspacePlan: 'FREE' })))));
    const account = session.getState().account!;
    session.setAccount({ ...account, plan: of === 'organization' ? 'FREE' : 'PRO' });
    try {
      const { user } = open();
      await row(/Nightly orders/);
      expect(screen.getByRole('note').textContent).toContain('Scheduled tests are a Pro feature.');
      expect(screen.queryByRole('button', { name: 'Schedule a test' })).toBeNull();
      expect(screen.queryByRole('switch', { name: 'Month end is active' })).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Actions for Nightly orders' }));
      expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
        'Execution history',
        'Delete schedule…',
      ]);
      await user.click(screen.getByRole('menuitem', { name: 'Delete schedule…' }));
      const dialog = await screen.findByRole('dialog', { name: 'Delete Nightly orders?' });
      await user.click(within(dialog).getByRole('button', { name: 'Delete schedule' }));
      expect(await screen.findByRole('heading', { name: 'Scheduled tests are a Pro feature.' })).toBeTruthy();
    } finally {
      session.setAccount(account);
    }
  },
);

test('the history shows the result of each due time, with its runs and why none was started', async () => {
  const searches: string[] = [];
  const deleted: string[] = [];
  server.use(
    http.get('*/api/scheduler-execution-history', ({ request }) => {
      searches.push(new URL(request.url).search);
      return HttpResponse.json(
        pageOf(
          executionOf(),
          executionOf({ executionId: 'e2', status: 'SKIPPED', missed: 3, attempts: [], durationMs: null }),
          executionOf({ executionId: 'e3', status: 'RUNNING', attempts: [], durationMs: null }),
        ),
      );
    }),
    http.get('*/api/scheduler-job', () => HttpResponse.json(jobOf())),
    http.delete('*/api/scheduler-execution-history', ({ request }) => {
      deleted.push(new URL(request.url).search);
      return HttpResponse.json({ message: 'Deleted', deleted: 1 });
    }),
  );
  const { user } = open('&tab=history&job=j1');
  const failed = within(await row(/Retry 1/));
  expect(failed.getByText('Failed')).toBeTruthy();
  expect(failed.getByRole('link', { name: 'First run' }).getAttribute('href')).toBe('/runs/r1');
  expect(within(await row(/Skipped/)).getByText('3 due times were missed.')).toBeTruthy();
  expect(searches[0]).toContain('jobId=j1');

  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
  await user.click(screen.getByRole('button', { name: 'Delete…' }));
  const some = await screen.findByRole('dialog', { name: 'Delete 2 entries of the history?' });
  await user.click(within(some).getByRole('button', { name: 'Delete 2 entries' }));
  await waitFor(() => expect(deleted).toEqual(['?projectId=p1&executionIds=e1&executionIds=e2']));
  await user.click(await screen.findByRole('button', { name: 'Delete history…' }));
  const all = await screen.findByRole('dialog', { name: 'Delete the history of Nightly orders?' });
  await user.click(within(all).getByRole('button', { name: 'Delete history' }));
  await waitFor(() => expect(deleted[1]).toBe('?projectId=p1&jobId=j1'));
  await user.click(screen.getByRole('button', { name: 'Only Nightly orders ×' }));
  await waitFor(() => expect(searches.at(-1)).not.toContain('jobId'));
});

test('a result that its webhook refused is sent again, and the row shows the outcome', async () => {
  const tellProblem = 'The webhook could not be called. It answered with status 500.';
  let execution = executionOf({ tellProblem });
  const resent: unknown[] = [];
  server.use(
    http.get('*/api/scheduler-execution-history', () => HttpResponse.json(pageOf(execution))),
    http.post('*/api/scheduler-executions/:executionId/tell', ({ params }) => {
      resent.push(params.executionId);
      if (resent.length > 1) execution = executionOf({ toldAt: '2026-11-20T09:00:00.000Z' });
      return HttpResponse.json(execution);
    }),
  );
  const { user } = open('&tab=history');
  const again = await screen.findByRole('button', { name: 'Send the result of Nightly orders again' });
  await user.click(again);
  await waitFor(() => expect(resent).toEqual(['e1']));
  await user.click(screen.getByRole('button', { name: 'Send the result of Nightly orders again' }));
  expect(await screen.findByText(/^Webhook called/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Send the result/ })).toBeNull();
});
