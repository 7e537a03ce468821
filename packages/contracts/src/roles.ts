/** Every role that an account can have. */
export const roles = [
  'ROLE_SYSTEM',
  'ROLE_ADMIN',
  'ROLE_SUPERADMIN',
  'ROLE_SUPERUSER',
  'ROLE_USER',
  'ROLE_GUEST',
  'ROLE_DEVOPS',
] as const;

/** Who administers an organization. */
export const administrators = ['ROLE_ADMIN', 'ROLE_SUPERADMIN', 'ROLE_SUPERUSER'] as const;

/** Plans that can be given; EXPIRED is what a plan becomes when its time is over. */
export const givenPlans = ['FREE', 'PRO', 'ENTERPRISE'] as const;

/** An e-mail address in lower case. */
