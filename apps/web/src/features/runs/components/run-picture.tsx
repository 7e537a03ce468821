import classes from './runs.module.css';
import { usePicture } from './use-picture.ts';

/** RunPicture is a picture of a run in full width, which opens in a tab of its own. */
export function RunPicture({ runId, attachmentId, name }: { runId: string; attachmentId: string; name: string }) {
  const url = usePicture(runId, attachmentId);
  return url ? (
    <a href={url} target="_blank" rel="noreferrer">
      <img className={classes.wide} src={url} alt={name} />
    </a>
  ) : null;
}
