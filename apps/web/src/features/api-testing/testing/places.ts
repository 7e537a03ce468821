import type { Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'workspace',
    alsoAt: ['/api-testing/project', '/api-testing/projects'],
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/workspace?project=${projectId}`,
    ready: (page) => page.getByRole('table', { name: 'Runs', exact: true }).getByRole('link').first().waitFor(),
  },
  {
    name: 'recently deleted',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/recently-deleted?project=${projectId}`,
    ready: (page) => page.getByRole('heading', { name: 'Nothing was deleted' }).waitFor(),
  },
  {
    name: 'suites',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/api-test-suite?project=${projectId}`,
    ready: (page) => page.getByRole('link', { name: 'Orders', exact: true }).waitFor(),
  },
  {
    name: 'import',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/import?project=${projectId}`,
    async ready(page) {
      await page.getByRole('button', { name: 'Use the sample API' }).click();
      await page.getByRole('button', { name: /^Import \d+ requests$/ }).waitFor();
    },
  },
  {
    name: 'linked specifications',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/linked-specifications?project=${projectId}`,
    ready: (page) => page.getByText('No linked specifications yet').waitFor(),
  },
  {
    name: 'editor',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ suiteId, projectId }) => `/api-testing/api-test-suite/${suiteId}?project=${projectId}`,
    async ready(page) {
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('region', { name: 'Response' }).getByRole('tab').first().waitFor();
      await page
        .getByRole('tab', { name: /^Assertions/ })
        .first()
        .click();
    },
  },
  {
    name: 'requests',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/request?project=${projectId}`,
    ready: (page) => page.getByRole('textbox', { name: 'Address' }).waitFor(),
  },
  {
    name: 'playground',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/api-playground?project=${projectId}`,
    ready: (page) => page.getByRole('textbox', { name: 'Address' }).waitFor(),
  },
  {
    name: 'environments',
    alsoAt: ['/api-testing/global-variable'],
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/environments?project=${projectId}`,
    ready: (page) => page.getByRole('textbox', { name: 'Value of variable base' }).waitFor(),
  },
  {
    name: 'certificates',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/certificates?project=${projectId}`,
    async ready(page) {
      await page.getByRole('button', { name: 'api.example.test', exact: true }).click();
      await page.getByRole('dialog').getByText('CN=Audit').first().waitFor();
    },
  },
  {
    name: 'pre-request variables',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/prerequest-variables?project=${projectId}`,
    ready: (page) => page.getByText('No prerequisites yet').waitFor(),
  },
  {
    name: 'report',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ runId }) => `/api-testing/report/${runId}`,
    ready: (page) => page.getByRole('region', { name: 'Step Wrong' }).getByText('42.5').first().waitFor(),
  },
  {
    name: 'report dashboard',
    alsoAt: ['/api-testing/functional-report-dashboard'],
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/report-dashboard?project=${projectId}`,
    ready: (page) => page.getByRole('link', { name: /^Orders #\d+$/ }).waitFor(),
  },
  {
    name: 'report insights',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ projectId }) => `/api-testing/functional-report-insights?project=${projectId}`,
    async ready(page) {
      await page.getByRole('table', { name: 'Runs', exact: true }).getByRole('link').first().waitFor();
      await page.getByRole('table', { name: 'Scripts' }).getByRole('link', { name: 'Wrong', exact: true }).waitFor();
    },
  },
  {
    name: 'comparison of runs',
    visitor: 'tester',
    openTo: 'everybody',
    path: ({ runId }) => `/api-testing/report-compare?base=${runId}&current=${runId}`,
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
];
