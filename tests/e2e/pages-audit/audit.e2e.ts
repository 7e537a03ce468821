import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import {
  expectJson,
  expectStatus,
  newCertificate,
  newEnvironment,
  newScript,
  newSuite,
  runToEnd,
} from '../test-data.ts';

interface Place {
  name: string;
  isSignedIn: boolean;
  path: (ids: { projectId: string; suiteId: string; runId: string }) => string;
  /** Resolves when the screen shows what it is about. */
  ready: (page: Page) => Promise<unknown>;
}

const places: Place[] = [
  {
    name: 'sign-in',
    isSignedIn: false,
    path: () => '/login',
    ready: (page) => page.getByLabel('E-mail').waitFor(),
  },
  {
    name: 'sign-up',
    isSignedIn: false,
    path: () => '/sign-up',
    ready: (page) => page.getByRole('heading', { name: 'Sign Up' }).waitFor(),
  },
  {
    name: 'terms dialog',
    isSignedIn: false,
    path: () => '/sign-up',
    async ready(page) {
      await page.getByRole('button', { name: 'Terms of Service and Privacy' }).click();
      await page.getByRole('dialog').getByRole('heading', { name: '7. Changes' }).waitFor();
    },
  },
  {
    name: 'terms',
    isSignedIn: false,
    path: () => '/tos',
    ready: (page) => page.getByRole('heading', { name: '7. Changes' }).waitFor(),
  },
  {
    name: 'password recovery',
    isSignedIn: false,
    path: () => '/forgot-password',
    ready: (page) => page.getByLabel('E-mail').waitFor(),
  },
  {
    name: 'security',
    isSignedIn: true,
    path: () => '/account/security',
    async ready(page) {
      await page.getByText('this session').waitFor();
      await page.getByText('a password alone is no longer enough').waitFor();
    },
  },
  {
    name: 'authenticator app',
    isSignedIn: true,
    path: () => '/account/security',
    async ready(page) {
      await page.getByRole('button', { name: 'Add authenticator app' }).click();
      await page.getByLabel('Name of the app or phone').fill('Phone');
      await page.getByRole('button', { name: 'Show QR code' }).click();
      await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
    },
  },
  {
    name: 'workspace',
    isSignedIn: true,
    path: ({ projectId }) => `/api-testing/workspace?project=${projectId}`,
    ready: (page) => page.getByRole('table', { name: 'Runs', exact: true }).getByRole('link').first().waitFor(),
  },
  {
    name: 'suites',
    isSignedIn: true,
    path: ({ projectId }) => `/api-testing/api-test-suite?project=${projectId}`,
    ready: (page) => page.getByRole('link', { name: 'Orders', exact: true }).waitFor(),
  },
  {
    name: 'import',
    isSignedIn: true,
    path: ({ projectId }) => `/api-testing/import?project=${projectId}`,
    async ready(page) {
      await page.getByRole('button', { name: 'Use the sample API' }).click();
      await page.getByRole('button', { name: /^Import \d+ requests$/ }).waitFor();
    },
  },
  {
    name: 'editor',
    isSignedIn: true,
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
    isSignedIn: true,
    path: ({ projectId }) => `/api-testing/environments?project=${projectId}`,
    ready: (page) => page.getByRole('textbox', { name: 'Value of variable base' }).waitFor(),
  },
  {
    name: 'certificates',
    isSignedIn: true,
    path: ({ projectId }) => `/api-testing/certificates?project=${projectId}`,
    async ready(page) {
      await page.getByRole('button', { name: 'api.example.test', exact: true }).click();
      await page.getByRole('dialog').getByText('CN=Audit').first().waitFor();
    },
  },
  {
    name: 'pre-request variables',
    isSignedIn: true,
    path: ({ projectId }) => `/api-testing/prerequest-variables?project=${projectId}`,
    ready: (page) => page.getByText('No prerequisites yet').waitFor(),
  },
  {
    name: 'report',
    isSignedIn: true,
    path: ({ runId }) => `/api-testing/report/${runId}`,
    ready: (page) => page.getByRole('region', { name: 'Step Wrong' }).getByText('42.5').first().waitFor(),
  },
  {
    name: 'report dashboard',
    isSignedIn: true,
    path: ({ projectId }) => `/api-testing/report-dashboard?project=${projectId}`,
    ready: (page) => page.getByRole('link', { name: 'Orders', exact: true }).waitFor(),
  },
  {
    name: 'dashboard',
    isSignedIn: true,
    path: () => '/dashboard',
    async ready(page) {
      await page.getByRole('list', { name: 'Recent tests' }).getByRole('link').first().waitFor();
      await page.getByRole('button', { name: 'Arrange' }).click();
      await page.getByRole('button', { name: 'Hide Outcomes' }).waitFor();
    },
  },
  {
    name: 'user metrics',
    isSignedIn: true,
    path: () => '/user-metrics',
    ready: (page) => page.getByRole('table', { name: 'Users' }).getByRole('row').nth(1).waitFor(),
  },
  {
    name: 'service store',
    isSignedIn: true,
    path: () => '/service-store',
    ready: (page) => page.getByRole('article', { name: 'API Testing' }).waitFor(),
  },
  {
    name: 'services panel',
    isSignedIn: true,
    path: () => '/help',
    async ready(page) {
      await page.getByRole('button', { name: 'Services', exact: true }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'API Testing' }).waitFor();
    },
  },
  {
    name: 'executions of today',
    isSignedIn: true,
    path: () => '/help',
    async ready(page) {
      await page.getByRole('button', { name: 'Test Executions Today' }).click();
      await page.getByRole('tab', { name: 'Executed' }).click();
      await page.getByRole('list', { name: 'Executed' }).getByRole('link').first().waitFor();
    },
  },
  {
    name: 'activity logs',
    isSignedIn: true,
    path: () => '/help',
    async ready(page) {
      await page.getByRole('button', { name: /^Activity logs/ }).click();
      await page.getByRole('tab', { name: /^Notifications \d/ }).waitFor();
    },
  },
  {
    name: 'help',
    isSignedIn: true,
    path: () => '/help',
    ready: (page) => page.getByRole('heading', { name: 'Support' }).waitFor(),
  },
  {
    name: 'unknown path',
    isSignedIn: false,
    path: () => '/nowhere/at-all',
    ready: (page) => page.getByText('Error Code 404', { exact: true }).waitFor(),
  },
];

