import { CodeEditor } from '../../../../ui/code-editor/code-editor.tsx';
import classes from './prerequisite.module.css';

interface Props {
  label: string;
  language: 'javascript' | 'json' | 'text';
  value: string;
  placeholder: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** CodeField is a code editor as a field of a form. */
export function CodeField({ label, error, ...editor }: Props) {
  return (
    <div>
      <div className={classes.fieldName} aria-hidden>
        {label}
      </div>
      <div className={classes.code} data-invalid={error ? true : undefined}>
        <CodeEditor label={label} wrap {...editor} />
      </div>
      {error ? (
        <p className={classes.problem} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
