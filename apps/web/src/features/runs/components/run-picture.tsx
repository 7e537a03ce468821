import classes from './runs.module.css';
import { usePicture } from './use-picture.ts';

/** RunPicture is a full-width picture of a run, which opens in a new tab. */
export function RunPicture({ runId, attachmentId, name }: { runId: string; attachmentId: string; name: string }) {
  const url = usePicture(runId, attachmentId);
  return url ? (
    <a href={url} target="_blank" rel="noreferrer">
      <img className={classes.wide} src={url} alt={name} />
    </a>
  ) : null;
}
