import type { FirstCalls } from '../../shared/session/early/first-calls.ts';

const calls = '/services/user-management/api';

export const firstCalls: FirstCalls[] = [
  {
    page: /^\/dashboard$/,
    // If the address selects another team than the headers, the page makes the call itself.
    urls: ({ search, teamId }) =>
      teamId === undefined || search.has('team')
        ? []
        : [
            `${calls}/dashboardcount?teamUuid=${teamId}`,
            `${calls}/project-widget-by-service?service=dashboard&teamUuid=${teamId}`,
          ],
  },
];
