/** Address of the flags. */
export const featureFlagPaths = { flags: '/organization-dashboard/flags' };
