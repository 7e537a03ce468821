const problems: Record<string, string> = {
  'provider-failed': 'The sign-in at the provider did not succeed. Try again, or sign in another way.',
  'unverified-email': "The provider hasn't verified your e-mail address. Verify it there and try again.",
  'unknown-person': 'You have no account here yet. Ask an administrator of your organization to add you.',
  'no-access': 'You do not have access to this application.',
  inactive: 'This account is deactivated. Ask an administrator of your organization.',
};

/** providerProblem returns the message for a problem code that the server puts in the address of the sign-in page. */
export const providerProblem = (name: string | null): string | null => (name ? (problems[name] ?? null) : null);
