/** Leads to the first screen of My Account that the user has. */
export const accountPaths = { account: '/account' };
