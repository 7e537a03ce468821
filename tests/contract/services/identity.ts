import { all, type ServiceCalls } from '../expectation.ts';

/** Sign-in, sessions, second factors and mails. */
export const calls: ServiceCalls = {
  audiences: {
    everyone: `
      POST identity/account-activation
      POST identity/api-public/send-otp
      POST identity/api-public/verify-otp
      POST identity/api/bookdemo
      POST identity/api/dropmessage
      GET identity/bot-challenge
      POST identity/forgot-password-email
      GET identity/get-identity-providers
      POST identity/interaction/login
      POST identity/register
      PUT identity/resend-link
      POST identity/reset-password
      GET identity/sign-in-settings
      POST identity/token
      POST identity/validate-recaptcha
      GET identity/verify-email
    `,
    withProof: `
      GET identity/get-otp-configured-devices
      POST identity/get-qr-code
      POST identity/recovery-codes
      POST identity/remove-otp-device
      PUT identity/update-otp-configuration-status
      POST identity/validate-otp
    `,
    evenShutOut: `
      GET identity/logout
    `,
    members: `
      GET identity/api/account
      DELETE identity/delete-current-session
      DELETE identity/delete-old-session
      GET identity/get-active-session
      DELETE identity/session
      PUT identity/update-users
    `,
    owners: `
      GET identity/api/mails
      GET identity/api/outbox
    `,
    ownersWhoChange: `
      POST identity/api/mails/retry
    `,
  },
  expectations: {
    'POST identity/token': all('destroys'),
    'POST identity/interaction/login': all('destroys'),
    'GET identity/logout': all('destroys'),
    'GET identity/get-identity-providers': all('destroys'),
    'GET identity/bot-challenge': all('destroys'),
    'GET identity/sign-in-settings': all('destroys'),
    'POST identity/register': all('destroys'),
    'PUT identity/resend-link': all('destroys'),
    'GET identity/verify-email': all('destroys'),
    'POST identity/account-activation': all('destroys'),
    'PUT identity/update-users': all(200),
    'POST identity/api/bookdemo': all('destroys'),
    'POST identity/api/dropmessage': all('destroys'),
    'POST identity/get-qr-code': all('destroys'),
    'POST identity/validate-otp': all('destroys'),
    'GET identity/get-otp-configured-devices': all('destroys'),
    'PUT identity/update-otp-configuration-status': all('destroys'),
    'POST identity/remove-otp-device': all('destroys'),
    'POST identity/recovery-codes': all('destroys'),
    'POST identity/api-public/verify-otp': all('destroys'),
    'POST identity/api-public/send-otp': all('destroys'),
    'GET identity/get-active-session': all(200),
    'DELETE identity/delete-current-session': all('destroys'),
    'DELETE identity/delete-old-session': all(200),
    'DELETE identity/session': all(404),
    'POST identity/validate-recaptcha': all('destroys'),
    'GET identity/api/account': all(200),
    'GET identity/api/outbox': { stranger: 200, outsider: 403, guest: 403, colleague: 403, owner: 200 },
    'GET identity/api/mails': { stranger: 200, outsider: 403, guest: 403, colleague: 403, owner: 200 },
    'POST identity/api/mails/retry': { stranger: 404, outsider: 403, guest: 403, colleague: 403, owner: 404 },
    'POST identity/forgot-password-email': all('destroys'),
    'POST identity/reset-password': all('destroys'),
  },
  examples: ({ runId = '' }) => ({
    'PUT identity/update-users': { body: { firstName: 'Ada' } },
    'DELETE identity/session': { query: { sessionId: 'ended' } },
    'POST identity/api/mails/retry': { body: { mailIds: [runId] } },
  }),
};
