import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { isOfWorkspace } from '../model/open-place.ts';

const PeopleHere = lazy(async () => ({ default: (await import('./people-here.tsx')).PeopleHere }));

/** `PeopleHere` on workspace pages; others don't load its code. */
export function PeopleButton() {
  return isOfWorkspace(useLocation().pathname) ? (
    <Suspense>
      <PeopleHere />
    </Suspense>
  ) : null;
}
