const pollIntervalMs = 250;

/**
 * endWithParent ends this process as SIGTERM would once its parent has exited: npm signals only its shell, and a shell
 * that dies passes nothing on. For processes whose parent waits for them; a daemon's parent exits on purpose.
 */
export function endWithParent(): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(timer);
    // Not a signal to itself: on Windows, there is none that a program can receive.
    if (!process.emit('SIGTERM')) process.exit(143);
  }, pollIntervalMs);
  timer.unref();
}

/** On Linux and macOS an orphan gets a new parent; on Windows it keeps the pid of the parent that exited. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
