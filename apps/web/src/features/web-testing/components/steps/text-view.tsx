import { useQuery } from '@tanstack/react-query';
import { readText, type TextProblem, toText } from '@touchstone/engine-keyword/core';
import { useEffect, useRef, useState } from 'react';
import { CodeEditor } from '../../../../ui/code-editor/code-editor.tsx';
import { inOrder } from '../../../../ui/in-order.tsx';
import { functionsQuery } from '../../api/functions.ts';
import { keepIds } from '../../model/steps/keep-ids.ts';
import type { StepEditor } from '../../model/steps/use-step-editor.ts';
import classes from './steps.module.css';

interface Props {
  projectId: string;
  editor: Pick<StepEditor, 'steps' | 'replace'>;
  canWrite: boolean;
}

const maxProblems = 20;

/**
 * TextView edits the steps of a script as lines of text: the table and the text are two views of the same steps. While
 * a line can't be parsed, the steps stay as they were.
 */
export function TextView({ projectId, editor, canWrite }: Props) {
  const { steps, replace } = editor;
  const functions = useQuery(functionsQuery(projectId)).data ?? [];
  const [text, setText] = useState(() => toText(steps));
  const [problems, setProblems] = useState<readonly TextProblem[]>([]);
  const written = useRef(steps);
  // Changes by the table, Undo or another user show up in the text.
  useEffect(() => {
    if (written.current === steps) return;
    written.current = steps;
    setText(toText(steps));
    setProblems([]);
  }, [steps]);
  const edit = (next: string) => {
    if (next === text) return;
    setText(next);
    const known = functions.map(({ functionName, inputs, outputs }) => ({
      name: functionName,
      inputs: inputs.map(({ name }) => name),
      outputs: outputs.map(({ name }) => name),
      steps: [],
    }));
    const read = readText(next, { functions: known });
    setProblems(read.problems);
    if (read.problems.length > 0) return;
    written.current = keepIds(steps, read.steps);
    replace(written.current, 'text');
  };
  return (
    <div className={classes.text}>
      {problems.length > 0 ? (
        <div role="alert" className={classes.textProblems}>
          <p style={{ margin: 0 }}>The steps stay as they were until every line is understood:</p>
          <ul>
            {inOrder(problems.slice(0, maxProblems), ({ line, message }) => (
              <li>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <div className={classes.textEditor}>
        <CodeEditor
          label="Steps as text"
          language="text"
          value={text}
          wrap
          readOnly={!canWrite}
          invalid={problems.length > 0}
          onChange={edit}
        />
      </div>
    </div>
  );
}
