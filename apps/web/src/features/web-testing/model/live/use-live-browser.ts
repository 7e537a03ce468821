import { useEffect, useState } from 'react';
import { toastError } from '../../../../shared/toasts.ts';
import { closeRecording, openRecording } from '../../api/live.ts';
import { LiveConnection } from './live-connection.ts';

/** useLiveBrowser opens a browser on the server, and closes it on unmount or when another one is opened. */
export function useLiveBrowser() {
  const [connection, setConnection] = useState<LiveConnection>();
  const [isOpening, setOpening] = useState(false);
  useEffect(() => {
    if (!connection) return;
    void connection.watch();
    return () => {
      connection.leave();
      void closeRecording(connection.liveId).catch(() => undefined);
    };
  }, [connection]);
  /** Resolves with the connection, or undefined if the server can't open a browser; the reason is shown. */
  const open = async (request: Parameters<typeof openRecording>[0]): Promise<LiveConnection | undefined> => {
    setOpening(true);
    try {
      const opened = new LiveConnection(await openRecording(request));
      setConnection(opened);
      return opened;
    } catch (error) {
      toastError(error);
      return undefined;
    } finally {
      setOpening(false);
    }
  };
  return { connection, isOpening, open, close: () => setConnection(undefined) };
}
