import { notificationRoutes } from '@touchstone/contracts/notifications';
import { api, sessionHeaders } from '../api.ts';
import { preferences } from '../preferences.ts';
import { session } from '../session/browser-session.ts';
import { type FollowTopicOptions, LiveTopics, type TabChannel } from './live-topics.ts';

function openChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    onMessage: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
    close: () => channel.close(),
  };
}

const canShare = typeof navigator !== 'undefined' && 'locks' in navigator && 'BroadcastChannel' in globalThis;
const live = new LiveTopics({
  tab: Math.random().toString(36).slice(2),
  locks: canShare ? navigator.locks : undefined,
  openChannel,
  open: (topics, signal) =>
    api.raw(
      notificationRoutes.followTopics,
      { body: { topics } },
      { signal, headers: { Accept: 'text/event-stream' } },
    ),
});

/** Tabs of another user, organization or team have their own stream. */
function scope(): string | undefined {
  const { status, account } = session.getState();
  if (status !== 'signedIn') return undefined;
  const headers = sessionHeaders(session);
  return [account.userId, headers['Organization-Id'], headers['Team-Id']].join(' ');
}

/** A tab that can't share releases its connection while hidden: browsers allow six per server. */
const isAsleep = (): boolean => !canShare && document.visibilityState === 'hidden';

function update(): void {
  const name = scope();
  if (name && !isAsleep()) live.start(name);
  else live.stop();
}
session.subscribe(update);
preferences.subscribe(update);
if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', update);
  // The browser may keep a page in the back/forward cache and show it again.
  window.addEventListener('pagehide', () => live.stop());
  window.addEventListener('pageshow', update);
}

/** followTopic follows a topic for the signed-in user of this tab; see LiveTopics. */
export function followTopic(topic: string, options: FollowTopicOptions): Promise<void> {
  update();
  return live.follow(topic, options);
}
