import type { Page } from '@playwright/test';

export interface ChosenFile {
  name: string;
  content: string | Uint8Array;
}

export const certificatesPage = (page: Page) => {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    table: page.getByRole('table', { name: 'Certificates' }),
    add: page.getByRole('button', { name: 'Add certificate' }).first(),
    domain: dialog.getByRole('textbox', { name: 'Domain name' }),
    passphrase: dialog.getByLabel('Passphrase', { exact: true }),
    facts: dialog.getByLabel('Certificate', { exact: true }),
    submit: dialog.getByRole('button', { name: /^(Add|Save) certificate$/ }),
    async open(projectId: string): Promise<void> {
      await page.goto(`/api-testing/certificates?project=${projectId}`);
    },
    async choose(...files: ChosenFile[]): Promise<void> {
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: /PFX\.|^Drop/ }).click();
      const payload = files.map(({ name, content }) => ({
        name,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(content),
      }));
      await (await chooser).setFiles(payload);
    },
    async drop(...files: ChosenFile[]): Promise<void> {
      const named = files.map(({ name, content }) => ({ name, content: Buffer.from(content).toString('base64') }));
      const dataTransfer = await page.evaluateHandle((list) => {
        const transfer = new DataTransfer();
        for (const { name, content } of list)
          transfer.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], name));
        return transfer;
      }, named);
      await dialog.getByRole('button', { name: /PFX\.|^Drop/ }).dispatchEvent('drop', { dataTransfer });
    },
    async act(domainName: string, action: string): Promise<void> {
      await page.getByRole('button', { name: `Actions for ${domainName}`, exact: true }).click();
      await page.getByRole('menuitem', { name: action }).click();
    },
  };
};
