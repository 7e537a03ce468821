import { lazy, Suspense, useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router';
import { Problem } from '../ui/page.tsx';

const NoAccessPage = lazy(async () => ({ default: (await import('./no-access.page.tsx')).NoAccessPage }));
const NotFoundPage = lazy(async () => ({ default: (await import('./not-found.page.tsx')).NotFoundPage }));

/** RouteError replaces a screen that failed; retrying reloads the page, which also fetches a new version. */
export function RouteError() {
  const error = useRouteError();
  const location = useLocation();
  const revalidator = useRevalidator();
  const isAnswer = isRouteErrorResponse(error);
  useEffect(() => {
    if (!isAnswer) console.error(error);
  }, [error, isAnswer]);
  if (isAnswer && error.status === 404)
    return (
      <Suspense>
        <NotFoundPage />
      </Suspense>
    );
  if (isAnswer && error.status === 403)
    return (
      <Suspense>
        <NoAccessPage />
      </Suspense>
    );
  const retry = () =>
    error instanceof TypeError
      ? window.location.assign(location.pathname + location.search)
      : void revalidator.revalidate();
  return <Problem error={error} onRetry={retry} />;
}
