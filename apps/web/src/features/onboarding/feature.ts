import { defineFeature, type EntryGuard } from '../../shared/feature/feature.ts';
import { isWelcomeDue } from '../identity/index.ts';
import { onboardingPaths } from './paths.ts';

/** Shows the welcome to users who are new to the public edition, and to no one else. */
const showWelcome: EntryGuard = async ({ pathname }, homePath) => {
  const isOnWelcome = pathname === onboardingPaths.welcome;
  const isDue = await isWelcomeDue();
  if (isDue === isOnWelcome) return undefined;
  return isDue ? onboardingPaths.welcome : homePath;
};

export const onboardingFeature = defineFeature({
  id: 'onboarding',
  hidesNavigation: true,
  routes: [
    {
      path: onboardingPaths.welcome,
      lazy: async () => ({ Component: (await import('./pages/welcome.page.tsx')).WelcomePage }),
    },
  ],
  guards: [showWelcome],
});
