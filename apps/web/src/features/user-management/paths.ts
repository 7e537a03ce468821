/** Addresses of the profile and of My Account. */
export const userManagementPaths = {
  profile: '/profile',
  users: '/account/users',
  teams: '/account/users?tab=teams',
};
