import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { filesQuery } from '../../api/files.ts';
import type { LiveConnection } from '../../model/live/live-connection.ts';
import { useLiveState } from '../../model/live/use-live.ts';
import { webTestingPaths } from '../../paths.ts';
import classes from './live.module.css';

/** LiveQuestions asks what browsers ask outside of the page: dialog answers, and which file to choose. */
export function LiveQuestions({ connection, projectId }: { connection: LiveConnection; projectId: string }) {
  const { dialog, asksForFile } = useLiveState(connection);
  return (
    <>
      {dialog ? <DialogQuestion key={dialog.message} connection={connection} dialog={dialog} /> : null}
      {asksForFile ? <FileQuestion connection={connection} projectId={projectId} /> : null}
    </>
  );
}

interface DialogProps {
  connection: LiveConnection;
  dialog: { kind: string; message: string; initial: string };
}

function DialogQuestion({ connection, dialog: { kind, message, initial } }: DialogProps) {
  const [text, setText] = useState(initial);
  const answer = (isAccepted: boolean) => void connection.command({ type: 'answerDialog', isAccepted, text });
  return (
    <form
      className={classes.card}
      role="alertdialog"
      aria-label="The page asks"
      onSubmit={(event) => {
        event.preventDefault();
        answer(true);
      }}
    >
      <h3>The page {kind === 'alert' ? 'says' : 'asks'}</h3>
      <p>{message}</p>
      {kind === 'prompt' ? (
        <TextInput
          aria-label="Answer"
          data-autofocus
          mb={8}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : null}
      <div className={classes.choices}>
        <Button type="submit">OK</Button>
        {kind === 'alert' ? null : (
          <Button variant="default" onClick={() => answer(false)}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

function FileQuestion({ connection, projectId }: { connection: LiveConnection; projectId: string }) {
  const files = useQuery(filesQuery(projectId)).data ?? [];
  const choose = (name: string) => void connection.command({ type: 'chooseFile', name });
  return (
    <section className={classes.card} aria-label="Choose a file">
      <h3>Choose a file of the project</h3>
      {files.length === 0 ? (
        <p className="dim">
          The project has no files. Add one under{' '}
          <Link className="link" to={webTestingPaths.files}>
            Files
          </Link>
          .
        </p>
      ) : null}
      <div className={classes.choices}>
        {files.map(({ uuid, fileName }) => (
          <Button key={uuid} variant="default" onClick={() => choose(fileName)}>
            {fileName}
          </Button>
        ))}
        <Button variant="subtle" onClick={() => choose('')}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
