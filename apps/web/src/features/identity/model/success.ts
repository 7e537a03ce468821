/** How long "signed in" is shown before the browser moves on. */
const successMs = 1000;

/** leaveAfterSuccess continues to the issuer once the user has seen the success. */
export const leaveAfterSuccess = (redirectTo: string): void => {
  setTimeout(() => location.assign(redirectTo), successMs);
};
