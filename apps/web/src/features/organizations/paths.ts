/** Addresses of the organization dashboard. */
export const organizationPaths = {
  dashboard: '/organization-dashboard',
  limits: '/organization-dashboard/limits',
};
