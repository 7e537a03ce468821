import { useState } from 'react';
import { CodeEditor } from '../../../../ui/code-editor/code-editor.tsx';
import { readContent } from '../../model/asset-draft.ts';
import { isEqual, type Json, pretty } from '../../model/stub/json.ts';
import classes from './editor.module.css';

interface Props {
  label: string;
  content: Json;
  onChange: (content: Json) => void;
}

/** JsonView edits the form's stub as JSON. Invalid JSON stays in the editor and leaves the stub unchanged. */
export function JsonView({ label, content, onChange }: Props) {
  const [typed, setTyped] = useState({ text: pretty(content), of: content });
  const [problem, setProblem] = useState<string | null>(null);
  const isOwn = isEqual(typed.of, content);
  const text = isOwn ? typed.text : pretty(content);
  return (
    <>
      <div className={classes.json}>
        <CodeEditor
          label={label}
          language="json"
          value={text}
          onChange={(next) => {
            if (next === text) return;
            const read = readContent(next);
            if ('problem' in read) {
              setTyped({ text: next, of: content });
              setProblem(read.problem);
              return;
            }
            setTyped({ text: next, of: read.content });
            setProblem(null);
            onChange(read.content);
          }}
        />
      </div>
      {problem && isOwn ? (
        <p className={classes.problem} role="alert">
          {problem} The asset keeps the last readable version.
        </p>
      ) : null}
    </>
  );
}
