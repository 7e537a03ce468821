import { ActionIcon, Select } from '@mantine/core';
import type { Film } from '@touchstone/engine-browser/core';
import { Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Tip } from '../../../../ui/tip/tip.tsx';
import { clockOf, type FilmMark, frameAt, lastUpTo } from '../../model/recordings/film-marks.ts';
import classes from './recordings.module.css';
import { useFilmCanvas } from './use-film-canvas.ts';
import { usePlayback } from './use-playback.ts';

const speeds = ['0.5', '1', '2', '4'];
/** Resolution of the film. */
const nudgeMs = 100;

interface Props {
  film: Film;
  /** Moments of the steps, in order. */
  marks: readonly FilmMark[];
  /** Id of the selected step; the film moves to its outcome. */
  chosen: string | undefined;
  onChoose: (stepId: string) => void;
  /** Rendered at the end of the bar. */
  children?: ReactNode;
}

/**
 * FilmPlayer plays a film of the browser, with the moments of the steps: Space plays and pauses, the arrow keys move.
 */
export function FilmPlayer({ film, marks, chosen, onChoose, children }: Props) {
  const [speed, setSpeed] = useState('1');
  const chosenAt = marks.find(({ stepId }) => stepId === chosen)?.shownAt;
  const playback = usePlayback(film.durationMs, Number(speed), chosenAt ?? 0);
  const { at, isPlaying, seek, toggle, pause } = playback;
  const canvas = useRef<HTMLCanvasElement>(null);
  useFilmCanvas(canvas, film, frameAt(film, at));
  const goTo = useEffectEvent((moment: number) => {
    pause();
    seek(moment);
  });
  useEffect(() => {
    if (chosenAt !== undefined) goTo(chosenAt);
  }, [chosenAt]);
  const current = lastUpTo(marks, at);
  const before = lastUpTo(marks, (current?.at ?? 0) - 1);
  const after = marks.find((mark) => mark.at > at);
  const choose = (mark: FilmMark | undefined) => mark && goToMark(mark, chosen, { onChoose, seek, pause });
  const keys = (event: KeyboardEvent) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    toggle();
  };
  return (
    <section className={classes.player} aria-label="Film">
      <canvas
        ref={canvas}
        className={classes.film}
        width={film.width}
        height={film.height}
        role="img"
        aria-label={current ? `The page at ${current.title}` : 'The page'}
        onClick={toggle}
      />
      <div className={classes.track}>
        <Marks marks={marks} durationMs={film.durationMs} current={current?.stepId} />
        <input
          type="range"
          className={classes.scrubber}
          aria-label="Moment"
          aria-valuetext={`${clockOf(at)} of ${clockOf(film.durationMs)}${current ? `, ${current.title}` : ''}`}
          min={0}
          max={film.durationMs}
          step={nudgeMs}
          value={at}
          onKeyDown={keys}
          onChange={(event) => seek(Number(event.currentTarget.value))}
        />
      </div>
      <div className={classes.controls}>
        <Control label="Previous step" isOff={!before} onClick={() => choose(before)} icon={<SkipBack size={15} />} />
        <Control
          label={isPlaying ? 'Pause' : 'Play'}
          onClick={toggle}
          icon={isPlaying ? <Pause size={15} /> : <Play size={15} />}
        />
        <Control label="Next step" isOff={!after} onClick={() => choose(after)} icon={<SkipForward size={15} />} />
        <span className={`num ${classes.clock}`}>
          {clockOf(at)} / {clockOf(film.durationMs)}
        </span>
        <span className={`dim ellipsis ${classes.now}`}>{current?.title}</span>
        <Select
          aria-label="Speed"
          className={classes.speed}
          allowDeselect={false}
          data={speeds.map((value) => ({ value, label: `${value}×` }))}
          value={speed}
          onChange={(value) => value && setSpeed(value)}
        />
        {children}
      </div>
    </section>
  );
}

/** Moves to a step even if it is already selected. */
function goToMark(
  { stepId, shownAt }: FilmMark,
  chosen: string | undefined,
  { onChoose, seek, pause }: { onChoose: (stepId: string) => void; seek: (at: number) => void; pause: () => void },
): void {
  pause();
  seek(shownAt);
  if (stepId !== chosen) onChoose(stepId);
}

function Control({
  label,
  icon,
  isOff = false,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  isOff?: boolean;
  onClick: () => void;
}) {
  return (
    <Tip label={label}>
      <ActionIcon variant="default" aria-label={label} disabled={isOff} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tip>
  );
}

function Marks({
  marks,
  durationMs,
  current,
}: {
  marks: readonly FilmMark[];
  durationMs: number;
  current: string | undefined;
}) {
  return (
    <div className={classes.marks} aria-hidden="true">
      {marks.map(({ stepId, at, isFailed }) => (
        <i
          key={stepId}
          className={classes.mark}
          data-failed={isFailed || undefined}
          data-current={stepId === current || undefined}
          style={{ left: `${(Math.min(at, durationMs) / Math.max(1, durationMs)) * 100}%` }}
        />
      ))}
    </div>
  );
}
