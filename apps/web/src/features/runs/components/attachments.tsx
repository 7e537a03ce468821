import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { RunAttachment } from '@touchstone/contracts/runs';
import { Download } from 'lucide-react';
import { saveResponse } from '../../../shared/download.ts';
import { formatBytes } from '../../../shared/format.ts';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { PlaceUnknown } from '../../../ui/blank/blank.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { attachmentsQuery, fetchAttachment } from '../api/runs.queries.ts';
import classes from './runs.module.css';
import { usePicture } from './use-picture.ts';

const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
/** Larger ones can only be saved. */
const maxShownBytes = 5_000_000;

/** Attachments shows the files of a run: pictures are shown, each can be saved. Hidden if there are none. */
export function Attachments({ runId }: { runId: string }) {
  const files = useInfiniteQuery(attachmentsQuery(runId));
  const all = files.data?.pages.flatMap(({ content }) => content) ?? [];
  if (files.isPending) return <PlaceUnknown />;
  if (files.isSuccess && all.length === 0) return null;
  return (
    <Panel title="Attachments" note={files.data?.pages[0]?.totalElements}>
      <Loaded query={{ ...files, data: files.data && all }}>
        {(attachments) => (
          <div className={classes.files}>
            {attachments.map((file) => (
              <Attachment key={file.attachmentId} runId={runId} file={file} />
            ))}
          </div>
        )}
      </Loaded>
      {files.hasNextPage ? (
        <div className={classes.more}>
          <Button variant="default" loading={files.isFetchingNextPage} onClick={() => void files.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

function Attachment({ runId, file }: { runId: string; file: RunAttachment }) {
  const { attachmentId, stepTitle, name, mediaType, sizeBytes } = file;
  const save = () =>
    fetchAttachment(runId, attachmentId)
      .then((answer) => saveResponse(answer, name))
      .catch((error: unknown) => toast('error', messageOf(error), 'Error Downloading'));
  return (
    <figure className={classes.file}>
      {pictures.includes(mediaType) && sizeBytes <= maxShownBytes ? <Picture runId={runId} file={file} /> : null}
      <figcaption className="row">
        <span className="grow ellipsis" title={name}>
          {name} <span className="dim">{formatBytes(sizeBytes)}</span>
          <span className="dim" style={{ display: 'block' }}>
            {stepTitle === null ? 'Whole run' : `Step ${stepTitle}`}
          </span>
        </span>
        <Button variant="subtle" size="compact-sm" aria-label={`Download ${name}`} onClick={() => void save()}>
          <Download size={14} />
        </Button>
      </figcaption>
    </figure>
  );
}

function Picture({ runId, file: { attachmentId, name } }: { runId: string; file: RunAttachment }) {
  const url = usePicture(runId, attachmentId);
  return url ? <img className={classes.picture} src={url} alt={name} /> : null;
}
