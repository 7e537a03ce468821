import type { RouteObject } from 'react-router';
import { onboardingPaths } from './paths.ts';

export const onboardingRoutes: RouteObject[] = [
  {
    path: onboardingPaths.welcome,
    lazy: async () => ({ Component: (await import('./pages/welcome.page.tsx')).WelcomePage }),
  },
];
