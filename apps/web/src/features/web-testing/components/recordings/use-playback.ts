import { useCallback, useEffect, useRef, useState } from 'react';

/** Playback state of a film. */
export interface Playback {
  /** Position in milliseconds. */
  at: number;
  isPlaying: boolean;
  /** Moves to a position; a playing film continues from there. */
  seek: (at: number) => void;
  /** Plays or pauses; restarts at the end. */
  toggle: () => void;
  pause: () => void;
}

/** usePlayback advances a film in real time, `speed` times as fast, and pauses at its end. */
export function usePlayback(durationMs: number, speed: number, startAt: number): Playback {
  const [at, setAt] = useState(startAt);
  const [isPlaying, setPlaying] = useState(false);
  const place = useRef(startAt);
  const move = useCallback(
    (to: number) => {
      place.current = Math.min(Math.max(0, to), durationMs);
      setAt(place.current);
    },
    [durationMs],
  );
  useEffect(() => {
    if (!isPlaying) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function next(now) {
      move(place.current + (now - last) * speed);
      last = now;
      if (place.current >= durationMs) setPlaying(false);
      else frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, speed, durationMs, move]);
  return {
    at,
    isPlaying,
    seek: move,
    toggle: () => {
      if (!isPlaying && place.current >= durationMs) move(0);
      setPlaying(!isPlaying);
    },
    pause: () => setPlaying(false),
  };
}
