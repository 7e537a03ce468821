export const onboardingPaths = { welcome: '/api-onboarding/welcome' };
