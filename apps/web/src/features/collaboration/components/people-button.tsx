import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { isOfWorkspace } from '../model/open-place.ts';

const PeopleHere = lazy(async () => ({ default: (await import('./people-here.tsx')).PeopleHere }));

/** PeopleButton is `PeopleHere` on pages of a workspace; others load nothing of it. */
export function PeopleButton() {
  return isOfWorkspace(useLocation().pathname) ? (
    <Suspense>
      <PeopleHere />
    </Suspense>
  ) : null;
}
