import type { FirstCalls } from '../../shared/session/early/first-calls.ts';

export const firstCalls: FirstCalls[] = [
  {
    page: /^\/($|login$|login\/two-factor|login-actions\/|callback$|register$|sign-up$|tos$|email-verified$|forgot-|password-|update-password$)/,
    isPublic: true,
  },
];
