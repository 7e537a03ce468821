import type { FirstCalls } from '../../shared/session/early/first-calls.ts';

const calls = '/services/user-management/api';

export const firstCalls: FirstCalls[] = [
  {
    page: /^\/dashboard$/,
    // Another team than that of the headers is chosen by the address, and asked for by the page.
    urls: ({ search, teamId }) =>
      teamId === undefined || search.has('team')
        ? []
        : [
            `${calls}/dashboardcount?teamUuid=${teamId}`,
            `${calls}/project-widget-by-service?service=dashboard&teamUuid=${teamId}`,
          ],
  },
];
