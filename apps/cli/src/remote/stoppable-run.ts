import { onStop } from '../stop-signal.ts';
import { explained } from './remote-session.ts';

/**
 * stoppableRun does work with a run of a server. The first Ctrl C stops the run, which is then told to its end; `onStarted` says how to stop it,
 * also where Ctrl C came before. What the server refuses is thrown as a sentence.
 */
export async function stoppableRun<T>(
  { server, say }: { server: string; say: (text: string) => void },
  work: (onStarted: (stop: () => Promise<unknown>) => void) => Promise<T>,
): Promise<T> {
  let stopRun: (() => void) | undefined;
  let isStopped = false;
  const undo = onStop(() => {
    say('Stopping the run. Press Ctrl C again to leave at once.');
    isStopped = true;
    stopRun?.();
  });
  try {
    return await work((stop) => {
      stopRun = () => {
        stop().catch((error: Error) => say(`The run could not be stopped: ${error.message}`));
      };
      if (isStopped) stopRun();
    });
  } catch (error) {
    throw explained(error, server);
  } finally {
    undo();
  }
}
