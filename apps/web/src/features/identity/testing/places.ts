import { headingOf, type Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'sign-in',
    visitor: 'nobody',
    path: () => '/login',
    ready: (page) => page.getByLabel('E-mail').waitFor(),
  },
  {
    name: 'sign-up',
    alsoAt: ['/:signUpRoute'],
    visitor: 'nobody',
    path: () => '/sign-up',
    ready: (page) => page.getByRole('heading', { name: 'Sign Up' }).waitFor(),
  },
  {
    name: 'terms dialog',
    visitor: 'nobody',
    path: () => '/sign-up',
    async ready(page) {
      await page.getByRole('button', { name: 'Terms of Service and Privacy' }).click();
      await page.getByRole('dialog').getByRole('heading', { name: '7. Changes' }).waitFor();
    },
  },
  {
    name: 'terms',
    visitor: 'nobody',
    path: () => '/tos',
    ready: (page) => page.getByRole('heading', { name: '7. Changes' }).waitFor(),
  },
  {
    name: 'password recovery',
    visitor: 'nobody',
    path: () => '/forgot-password',
    ready: (page) => page.getByLabel('E-mail').waitFor(),
  },
  {
    name: 'password reset',
    visitor: 'nobody',
    path: () => '/password-reset?token=x',
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'password was reset',
    visitor: 'nobody',
    path: () => '/password-resetted',
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'link of a mail that is not complete',
    visitor: 'nobody',
    path: () => '/email-verified',
    ready: (page) => headingOf(page, 'This link is not complete'),
  },
  {
    name: 'second factor without a sign-in',
    visitor: 'nobody',
    path: () => '/login/two-factor-authentication',
    ready: (page) => headingOf(page, 'This sign-in has expired'),
  },
  {
    name: 'security',
    visitor: 'administrator',
    openTo: ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER', 'ROLE_USER', 'ROLE_GUEST'],
    path: () => '/account/security',
    async ready(page) {
      await page.getByText('this session').waitFor();
      await page.getByText('sign-in asks for a code after the password').waitFor();
    },
  },
  {
    name: 'authenticator app',
    visitor: 'administrator',
    openTo: ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER', 'ROLE_USER', 'ROLE_GUEST'],
    path: () => '/account/security',
    async ready(page) {
      await page.getByRole('button', { name: 'Add authenticator app' }).click();
      await page.getByLabel('Name of the app or phone').fill('Phone');
      await page.getByRole('button', { name: 'Show QR code' }).click();
      await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
    },
  },
  {
    name: 'outbox',
    visitor: 'superAdministrator',
    openTo: ['ROLE_ADMIN', 'ROLE_SUPERADMIN'],
    path: () => '/outbox',
    ready: (page) => headingOf(page, 'Outbox'),
  },
];

/** Screens that only a mailed link or the issuer can open; covered by the sign-in journeys. */
export const unseen = ['/callback', '/update-password'];
