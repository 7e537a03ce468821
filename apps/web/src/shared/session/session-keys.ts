/** OAuth client id of the page. */
export const clientId = 'touchstone-web';
/** Local storage: a user signed in with this browser and didn't sign out. */
export const signedInHintKey = 'touchstone.signed-in';
/** Session storage: how the session of this tab ended. */
export const sessionEndKey = 'touchstone.session-ended';
/** Lock that lets one tab at a time request a token. */
export const refreshLock = 'touchstone-refresh';
