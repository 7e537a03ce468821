import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { preferences, usePreferences } from '../../../shared/preferences.ts';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { toast } from '../../../shared/toasts.ts';
import { Tip } from '../../../ui/tip/tip.tsx';
import { useLiveWorkspace, useWorkspaceState } from '../api/live-workspace.ts';
import { placeOf } from '../model/open-place.ts';
import { collaborationPaths } from '../paths.ts';
import { Avatar } from './avatar.tsx';
import classes from './collaboration.module.css';

const tab = Math.random().toString(36).slice(2, 12);
const maxShown = 4;

/** PeopleHere shows who else has the workspace open, and refetches what the page shows as others change it. */
export function PeopleHere() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const remembered = usePreferences().projectId;
  const projectId = params.get('project') ?? remembered;
  return projectId ? <Here key={projectId} projectId={projectId} place={placeOf(pathname)} /> : null;
}

function Here({ projectId, place }: { projectId: string; place: string | null }) {
  const { userId: ownId } = useAccount();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isClosed, setClosed] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  useLiveWorkspace({ projectId, ownId, tab, place, isClosed, onClosed: () => setClosed(true) });
  const state = useWorkspaceState(projectId);
  useEffect(() => {
    if (state) setWasOpen(true);
  }, [state]);
  useEffect(() => {
    if (!isClosed || !wasOpen) return;
    toast(
      'warning',
      'You no longer have access to this workspace. Ask its owner to invite you again.',
      'Removed from workspace',
    );
    preferences.set({ projectId: null });
    void navigate('/api-testing/workspace', { replace: true });
    void client.invalidateQueries();
  }, [isClosed, wasOpen, navigate, client]);
  const others = (state?.people ?? []).filter(({ userId }) => userId !== ownId);
  if (others.length === 0) return null;
  const isBesideMe = (places: string[]) => place !== null && places.includes(place);
  const near = others.filter(({ places }) => isBesideMe(places));
  const label =
    near.length > 0
      ? `${namesOf(near)} ${near.length === 1 ? 'is' : 'are'} on this page`
      : `${namesOf(others)} ${others.length === 1 ? 'is' : 'are'} in this workspace`;
  const shown = [...near, ...others.filter((person) => !near.includes(person))];
  return (
    <Tip label={label}>
      <Link to={collaborationPaths.people(projectId)} className={classes.hereLink} aria-label={`People here: ${label}`}>
        <span className={classes.here} data-near={near.length > 0 || undefined}>
          {shown.slice(0, maxShown).map(({ userId, name, places }) => (
            <span key={userId} className={isBesideMe(places) ? classes.near : undefined}>
              <Avatar name={name} />
            </span>
          ))}
          {shown.length > maxShown ? <span className={classes.avatar}>+{shown.length - maxShown}</span> : null}
        </span>
      </Link>
    </Tip>
  );
}

const namesOf = (people: readonly { name: string }[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(people.slice(0, 5).map(({ name }) => name));
