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
