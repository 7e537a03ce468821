import { lazy, Suspense } from 'react';

const ProjectSwitcher = lazy(async () => ({ default: (await import('./project-switcher.tsx')).ProjectSwitcher }));

/** AreaSwitcher loads the switcher of projects with the first page of web testing: other pages do without its code. */
export function AreaSwitcher() {
  return (
    <Suspense>
      <ProjectSwitcher />
    </Suspense>
  );
}
