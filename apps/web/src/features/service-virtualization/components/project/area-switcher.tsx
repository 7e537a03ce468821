import { lazy, Suspense } from 'react';

const ProjectSwitcher = lazy(async () => ({ default: (await import('./project-switcher.tsx')).ProjectSwitcher }));

/**
 * AreaSwitcher loads the project switcher with the first service virtualization page, so that other pages don't load
 * its code.
 */
export function AreaSwitcher() {
  return (
    <Suspense>
      <ProjectSwitcher />
    </Suspense>
  );
}
