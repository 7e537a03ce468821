import { screen, waitFor, within } from '@testing-library/react';
import type { OrchestrationSchedule } from '@touchstone/contracts/scheduler';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { projectEntry } from '../testing/entries.ts';
import { pageOf, serverFor, showPage } from '../testing/show-page.tsx';
import { SchedulesPage } from './schedules.page.tsx';

const at = '2026-11-20T08:00:00.000Z';
const scheduleOf = (title: string, given: Partial<OrchestrationSchedule> = {}): OrchestrationSchedule => ({
  jobId: title,
  projectId: 'p1',
  projectName: 'Shop',
  title,
  target: {
    kind: 'workflow',
    id: 'w1',
    environmentId: null,
    configurationId: null,
    options: {},
    variables: [],
    kindTitle: 'Workflow',
    title: 'Order to cash',
    link: '/test-orchestration/work-flow/w1',
  },
  isPaused: false,
  problem: null,
  missedPolicy: 'RUN_ONCE',
  retry: { attempts: 0, delaySeconds: 60 },
  notify: { when: 'NEVER', emails: [], webhookUrl: null },
  scheduleType: 'DAILY',
  timezone: 'Europe/Berlin',
  startDate: '2026-11-20',
  endDate: null,
  time: '09:00',
  daysOfWeek: [],
  daysOfMonth: [],
  cron: null,
  nextDueAt: '2036-11-24T08:00:00.000Z',
  lastExecution: null,
  createdBy: 'ada',
  createdByName: 'Ada Admin',
  createdAt: at,
  updatedAt: at,
  ...given,
});

const asked: URLSearchParams[] = [];
let rows: OrchestrationSchedule[] = [];
serverFor(
  http.get('*/services/orchestration/api/schedules', ({ request }) => {
    asked.push(new URL(request.url).searchParams);
    return HttpResponse.json(pageOf(...rows));
  }),
  http.post('*/api/folder-and-workflow-by-folder', () =>
    HttpResponse.json(pageOf(projectEntry({ name: 'Bank', projectId: 'p2' }))),
  ),
);
beforeEach(() => {
  asked.length = 0;
  rows = [scheduleOf('Nightly'), scheduleOf('Month end', { projectId: 'p2', projectName: 'Bank', isPaused: true })];
});
const open = () => showPage('/', { '/': SchedulesPage }).user;

test('schedules of all projects are listed with their workflow, project and next start', async () => {
  open();
  const nightly = within(await screen.findByRole('row', { name: /Nightly/ }));
  expect(nightly.getByRole('link', { name: 'Order to cash' }).getAttribute('href')).toBe(
    '/test-orchestration/work-flow/w1',
  );
  expect(nightly.getByText('Shop')).toBeTruthy();
  expect(nightly.getByText(/Nov 24, 2036/)).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /Month end/ })).getByText('Paused')).toBeTruthy();
  expect(asked[0]?.get('state')).toBe('upcoming');
});

test('filters by project, title and state are sent to the server', async () => {
  const user = open();
  await screen.findByRole('row', { name: /Nightly/ });
  await user.click(screen.getByRole('combobox', { name: 'Project' }));
  await user.click(await screen.findByRole('option', { name: 'Bank' }));
  await waitFor(() => expect(asked.at(-1)?.get('projectId')).toBe('p2'));
  await user.type(screen.getByRole('textbox', { name: 'Filter schedules' }), 'night');
  await waitFor(() => expect(asked.at(-1)?.get('searchTerm')).toBe('night'));
  await user.click(screen.getByText('Completed', { exact: true }));
  await waitFor(() => expect(asked.at(-1)?.get('state')).toBe('completed'));
});

test('without schedules the page says where to create one', async () => {
  rows = [];
  open();
  expect(await screen.findByText('No upcoming schedules')).toBeTruthy();
  expect(screen.getByText('Open a workflow and add a schedule under Triggers.')).toBeTruthy();
});
