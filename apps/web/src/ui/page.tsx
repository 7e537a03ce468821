import { Button, CopyButton } from '@mantine/core';
import { ApiError } from '@touchstone/contracts';
import { Inbox } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';
import { wayOnOf } from '../shared/access/way-on.ts';
import { useSession } from '../shared/session/browser-session.ts';
import { shownErrors } from '../shared/shown-errors.ts';
import type { WayBack } from './missing.tsx';
import classes from './page.module.css';
import { StatusGlyph } from './status/status-glyph.tsx';

const Missing = lazy(() => import('./missing.tsx'));

interface PageProps {
  title: string;
  /** Title of the browser tab, if it is longer than the page title. */
  documentTitle?: string;
  heading?: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
  /** Decides the width: tables and editors use the whole window, settings and text don't. Default: `full`. */
  kind?: 'full' | 'settings' | 'text';
  children: ReactNode;
}

/** Page is the frame of a screen: one heading, one row of actions, content with its own scroll. */
export function Page({ title, documentTitle, heading, meta, actions, kind = 'full', children }: PageProps) {
  return (
    <div className={classes.page} data-kind={kind}>
      <title>{`${documentTitle ?? title} · Touchstone`}</title>
      <header className={classes.header}>
        <div className={classes.what}>
          <h1 className={`${classes.title} ellipsis`}>{heading ?? title}</h1>
          {meta ? <div className={classes.meta}>{meta}</div> : null}
        </div>
        {actions ? (
          <div className={classes.actions} data-tour="page-actions">
            {actions}
          </div>
        ) : null}
      </header>
      <div className={classes.content}>
        {kind === 'full' ? children : <div className={classes.column}>{children}</div>}
      </div>
    </div>
  );
}

interface EmptyProps {
  /** `h1` if nothing else heads the page. */
  heading?: 'h1' | 'h2';
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  link?: ReactNode;
}

/** EmptyState says what would be here and why it isn't, and offers one action and one link. */
export function EmptyState({ heading: Heading = 'h2', icon, title, children, action, link }: EmptyProps) {
  return (
    <div className={classes.empty} data-tour="empty">
      <div className={classes.emptyIcon} aria-hidden>
        {icon ?? <Inbox size={20} />}
      </div>
      <Heading>{title}</Heading>
      {children ? <p>{children}</p> : null}
      {action || link ? (
        <div className={classes.emptyActions}>
          {action}
          {link}
        </div>
      ) : null}
    </div>
  );
}

interface ProblemProps {
  error: unknown;
  onRetry?: () => void;
  /** Where to go if the page's item doesn't exist. */
  back?: WayBack;
}

/** Problem shows an error in place with its code, a copy button, a retry, and a way on if there is one. */
export function Problem({ error, onRetry, back }: ProblemProps) {
  useLayoutEffect(() => shownErrors.add(error), [error]);
  const wayOn = wayOnOf(error, useSession().account?.role);
  if (back && error instanceof ApiError && error.status === 404)
    return (
      <Suspense>
        <Missing title={error.message} back={back} />
      </Suspense>
    );
  const message = error instanceof Error ? error.message : 'Something went wrong. Please try again.';
  const code = error instanceof ApiError ? [error.code, error.requestId].filter(Boolean).join(' · ') : undefined;
  return (
    <div className={classes.problem} role="alert">
      <StatusGlyph status="error" size={18} decorative />
      <div className="grow">
        <p>{message}</p>
        {code ? <code className="mono dim">{code}</code> : null}
      </div>
      {code ? (
        <CopyButton value={`${message} (${code})`}>
          {({ copied, copy }) => (
            <Button variant="subtle" color="gray" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      ) : null}
      {wayOn ? (
        <Button component={Link} to={wayOn.path}>
          {wayOn.label}
        </Button>
      ) : null}
      {onRetry ? (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}

/** Late shows its children only after 150 ms, so that quick responses don't flicker. */
export function Late({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return shown ? children : null;
}
