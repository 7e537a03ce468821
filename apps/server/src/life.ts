import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Logger } from 'pino';

/** Life closes what a process has opened, in reverse order, once: after a signal, or when the start fails. */
export interface Life {
  /** Opens something that is closed at the end, even if the end comes while it is opening. */
  open<T>(opening: Promise<T>, close: (opened: T) => Promise<unknown>): Promise<T>;
  end(): Promise<void>;
  /** Whether shutdown has started: later failures are caused by it. */
  isEnding(): boolean;
}

/**
 * createLife handles SIGINT, SIGTERM and the closing of the terminal from now on: a graceful shutdown, and on a second
 * signal an immediate exit.
 */
export function createLife(log: Logger): Life {
  const closers: (() => Promise<unknown>)[] = [];
  let ending: Promise<void> | undefined;
  const end = () => {
    ending ??= (async () => {
      for (let close = closers.pop(); close; close = closers.pop()) await close();
    })();
    return ending;
  };
  const stop = async (signal: string) => {
    if (ending !== undefined) process.exit(1);
    log.info({ signal }, 'stopping');
    try {
      await end();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'the stop failed');
      process.exit(1);
    }
  };
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) {
    if (signal === 'SIGHUP' && isDetached()) process.on(signal, () => undefined);
    else process.on(signal, () => void stop(signal));
  }
  // A closed terminal accepts no more output; that must not prevent a graceful shutdown.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return {
    async open(opening, close) {
      closers.push(async () => {
        const opened = await opening.catch(() => undefined);
        if (opened !== undefined) await close(opened);
      });
      const opened = await opening;
      // The rest of the start is no longer wanted; the process is about to end.
      if (ending !== undefined) await new Promise(() => undefined);
      return opened;
    },
    end,
    isEnding: () => ending !== undefined,
  };
}

/** logUnhandledRejections logs unhandled rejections and keeps the server running; by default, Node would exit. */
export function logUnhandledRejections(log: Logger): void {
  process.on('unhandledRejection', (error) => {
    log.error(
      { err: error },
      'a background task failed unexpectedly; the server keeps running, please report this bug',
    );
  });
}

/**
 * Node loses that nohup had SIGHUP ignored. A process that should outlive its terminal is given files, or nothing, to
 * read and write.
 */
function isDetached(): boolean {
  return [0, 1, 2].every((fd) => {
    try {
      const place = fstatSync(fd);
      return !isatty(fd) && (place.isFile() || place.isCharacterDevice());
    } catch {
      return true;
    }
  });
}
