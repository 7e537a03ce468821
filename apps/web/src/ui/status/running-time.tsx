import { useEffect, useState } from 'react';

interface Props {
  label: string;
  /** As counted by the server when it responded. */
  durationMs: number;
  /** When the response arrived, by this browser's clock. */
  answeredAt: number;
  isRunning: boolean;
  format: (durationMs: number) => string;
}

/** RunningTime shows a duration, counting up while it runs. */
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
