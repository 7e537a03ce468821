import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** useLeave stops whoever leaves the page while something is not saved, until they say so. */
export function useLeave(isUnsaved: boolean) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isUnsaved && `${from.pathname}${from.search}` !== `${to.pathname}${to.search}`,
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
