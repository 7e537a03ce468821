/** Addresses of the profile and My Account. */
export const userManagementPaths = {
  profile: '/profile',
  users: '/account/users',
  teams: '/account/users?tab=teams',
};
