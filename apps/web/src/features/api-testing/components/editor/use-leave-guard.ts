import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** useLeaveGuard stops the user from leaving the page, and the browser from closing it, while changes are unsaved. */
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
