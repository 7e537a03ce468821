import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { encryptKey, makeCertificate, makePfx } from '@touchstone/engine-http/testing';
import { inBothSchemes, violationsOf } from '../accessibility.ts';
import { signInPage } from '../browser-session.ts';
import { control } from '../control.ts';
import { expect, test } from '../fixtures.ts';
import { certificatesPage } from '../pages/certificates.page.ts';
import { shell } from '../pages/shell.page.ts';
import { newCertificate, newProject } from '../test-data.ts';

const pair = makeCertificate({ commonName: 'Paws client' });

test('a certificate is added from two files, changed and deleted [certificates-1]', async ({ app, projectId }) => {
  await app.goto(`/api-testing/workspace?project=${projectId}`);
  await shell(app).area.getByRole('link', { name: 'Certificates' }).click();
  const certificates = certificatesPage(app);
  await expect(app.getByRole('heading', { name: 'No certificates yet' })).toBeVisible();
  await certificates.add.click();
  await certificates.domain.fill('API.example.test');
  await certificates.choose({ name: 'client.pem', content: pair.cert }, { name: 'client.key', content: pair.key });
  await expect(certificates.facts).toContainText('CN=Paws client');
  await certificates.submit.click();
  await expect(shell(app).toast('The certificate for api.example.test is saved.')).toBeVisible();
  const row = certificates.table.getByRole('row', { name: 'api.example.test' });
  await expect(row).toContainText('PEM');
  await expect(row).toContainText('CN=Paws client');
  await expect(row).toContainText('In 29 days');

  await certificates.act('api.example.test', 'Edit or replace');
  await certificates.domain.fill('*.example.test:8443');
  const next = makeCertificate({ commonName: 'Next client' });
  await certificates.drop({ name: 'next.pem', content: next.cert + next.key });
  await expect(certificates.facts).toContainText('CN=Next client');
  await certificates.submit.click();
  await expect(certificates.table.getByRole('row', { name: '*.example.test:8443' })).toContainText('CN=Next client');

  await certificates.act('*.example.test:8443', 'Delete certificate…');
  await app.getByRole('dialog').getByRole('button', { name: 'Delete certificate' }).click();
  await expect(app.getByRole('heading', { name: 'No certificates yet' })).toBeVisible();
});

test('mistakes show at their field before anything is saved; the dialog with them, and with an expired certificate, is accessible, light and dark [certificates-2] [certificates-3]', async ({
  app,
  client,
  projectId,
}) => {
  test.slow();
  const expectNothingGrave = () =>
    inBothSchemes(app, async (scheme) => expect(await violationsOf(app), scheme).toEqual([]));
  await newCertificate(client, projectId, 'taken.test', 'First');
  const certificates = certificatesPage(app);
  const { dialog } = certificates;
  await certificates.open(projectId);
  await certificates.add.click();
  await certificates.submit.click();
  await expect(dialog.getByText('Please enter domain name.')).toBeVisible();
  await expect(dialog.getByText('Please select certificate file.')).toBeVisible();
  await expectNothingGrave();
  await certificates.domain.fill('https://taken.test/');
  await certificates.submit.click();
  await expect(dialog.getByText('without https:// and path')).toBeVisible();
  await certificates.domain.fill('taken.test');

  await certificates.choose({ name: 'photo.png', content: 'PNG' });
  await expect(dialog.getByText('photo.png is neither PEM nor PFX.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Clear files' }).click();
  await certificates.choose({ name: 'client.pem', content: pair.cert });
  await expect(dialog.getByText('Select the private key of the certificate too.')).toBeVisible();
  await certificates.choose({ name: 'client.key', content: encryptKey(pair.key, 'open-paws') });
  await expect(dialog.getByText('This certificate is protected. Enter its passphrase.')).toBeVisible();
  await certificates.passphrase.fill('shut');
  await certificates.passphrase.press('Tab');
  await expect(dialog.getByText('The passphrase is wrong.')).toBeVisible();
  await certificates.passphrase.fill('open-paws');
  await certificates.submit.click();
  await expect(certificates.facts).toContainText('CN=Paws client');
  await expect(dialog.getByText('This workspace has a certificate for taken.test already.')).toBeVisible();
  await certificates.domain.fill('free.test');
  await certificates.submit.click();
  await expect(certificates.table.getByRole('row', { name: 'free.test' })).toBeVisible();
  const { certificates: kept } = await client.call(workspaceRoutes.listCertificates, { query: { projectId } });
  expect(kept.map(({ domainName, file }) => [domainName, file])).toEqual([
    ['free.test', 'client.pem, client.key'],
    ['taken.test', 'client.pem'],
  ]);

  await certificates.add.click();
  const expired = makeCertificate({
    commonName: 'Old client',
    validFrom: new Date('2020-01-01T00:00:00Z'),
    validTo: new Date('2021-01-01T00:00:00Z'),
  });
  await certificates.passphrase.fill('open-paws');
  await certificates.choose({ name: 'old.pfx', content: makePfx(expired, 'open-paws', { algorithm: '3des' }) });
  await expect(certificates.dialog.getByText('This certificate expired on 2021-01-01.')).toBeVisible();
  await expectNothingGrave();
});

test('a guest sees certificates and finds nothing to change them with', async ({ page, admin, client, baseURL }) => {
  const projectId = await newProject(client, 'Shared shop', true);
  await newCertificate(client, projectId, 'api.example.test', 'Paws client');
  await signInPage(page, await control('user', { colleagueId: admin.userId, role: 'ROLE_GUEST' }), baseURL ?? '');
  const certificates = certificatesPage(page);
  await certificates.open(projectId);
  await expect(certificates.table.getByRole('row', { name: 'api.example.test' })).toContainText('CN=Paws client');
  await expect(certificates.add).toHaveCount(0);
  await expect(certificates.table.getByRole('button')).toHaveCount(0);
});
