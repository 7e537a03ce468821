export type IdleState = { phase: 'off' | 'watching' | 'expired' } | { phase: 'countdown'; remainingSeconds: number };

/** Dependencies of the watch; tests supply their own. */
export interface IdlePorts {
  now(): number;
  /** Time of the last activity in any tab, in milliseconds since 1970. */
  lastActivity: { get(): number | undefined; set(atMs: number): void };
  /** Called once in each tab when the countdown has ended. */
  onExpired(): void;
}
export interface IdleTimes {
  thresholdSeconds: number;
  countdownSeconds: number;
}

/** Least time between two writes of the activity. */
const writeEveryMs = 1000;

/**
 * createIdleWatch reports inactivity of all tabs for the threshold, counts down, and then expires. Measures by the
 * clock, not by timers, which sleep with the tab.
 */
export function createIdleWatch(ports: IdlePorts) {
  let times: IdleTimes | undefined;
  let state: IdleState = { phase: 'off' };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writtenAt = 0;
  const listeners = new Set<() => void>();

  const setState = (next: IdleState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const wakeIn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(check, Math.min(Math.max(ms, 1), 2 ** 31 - 1));
  };
  const note = () => {
    writtenAt = ports.now();
    ports.lastActivity.set(writtenAt);
  };

  /** Checks the clock; also called when a tab wakes up or another tab was active. */
  function check(): void {
    if (!times || state.phase === 'expired') return;
    const idleMs = ports.now() - (ports.lastActivity.get() ?? ports.now());
    const thresholdMs = times.thresholdSeconds * 1000;
    const leftMs = thresholdMs + times.countdownSeconds * 1000 - idleMs;
    if (idleMs < thresholdMs) {
      if (state.phase !== 'watching') setState({ phase: 'watching' });
      wakeIn(thresholdMs - idleMs);
    } else if (leftMs > 0) {
      setState({ phase: 'countdown', remainingSeconds: Math.ceil(leftMs / 1000) });
      wakeIn(leftMs % 1000 || 1000);
    } else {
      clearTimeout(timer);
      setState({ phase: 'expired' });
      ports.onExpired();
    }
  }

  return {
    getState: (): IdleState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check,
    start(next: IdleTimes): void {
      times = next;
      if (ports.lastActivity.get() === undefined) note();
      check();
    },
    stop(): void {
      clearTimeout(timer);
      times = undefined;
      setState({ phase: 'off' });
    },
    /** Notes activity; during the countdown only `resume` counts. */
    touch(): void {
      if (state.phase === 'watching' && ports.now() - writtenAt >= writeEveryMs) note();
    },
    /** "Continue": restarts the watch in all tabs. */
    resume(): void {
      if (state.phase === 'expired') return;
      note();
      check();
    },
  };
}
export type IdleWatch = ReturnType<typeof createIdleWatch>;
