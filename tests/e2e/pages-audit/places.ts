import type { Page } from '@playwright/test';

/** What places name. */
export interface PlaceIds {
  projectId: string;
  suiteId: string;
  runId: string;
  performanceRunId: string;
  invoiceId: string;
}
export interface Place {
  name: string;
  path: (ids: PlaceIds) => string;
  /** Resolves when the screen shows what it is about. */
  ready: (page: Page) => Promise<unknown>;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const dialogOf = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: button }).waitFor();
};

/** Screens before sign-in. */
export const outside: readonly Place[] = [
  {
    name: 'sign-in',
    path: () => '/login',
    ready: (page) => page.getByLabel('E-mail').waitFor(),
  },
  {
    name: 'sign-up',
    path: () => '/sign-up',
    ready: (page) => page.getByRole('heading', { name: 'Sign Up' }).waitFor(),
  },
  {
    name: 'terms dialog',
    path: () => '/sign-up',
    async ready(page) {
      await page.getByRole('button', { name: 'Terms of Service and Privacy' }).click();
      await page.getByRole('dialog').getByRole('heading', { name: '7. Changes' }).waitFor();
    },
  },
  {
    name: 'terms',
    path: () => '/tos',
    ready: (page) => page.getByRole('heading', { name: '7. Changes' }).waitFor(),
  },
  {
    name: 'password recovery',
    path: () => '/forgot-password',
    ready: (page) => page.getByLabel('E-mail').waitFor(),
  },
  {
    name: 'unknown path',
    path: () => '/nowhere/at-all',
    ready: (page) => page.getByText('Error Code 404', { exact: true }).waitFor(),
  },
  {
    name: 'password reset',
    path: () => '/password-reset?token=x',
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'password was reset',
    path: () => '/password-resetted',
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'link of a mail that is not complete',
    path: () => '/email-verified',
    ready: (page) => heading(page, 'This link is not complete'),
  },
  {
    name: 'second factor without a sign-in',
    path: () => '/login/two-factor-authentication',
    ready: (page) => heading(page, 'This sign-in has expired'),
  },
];

/** Screens of API testing. */
export const apiTesting: readonly Place[] = [
  {
    name: 'workspace',
    path: ({ projectId }) => `/api-testing/workspace?project=${projectId}`,
    ready: (page) => page.getByRole('table', { name: 'Runs', exact: true }).getByRole('link').first().waitFor(),
  },
  {
    name: 'suites',
    path: ({ projectId }) => `/api-testing/api-test-suite?project=${projectId}`,
    ready: (page) => page.getByRole('link', { name: 'Orders', exact: true }).waitFor(),
  },
  {
    name: 'import',
    path: ({ projectId }) => `/api-testing/import?project=${projectId}`,
    async ready(page) {
      await page.getByRole('button', { name: 'Use the sample API' }).click();
      await page.getByRole('button', { name: /^Import \d+ requests$/ }).waitFor();
    },
  },
  {
    name: 'editor',
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
    name: 'environments',
    path: ({ projectId }) => `/api-testing/environments?project=${projectId}`,
    ready: (page) => page.getByRole('textbox', { name: 'Value of variable base' }).waitFor(),
  },
  {
    name: 'certificates',
    path: ({ projectId }) => `/api-testing/certificates?project=${projectId}`,
    async ready(page) {
      await page.getByRole('button', { name: 'api.example.test', exact: true }).click();
      await page.getByRole('dialog').getByText('CN=Audit').first().waitFor();
    },
  },
  {
    name: 'pre-request variables',
    path: ({ projectId }) => `/api-testing/prerequest-variables?project=${projectId}`,
    ready: (page) => page.getByText('No prerequisites yet').waitFor(),
  },
  {
    name: 'report',
    path: ({ runId }) => `/api-testing/report/${runId}`,
    ready: (page) => page.getByRole('region', { name: 'Step Wrong' }).getByText('42.5').first().waitFor(),
  },
  {
    name: 'report dashboard',
    path: ({ projectId }) => `/api-testing/report-dashboard?project=${projectId}`,
    ready: (page) => page.getByRole('link', { name: 'Orders', exact: true }).waitFor(),
  },
  {
    name: 'report insights',
    path: ({ projectId }) => `/api-testing/functional-report-insights?project=${projectId}`,
    async ready(page) {
      await page.getByRole('table', { name: 'Runs', exact: true }).getByRole('link').first().waitFor();
      await page.getByRole('table', { name: 'Scripts' }).getByRole('link', { name: 'Wrong', exact: true }).waitFor();
    },
  },
  {
    name: 'performance',
    path: ({ projectId }) => `/api-testing/performance?project=${projectId}`,
    ready: (page) => page.getByText('at most 100 virtual users').waitFor(),
  },
  {
    name: 'performance reports',
    path: ({ projectId }) => `/api-testing/performance-report-dashboard?project=${projectId}`,
    ready: (page) => page.getByRole('link', { name: 'Load of orders' }).waitFor(),
  },
  {
    name: 'performance report',
    path: ({ performanceRunId }) => `/api-testing/performance-report-insights?run=${performanceRunId}`,
    ready: (page) => page.getByRole('row', { name: /Right/ }).waitFor(),
  },
  ...['Buy a pack', 'Transfer', 'History'].map((tab) => ({
    name: `virtual users: ${tab}`,
    path: ({ projectId }: PlaceIds) => `/api-testing/workspace?project=${projectId}&wallet=packs`,
    async ready(page: Page) {
      const dialog = page.getByRole('dialog', { name: 'Virtual users' });
      await dialog.getByRole('region', { name: 'Private wallet' }).getByText('1,000').waitFor();
      await dialog.getByRole('tab', { name: tab }).click();
    },
  })),
];

