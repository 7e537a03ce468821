/** All roles of accounts. */
export const roles = [
  'ROLE_SYSTEM',
  'ROLE_ADMIN',
  'ROLE_SUPERADMIN',
  'ROLE_SUPERUSER',
  'ROLE_USER',
  'ROLE_GUEST',
  'ROLE_DEVOPS',
] as const;

/** Roles that administer an organization. */
export const administrators = ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'] as const;

/** Plans that can be assigned; EXPIRED is what a plan becomes when it ends. */
export const givenPlans = ['FREE', 'PRO', 'ENTERPRISE'] as const;

/** An e-mail address in lower case. */
