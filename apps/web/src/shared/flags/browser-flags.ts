import { featureFlagRoutes } from '@touchstone/contracts/feature-flags';
import { api } from '../api.ts';
import { preferences } from '../preferences.ts';
import { session } from '../session/browser-session.ts';
import { createFlagLoader } from './flag-loader.ts';
import { flagValues } from './flag-values.ts';

/** The flag loader of this page. */
export const flags = createFlagLoader({
  evaluate: async () => (await api.call(featureFlagRoutes.evaluateFlags, { body: {} })).flags,
  whom() {
    const { status, account } = session.getState();
    if (status !== 'signedIn') return null;
    return [account.userId, account.organization_id, preferences.get().teamId].join(' ');
  },
  nowMs: () => performance.now(),
  put: flagValues.set,
});

/** followFlags keeps the flags up to date until the returned function is called. */
export function followFlags(): () => void {
  const follow = () => flags.follow();
  const unsubscribe = [session.subscribe(follow), preferences.subscribe(follow)];
  follow();
  return () => {
    for (const stop of unsubscribe) stop();
  };
}
