import { useEffect, useState } from 'react';

interface Props {
  label: string;
  /** As the server counted it when it answered. */
  durationMs: number;
  /** When that was, by the clock of this browser. */
  answeredAt: number;
  isRunning: boolean;
  format: (durationMs: number) => string;
}

/** RunningTime shows how long something took, and goes on while it runs. */
export function RunningTime({ label, durationMs, answeredAt, isRunning, format }: Props) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  const shownMs = isRunning ? durationMs + Math.max(0, now - answeredAt) : durationMs;
  return (
    <span className="num" role="timer" aria-label={label}>
      {format(shownMs)}
    </span>
  );
}
