import { createBrowserRouter, Outlet, redirect } from 'react-router';
import { entryFeatures, sessionRules } from './entry-features.ts';
import { RouteError } from './route-error.tsx';
import { useAppearance } from './use-appearance.ts';

function Root() {
  useAppearance();
  return (
    <>
      <Outlet />
      <sessionRules.Watch />
    </>
  );
}

const root = 'root';
let isComplete = false;

/**
 * Routes of the application: the screens before sign-in; those behind it are added when the first other address is
 * opened.
 */
export const router = createBrowserRouter(
  [
    {
      id: root,
      Component: Root,
      ErrorBoundary: RouteError,
      HydrateFallback: () => null,
      children: [
        { index: true, loader: () => redirect(sessionRules.signInPath) },
        ...entryFeatures.flatMap(({ publicRoutes = [] }) => publicRoutes),
      ],
    },
  ],
  {
    async patchRoutesOnNavigation({ patch }) {
      if (isComplete) return;
      const { insideRoutes } = await import('./inside.tsx');
      patch(root, insideRoutes);
      isComplete = true;
    },
  },
);
