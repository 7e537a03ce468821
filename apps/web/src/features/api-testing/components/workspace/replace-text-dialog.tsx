import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, type CallOutput } from '@touchstone/contracts';
import type { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Project } from '@touchstone/contracts/workspaces';
import { type FormEvent, useState } from 'react';
import { counted, formatCount } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/toasts.ts';
import { findText, replaceText } from '../../api/exchange/workspace-files.ts';
import { TextMatches } from './text-matches.tsx';
import classes from './workspace-import.module.css';

type Found = CallOutput<typeof apiTestingRoutes.findText>;
const empty = { find: '', replaceWith: '', isRegex: false, matchCase: false };
const itemsText = (count: number) => counted(count, 'item');
const matchesText = (count: number) => `${formatCount(count)} ${count === 1 ? 'match' : 'matches'}`;

/**
 * ReplaceTextDialog finds a text in all scripts and variables of a project, previews the replacement, and applies it to
 * the selected ones.
 */
export function ReplaceTextDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const client = useQueryClient();
  const { projectId, projectName } = project;
  const [question, setQuestion] = useState(empty);
  const [found, setFound] = useState<Found | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [done, setDone] = useState('');
  const change = (patch: Partial<typeof empty>) => {
    setQuestion({ ...question, ...patch });
    // The preview no longer matches what would be replaced.
    setFound(null);
    setDone('');
  };
  const work = async (task: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await task();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  const search = async () => {
    const answer = await findText({ projectId, ...question });
    setFound(answer);
    setChosen(new Set(answer.matches.filter((match) => !match.problem).map(({ itemId }) => itemId)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setDone('');
    if (question.find !== '' && !isBusy) void work(search);
  };
  const replace = () =>
    work(async () => {
      if (!found) return;
      const order = { projectId, ...question, revision: found.revision, itemIds: [...chosen] };
      const { items, count } = await replaceText(order).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.status === 409) await search();
        throw error;
      });
      await client.invalidateQueries();
      setFound(null);
      setDone(`Replaced ${matchesText(count)} in ${itemsText(items)}.`);
    });

  return (
    <Modal opened onClose={onClose} title={`Find and replace in ${projectName}`} size={720}>
      <div className={classes.body}>
        <form className={classes.body} onSubmit={submit}>
          <Group grow align="flex-start">
            <TextInput
              label="Find"
              data-autofocus
              value={question.find}
              maxLength={1000}
              onChange={(event) => change({ find: event.currentTarget.value })}
            />
            <TextInput
              label="Replace with"
              value={question.replaceWith}
              maxLength={10_000}
              onChange={(event) => change({ replaceWith: event.currentTarget.value })}
            />
          </Group>
          <Group gap="lg">
            <Checkbox
              label="Match case"
              checked={question.matchCase}
              onChange={(event) => change({ matchCase: event.currentTarget.checked })}
            />
            <Checkbox
              label="Regular expression"
              checked={question.isRegex}
              onChange={(event) => change({ isRegex: event.currentTarget.checked })}
            />
            <span className="grow" />
            <Button type="submit" variant="default" loading={isBusy && !found} disabled={question.find === ''}>
              Find
            </Button>
          </Group>
        </form>
        {problem ? (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        ) : null}
        {done ? <p role="status">{done}</p> : null}
        {found ? (
          <>
            <p role="status">
              {found.count === 0
                ? `No script or variable matches “${question.find}”.`
                : `${matchesText(found.count)} in ${itemsText(found.items)}.`}
              {found.items > found.matches.length
                ? ` The first ${formatCount(found.matches.length)} are shown; replace them, then search again.`
                : ''}
            </p>
            <TextMatches matches={found.matches} chosen={chosen} onChoose={setChosen} />
          </>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {found && found.count > 0 ? (
            <Button loading={isBusy} disabled={chosen.size === 0} onClick={() => void replace()}>
              Replace in {itemsText(chosen.size)}
            </Button>
          ) : null}
        </Group>
      </div>
    </Modal>
  );
}
