import { History } from 'lucide-react';
import { useNavigate } from 'react-router';
import { preferences, usePreferences } from '../../shared/preferences.ts';
import { useAccount } from '../../shared/session/browser-session.ts';
import type { Action } from './palette-rank.ts';

const kept = 6;

/** useRecent returns the user's recent palette picks, and a function that remembers one. */
export function useRecent(): { actions: Action[]; remember: (action: Action) => void } {
  const { userId } = useAccount();
  const navigate = useNavigate();
  const picks = usePreferences().recentPicks[userId] ?? [];
  return {
    actions: picks.map(({ label, description, path }) => ({
      id: path,
      label,
      description,
      icon: History,
      path,
      onPick: () => void navigate(path),
    })),
    remember({ label, description, path }) {
      if (path === undefined) return;
      const others = picks.filter((pick) => pick.path !== path);
      const next = [{ label, description, path }, ...others].slice(0, kept);
      preferences.set({ recentPicks: { ...preferences.get().recentPicks, [userId]: next } });
    },
  };
}
