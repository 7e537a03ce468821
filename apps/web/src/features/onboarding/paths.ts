/** Address of the welcome. */
export const onboardingPaths = { welcome: '/api-onboarding/welcome' };
