const lookMs = 250;

/**
 * endWithParent ends this process as SIGTERM does once the process that started it is gone: npm signals its shell alone,
 * and a shell that dies passes nothing on. For processes with a parent that waits for them; a daemon's parent leaves on purpose.
 */
export function endWithParent(): void {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent && isThere(parent)) return;
    clearInterval(look);
    // Not a signal to itself: Windows has none that a program can hear.
    if (!process.emit('SIGTERM')) process.exit(143);
  }, lookMs);
  look.unref();
}

/** Elsewhere an orphan gets another parent; on Windows it keeps the number of the one that is gone. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
