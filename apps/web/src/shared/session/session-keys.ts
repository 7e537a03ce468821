/** The client that the page is for the issuer. */
export const clientId = 'touchstone-web';
/** Local storage: somebody signed in with this browser and did not sign out. */
export const signedInHintKey = 'touchstone.signed-in';
/** Session storage: how the session of this tab ended. */
export const sessionEndKey = 'touchstone.session-ended';
/** The lock under which one tab at a time asks for a token. */
export const refreshLock = 'touchstone-refresh';
