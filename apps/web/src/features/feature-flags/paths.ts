export const featureFlagPaths = { flags: '/organization-dashboard/flags' };
