import { CodeEditor } from './code-editor.tsx';
import type { CodeEditorProps } from './code-editor-view.tsx';
import classes from './code-field.module.css';

interface Props
  extends Pick<
    CodeEditorProps,
    'label' | 'language' | 'value' | 'placeholder' | 'readOnly' | 'words' | 'isPlain' | 'onChange'
  > {
  description?: string;
  error?: string | undefined;
}

/** CodeField is a code editor as a form field. */
export function CodeField({ label, description, error, ...editor }: Props) {
  return (
    <div>
      <div className={classes.name} aria-hidden>
        {label}
      </div>
      {description ? <div className={classes.description}>{description}</div> : null}
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
