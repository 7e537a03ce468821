import { SegmentedControl } from '@mantine/core';
import type { ComparedPicture as Compared } from '@touchstone/contracts/web-testing';
import { type CSSProperties, useState } from 'react';
import { usePicture } from '../../../runs/index.ts';
import classes from './baselines.module.css';

type View = 'slider' | 'sides' | 'difference';

/** ComparedPicture shows the picture of a step and its baseline overlaid, side by side, or as their difference. */
export function ComparedPicture({ runId, picture }: { runId: string; picture: Compared }) {
  const { name, expected, actual, difference } = picture;
  const [view, setView] = useState<View>('slider');
  if (actual === null) return null;
  if (expected === null) return <Picture runId={runId} id={actual} alt={`${name}, actual`} />;
  const views = [
    { value: 'slider', label: 'Slider' },
    { value: 'sides', label: 'Side by side' },
    ...(difference === null ? [] : [{ value: 'difference', label: 'Difference' }]),
  ];
  return (
    <>
      <SegmentedControl
        aria-label="View of the pictures"
        value={view}
        data={views}
        onChange={(chosen) => setView(chosen as View)}
      />
      {view === 'slider' ? <Slider runId={runId} name={name} expected={expected} actual={actual} /> : null}
      {view === 'sides' ? (
        <div className={classes.sides}>
          <figure>
            <figcaption>Expected</figcaption>
            <Picture runId={runId} id={expected} alt={`${name}, expected`} />
          </figure>
          <figure>
            <figcaption>Actual</figcaption>
            <Picture runId={runId} id={actual} alt={`${name}, actual`} />
          </figure>
        </div>
      ) : null}
      {view === 'difference' && difference !== null ? (
        <figure>
          <figcaption className="dim">Different pixels are red, masked areas blue.</figcaption>
          <Picture runId={runId} id={difference} alt={`${name}, difference`} />
        </figure>
      ) : null}
    </>
  );
}

function Picture({ runId, id, alt }: { runId: string; id: string; alt: string }) {
  const url = usePicture(runId, id);
  return url ? (
    <a href={url} target="_blank" rel="noreferrer">
      <img className={classes.picture} src={url} alt={alt} />
    </a>
  ) : null;
}

interface SliderProps {
  runId: string;
  name: string;
  expected: string;
  actual: string;
}

/** The actual picture covers the baseline and is revealed from the left. */
function Slider({ runId, name, expected, actual }: SliderProps) {
  const [share, setShare] = useState(50);
  const [below, above] = [usePicture(runId, expected), usePicture(runId, actual)];
  return (
    <div className={classes.slider}>
      <div className={classes.stack} style={{ '--share': `${share}%` } as CSSProperties}>
        {below ? <img src={below} alt={`${name}, expected`} /> : null}
        {above ? <img className={classes.above} src={above} alt={`${name}, actual`} /> : null}
        <span className={classes.edge} aria-hidden="true" />
      </div>
      <label className={classes.range}>
        <span>Expected</span>
        <input
          type="range"
          min={0}
          max={100}
          aria-label="Part of the baseline in percent"
          value={share}
          onChange={(event) => setShare(Number(event.currentTarget.value))}
        />
        <span>Actual</span>
      </label>
    </div>
  );
}
