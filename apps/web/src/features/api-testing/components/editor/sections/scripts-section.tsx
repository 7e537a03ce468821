import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { CodeEditor } from '../../../../../ui/code-editor/code-editor.tsx';
import { type Problems, withScript } from '../../../model/editor/script-draft.ts';
import classes from '../editor.module.css';

interface Props {
  draft: ScriptInput;
  onChange: (draft: ScriptInput) => void;
  problems: Problems;
}

const parts = [
  {
    key: 'preRequestScript',
    label: 'Pre-request script',
    hint: 'Runs before the request is built, such as',
    example: 'pm.variables.set("orderId", 7)',
  },
  {
    key: 'testScript',
    label: 'Test script',
    hint: 'Runs with the response, such as',
    example: 'pm.test("id", () => pm.expect(pm.response.json().id).to.eql(7))',
  },
] as const;

/** ScriptsSection edits the JavaScript that runs before the request and with its response. */
export function ScriptsSection({ draft, onChange, problems }: Props) {
  return parts.map(({ key, label, hint, example }) => (
    <div key={key} className={classes.code}>
      <div className={classes.codeHead}>
        <h3 className="eyebrow">{label}</h3>
        <span className="dim">
          {hint} <code className="mono">{example}</code>
        </span>
        {problems[key] ? (
          <span className={classes.problem} role="alert">
            {problems[key]}
          </span>
        ) : null}
      </div>
      <div className={classes.codeBox}>
        <CodeEditor
          label={label}
          value={draft[key] ?? ''}
          language="javascript"
          invalid={problems[key] !== undefined}
          onChange={(code) => onChange(withScript(draft, key, code))}
          wrap
        />
      </div>
    </div>
  ));
}
