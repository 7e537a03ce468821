/** How long "signed in" stays before the browser moves on. */
const successMs = 1000;

/** leaveAfterSuccess goes on to the issuer once the user has seen that it worked. */
export const leaveAfterSuccess = (redirectTo: string): void => {
  setTimeout(() => location.assign(redirectTo), successMs);
};
