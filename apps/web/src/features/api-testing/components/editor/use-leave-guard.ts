import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** useLeaveGuard asks before the page with unsaved changes is left or the browser closes it. */
export function useLeaveGuard(hasUnsaved: boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!hasUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasUnsaved]);
  return blocker;
}
