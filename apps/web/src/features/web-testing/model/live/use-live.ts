import { useEffect, useState, useSyncExternalStore } from 'react';
import { LiveConnection } from './live-connection.ts';
import { firstLiveState, type LiveState } from './live-state.ts';

const nothing = () => () => undefined;
const first = () => firstLiveState;

/** useLiveState is what is known of a live browser; without one, what is known before. */
export function useLiveState(connection: LiveConnection | undefined): LiveState {
  return useSyncExternalStore(connection?.subscribe ?? nothing, connection?.getState ?? first);
}

/** useWatched watches a live browser for as long as the component is shown. */
export function useWatched(liveId: string): LiveConnection | undefined {
  const [connection, setConnection] = useState<LiveConnection>();
  useEffect(() => {
    const made = new LiveConnection(liveId);
    setConnection(made);
    void made.watch();
    return () => made.leave();
  }, [liveId]);
  return connection;
}
