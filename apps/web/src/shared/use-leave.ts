import { useEffect } from 'react';
import { useBlocker } from 'react-router';

interface Address {
  pathname: string;
  search: string;
}
const whole = ({ pathname, search }: Address): string => pathname + search;

/**
 * useLeave asks for confirmation before a page with unsaved changes is left. `placeOf` returns the part of an address
 * that identifies what is edited; default: all of it.
 */
export function useLeave(isUnsaved: boolean, placeOf: (address: Address) => string = whole) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => isUnsaved && placeOf(from) !== placeOf(to),
  );
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
  return {
    isAsked: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    go: () => blocker.proceed?.(),
  };
}