/** watch writes down what a page must not do. */
function watch(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && asked !== origin) complaints.push(`foreign request: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    // A screen that closes gives up its open calls; that is no mistake.
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') complaints.push(`failed request: ${request.url()} ${reason}`);
  });
  return complaints;
}

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test(`every screen is accessible, silent and keeps to its own origin (${colorScheme})`, async ({
      app: page,
      browser,
      client,
      projectId,
      target,
      baseURL,
    }) => {
      // Every screen of the product in one test.
      test.setTimeout(420_000);
      const suiteId = await newSuite(client, projectId, 'Orders');
      await newScript(client, suiteId, {
        scriptName: 'Right',
        url: `${target.url}/json`,
        assertions: [expectStatus(200)],
      });
      await newScript(client, suiteId, {
        scriptName: 'Wrong',
        url: `${target.url}/price`,
        assertions: [expectJson('$.price', 42.5)],
      });
      await newEnvironment(client, projectId, 'Staging', { base: target.url });
      await newCertificate(client, projectId, 'api.example.test', 'Audit');
      const runId = await runToEnd(client, { projectId, suiteIds: [suiteId] });
      const strange = await browser.newContext({ colorScheme, ...(baseURL ? { baseURL } : {}) });
      const stranger = await strange.newPage();
      for (const tab of [page, stranger])
        await tab.addInitScript(() => {
          document.addEventListener('securitypolicyviolation', (event) =>
            console.error(
              `CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
            ),
          );
        });
      for (const { name, isSignedIn, path, ready } of places)
        await test.step(name, async () => {
          const tab = isSignedIn ? page : stranger;
          const complaints = watch(tab, new URL(baseURL ?? '').origin);
          await tab.goto(path({ projectId, suiteId, runId }));
          await ready(tab);
          const dark = await tab.evaluate(() => document.documentElement.dataset.mantineColorScheme);
          expect.soft(dark, `colour scheme of ${name}`).toBe(colorScheme);
          const { violations } = await new AxeBuilder({ page: tab }).analyze();
          const grave = violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(
              ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`,
            );
          expect.soft(grave, `accessibility of ${name}`).toEqual([]);
          expect.soft(complaints, `console and network of ${name}`).toEqual([]);
          tab.removeAllListeners();
        });
      await strange.close();
    });
  });
