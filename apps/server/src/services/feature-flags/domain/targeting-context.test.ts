import { expect, test } from 'vitest';
import { contextOfCall, contextOfPerson } from './targeting-context.ts';

test('a user is known by the documented names [feature-flags-1]', () => {
  const person = { userId: 'u1', name: 'Ada Lace', email: 'ada@example.test', role: 'ROLE_USER', firstLogin: true };
  expect(contextOfPerson({ ...person, organizationName: 'Acme', plan: 'PRO' })).toEqual({
    key: 'u1',
    name: 'Ada Lace',
    email: 'ada@example.test',
    role: 'ROLE_USER',
    firstTimeUser: 'true',
    organization: 'Acme',
    subscription: 'PRO',
  });
});

test('a call is known by address, browser, language and service [feature-flags-1]', () => {
  const call = { address: '192.0.2.7', userAgent: 'Mozilla/5.0', acceptLanguage: 'de-AT,en;q=0.5', service: 'trial' };
  expect(contextOfCall(call)).toEqual({ ip: '192.0.2.7', bot: 'false', language: 'de-AT', service: 'trial' });
  expect(contextOfCall({ address: '::1', userAgent: 'Googlebot/2.1' })).toEqual({
    ip: '::1',
    bot: 'true',
    language: '',
  });
});

test('an address that cannot be determined is reported as unknown [feature-flags-5]', () => {
  expect(contextOfCall({ address: '' }).ip).toBe('Failed to capture IP Address');
});
