import { useQuery } from '@tanstack/react-query';
import type { StepHealing } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { usePicture } from '../../../runs/index.ts';
import { reportQuery } from '../../api/executions.ts';
import { shareOf, sureness } from '../../model/healing-words.ts';
import classes from './healing.module.css';

interface Props {
  runId: string;
  attachmentId: string;
  /** Index of the target it was taken in: pictures of phones have more pixels than their pages. */
  target: number;
  suspects: StepHealing['suspects'];
  chosen: number;
  onChoose: (index: number) => void;
}

/** MarkedPicture shows the page as it was, with a numbered box around each candidate element. */
export function MarkedPicture({ runId, attachmentId, target, suspects, chosen, onChoose }: Props) {
  const url = usePicture(runId, attachmentId);
  const viewport = useQuery(reportQuery(runId)).data?.targets[target]?.viewport;
  const [size, setSize] = useState<{ width: number; height: number }>();
  if (!url) return null;
  const page = size && { pageWidth: viewport?.width ?? size.width, ratio: size.height / size.width };
  return (
    <figure className={classes.picture}>
      <div className={classes.stack}>
        <img
          src={url}
          alt="Page at this step"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ width: naturalWidth || 1, height: naturalHeight || 1 })
          }
        />
        {suspects.map(({ target: { name }, probability, box }, index) => {
          const share = page && shareOf(box, page);
          if (!share) return null;
          const style = Object.fromEntries(Object.entries(share).map(([side, percent]) => [side, `${percent}%`]));
          return (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: suspects keep their order
              key={index}
              type="button"
              className={classes.box}
              style={style}
              aria-pressed={index === chosen}
              aria-label={`Element ${index + 1}, ${name}: ${sureness(probability)}`}
              onClick={() => onChoose(index)}
            >
              <span aria-hidden="true" data-inside={share.top < 6 || undefined}>
                {index + 1}
              </span>
            </button>
          );
        })}
      </div>
      <figcaption className="dim">The page at this step. Choose a box to see why it may be the element.</figcaption>
    </figure>
  );
}
