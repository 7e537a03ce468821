import { onStop } from '../stop-signal.ts';
import { explained } from './remote-session.ts';

/**
 * stoppableRun runs work with a run on a server. The first Ctrl C stops the run, which is then followed to its end;
 * `onStarted` sets how to stop it, even if Ctrl C was pressed before. Server errors are thrown as messages for the
 * user.
 */
export async function stoppableRun<T>(
  { server, print }: { server: string; print: (text: string) => void },
  work: (onStarted: (stop: () => Promise<unknown>) => void) => Promise<T>,
): Promise<T> {
  let stopRun: (() => void) | undefined;
  let isStopped = false;
  const undo = onStop(() => {
    print('Stopping the run. Press Ctrl C again to leave at once.');
    isStopped = true;
    stopRun?.();
  });
  try {
    return await work((stop) => {
      stopRun = () => {
        stop().catch((error: Error) => print(`The run could not be stopped: ${error.message}`));
      };
      if (isStopped) stopRun();
    });
  } catch (error) {
    throw explained(error, server);
  } finally {
    undo();
  }
}
