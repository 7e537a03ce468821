import { beforeEach, expect, test } from 'vitest';
import { chosenOrganization, isSuperRole } from './chosen-organization.ts';

beforeEach(() => localStorage.clear());

test('the choice is kept per user [organisation-dashboard-3]', () => {
  expect(chosenOrganization.get('root@example.test')).toBeNull();
  chosenOrganization.set({ login: 'Root@Example.test', organizationId: ' 0197-AB ', organizationName: 'Acme Ltd' });
  expect(chosenOrganization.get('root@example.test')).toEqual({
    login: 'root@example.test',
    organizationId: '0197-ab',
    organizationName: 'Acme Ltd',
  });
  expect(chosenOrganization.get('other@example.test')).toBeNull();
  chosenOrganization.clear();
  expect(chosenOrganization.get('root@example.test')).toBeNull();
});

test.each(['nonsense', '{}', '7', '{"login":"a@b.c"}'])('stored %s counts as no choice', (stored) => {
  localStorage.setItem('touchstone.super-organization', stored);
  expect(chosenOrganization.get('a@b.c')).toBeNull();
});

test.each([
  ['ROLE_SUPERADMIN', true],
  ['ROLE_SUPERUSER', true],
  ['ROLE_ADMIN', false],
  ['ROLE_SYSTEM', false],
] as const)('%s administers every organization: %s', (role, expected) => {
  expect(isSuperRole(role)).toBe(expected);
});
