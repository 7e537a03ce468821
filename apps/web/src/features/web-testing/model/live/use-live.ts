import { useEffect, useState, useSyncExternalStore } from 'react';
import { LiveConnection } from './live-connection.ts';
import { firstLiveState, type LiveState } from './live-state.ts';

const nothing = () => () => undefined;
const first = () => firstLiveState;

/** useLiveState returns the state of a live browser; the initial state without one. */
export function useLiveState(connection: LiveConnection | undefined): LiveState {
  return useSyncExternalStore(connection?.subscribe ?? nothing, connection?.getState ?? first);
}

/** useWatched watches a live browser while the component is mounted. */
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
