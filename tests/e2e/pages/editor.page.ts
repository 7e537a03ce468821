import type { Page } from '@playwright/test';

type Section = 'Params' | 'Headers' | 'Body' | 'Auth' | 'Assertions' | 'Extract' | 'Settings' | 'Docs';

export const editorPage = (page: Page) => ({
  name: page.getByRole('textbox', { name: 'Name of the script' }),
  method: page.getByRole('combobox', { name: 'Method' }),
  address: page.getByRole('textbox', { name: 'Address' }),
  save: page.getByRole('button', { name: 'Save', exact: true }),
  send: page.getByRole('button', { name: 'Send', exact: true }),
  scripts: page.getByRole('list', { name: 'Scripts' }),
  response: page.getByRole('region', { name: 'Response' }),
  jsonBody: page.getByRole('textbox', { name: 'Body as json' }),
  responseBody: page.getByRole('textbox', { name: 'Response body' }),
  field: (label: string) => page.getByRole('textbox', { name: label, exact: true }),
  async open(projectId: string, suiteId: string): Promise<void> {
    await page.goto(`/api-testing/api-test-suite/${suiteId}?project=${projectId}`);
  },
  async newScript(): Promise<void> {
    await page.getByRole('button', { name: 'New script', exact: true }).first().click();
  },
  async section(name: Section): Promise<void> {
    // The response pane, further down, has tabs of the same names.
    await page
      .getByRole('tab', { name: new RegExp(`^${name}`) })
      .first()
      .click();
  },
  async answerTab(name: string): Promise<void> {
    await this.response.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  },
});
