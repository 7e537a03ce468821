const beatMs = 5;

/**
 * watchLoop measures how long this thread computed between two turns of its event loop. It counts the thread's own CPU
 * time, so that neither other threads nor other processes of a busy machine affect the figure.
 */
export function watchLoop(): { takeLongest(): number } {
  let longestMs = 0;
  let before = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longestMs = Math.max(longestMs, (user + system) / 1000);
  }, beatMs);
  timer.unref();
  return {
    takeLongest() {
      const found = longestMs;
      longestMs = 0;
      return found;
    },
  };
}