/** The shell, and the screens of the account. */
export const account: readonly Place[] = [
  {
    name: 'security',
    path: () => '/account/security',
    async ready(page) {
      await page.getByText('this session').waitFor();
      await page.getByText('a password alone is no longer enough').waitFor();
    },
  },
  {
    name: 'authenticator app',
    path: () => '/account/security',
    async ready(page) {
      await page.getByRole('button', { name: 'Add authenticator app' }).click();
      await page.getByLabel('Name of the app or phone').fill('Phone');
      await page.getByRole('button', { name: 'Show QR code' }).click();
      await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
    },
  },
  {
    name: 'dashboard',
    path: () => '/dashboard',
    async ready(page) {
      await page.getByRole('list', { name: 'Recent tests' }).getByRole('link').first().waitFor();
      await page.getByRole('button', { name: 'Arrange' }).click();
      await page.getByRole('button', { name: 'Hide Outcomes' }).waitFor();
    },
  },
  {
    name: 'user metrics',
    path: () => '/user-metrics',
    ready: (page) => page.getByRole('table', { name: 'Users' }).getByRole('row').nth(1).waitFor(),
  },
  {
    name: 'service store',
    path: () => '/service-store',
    ready: (page) => page.getByRole('article', { name: 'API Testing' }).waitFor(),
  },
  {
    name: 'services panel',
    path: () => '/help',
    async ready(page) {
      await page.getByRole('button', { name: 'Services', exact: true }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'API Testing' }).waitFor();
    },
  },
  {
    name: 'executions of today',
    path: () => '/help',
    async ready(page) {
      await page.getByRole('button', { name: 'Test Executions Today' }).click();
      await page.getByRole('tab', { name: 'Executed' }).click();
      await page.getByRole('list', { name: 'Executed' }).getByRole('link').first().waitFor();
    },
  },
  {
    name: 'activity logs',
    path: () => '/help',
    async ready(page) {
      await page.getByRole('button', { name: /^Activity logs/ }).click();
      await page.getByRole('tab', { name: /^Notifications \d/ }).waitFor();
    },
  },
  {
    name: 'help',
    path: () => '/help',
    ready: (page) => page.getByRole('heading', { name: 'Support' }).waitFor(),
  },
  { name: 'profile', path: () => '/profile', ready: (page) => page.getByLabel('First name').waitFor() },
  {
    name: 'users',
    path: () => '/account/users',
    ready: (page) => page.getByRole('row', { name: /Ada Admin/ }).waitFor(),
  },
  {
    name: 'invite users',
    path: () => '/account/users',
    async ready(page) {
      await page.getByRole('button', { name: 'Invite users' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send invitations' }).click();
      await page.getByRole('dialog').getByText('Please enter email id').waitFor();
    },
  },
  { name: 'create user', path: () => '/account/users', ready: (page) => dialogOf(page, 'Create user') },
  {
    name: 'teams',
    path: () => '/account/users?tab=teams',
    ready: (page) => page.getByRole('row', { name: /Team One/ }).waitFor(),
  },
  {
    name: 'members of a team',
    path: () => '/account/users?tab=teams',
    async ready(page) {
      await page.getByRole('row', { name: /Team One/ }).click();
      await page
        .getByRole('dialog')
        .getByRole('row', { name: /Ada Admin/ })
        .waitFor();
    },
  },
  {
    name: 'licences',
    path: () => '/account/subscriptions/list',
    ready: (page) => page.getByRole('row', { name: /Pixel 9/ }).waitFor(),
  },
  {
    name: 'renewal',
    path: () => '/account/subscriptions/renew',
    ready: (page) => page.getByRole('row', { name: /Virtual users of one/ }).waitFor(),
  },
  {
    name: 'payment confirmation',
    path: ({ invoiceId }) => `/payment-confirmation?invoice=${invoiceId}`,
    ready: (page) => page.getByText('Awaiting payment').waitFor(),
  },
  { name: 'billing summary', path: () => '/billing-summary', ready: (page) => page.getByText('Navy Ltd').waitFor() },
  {
    name: 'billing history',
    path: () => '/api-testing/billing-history',
    ready: (page) => page.getByRole('cell', { name: 'Awaiting payment' }).first().waitFor(),
  },
];

/** Screens of those who look after every organization. */
export const overseer: readonly Place[] = [
  {
    name: 'organizations',
    path: () => '/organization-dashboard',
    ready: (page) => page.getByRole('table', { name: 'Organizations' }).getByRole('button').first().waitFor(),
  },
  {
    name: 'add organization',
    path: () => '/organization-dashboard',
    ready: (page) => dialogOf(page, 'Add organization'),
  },
  {
    name: 'limits',
    path: () => '/organization-dashboard/limits',
    ready: (page) => page.getByRole('table', { name: 'Limits' }).getByRole('button').first().waitFor(),
  },
  {
    name: 'feature flags',
    path: () => '/organization-dashboard/flags',
    ready: (page) => page.getByRole('button', { name: 'Edit signUpRoute' }).waitFor(),
  },
  { name: 'add limit', path: () => '/organization-dashboard/limits', ready: (page) => dialogOf(page, 'Add limit') },
];
