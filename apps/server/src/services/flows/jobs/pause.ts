const longestMs = 2 ** 31 - 1;

/** pause resolves when the time has passed or when resumed; immediately if `signal` is already aborted. */
export async function pause(
  forMs: number | null,
  signal: AbortSignal,
  onBegin: (resume: () => void) => void,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    onBegin(resolve);
    if (signal.aborted) resolve();
    if (forMs !== null) timer = setTimeout(resolve, Math.min(Math.max(1, forMs), longestMs));
  });
  clearTimeout(timer);
}
