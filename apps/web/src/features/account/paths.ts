/** Redirects to the user's first screen of My Account. */
export const accountPaths = { account: '/account' };
