import { Button, Menu, SegmentedControl } from '@mantine/core';
import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { CodeEditor } from '../../../../../ui/code-editor/code-editor.tsx';
import type { Problems } from '../../../model/editor/script-draft.ts';
import { withScript } from '../../../model/editor/script-draft.ts';
import { type ScriptPart, scriptSnippets, scriptWords, withSnippet } from '../../../model/editor/script-words.ts';
import { LogView } from '../../exchange/log-view.tsx';
import classes from '../editor.module.css';

interface Props {
  draft: ScriptInput;
  onChange: (draft: ScriptInput) => void;
  problems: Problems;
  /** Console output of the last send; undefined if the request hasn't been sent. */
  logs: readonly string[] | undefined;
}

const labels: Record<ScriptPart, string> = { preRequestScript: 'Pre-request script', testScript: 'Test script' };
const hints: Record<ScriptPart, string> = {
  preRequestScript: 'Runs before the request is built',
  testScript: 'Runs with the response',
};
const parts = Object.keys(labels) as ScriptPart[];

/**
 * ScriptsSection edits the JavaScript that runs before the request and on its response, and shows its console output.
 */
export function ScriptsSection({ draft, onChange, problems, logs }: Props) {
  const faulty = parts.find((key) => problems[key] !== undefined);
  const [shownFault, setShownFault] = useState(faulty);
  const [part, setPart] = useState<ScriptPart>(
    faulty ?? (draft.preRequestScript && !draft.testScript ? 'preRequestScript' : 'testScript'),
  );
  // A new error is shown once; after that the user may switch away.
  if (faulty !== shownFault) {
    setShownFault(faulty);
    if (faulty) setPart(faulty);
  }
  const words = useMemo(() => scriptWords(part), [part]);
  const code = draft[part] ?? '';
  return (
    <div className={classes.scripts}>
      <div className={classes.sectionBar}>
        <SegmentedControl
          aria-label="Script"
          value={part}
          onChange={(value) => setPart(value as ScriptPart)}
          data={parts.map((key) => ({ value: key, label: draft[key] ? `${labels[key]} •` : labels[key] }))}
        />
        <span className="dim">{hints[part]}</span>
        <span className="grow" />
        {problems[part] ? (
          <span className={classes.problem} role="alert">
            {problems[part]}
          </span>
        ) : null}
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<ChevronDown size={13} />}>
              Snippets
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {scriptSnippets[part].map((snippet) => (
              <Menu.Item
                key={snippet.label}
                onClick={() => onChange(withScript(draft, part, withSnippet(code, snippet.code)))}
              >
                {snippet.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      <div className={classes.codeBox}>
        <CodeEditor
          key={part}
          label={labels[part]}
          value={code}
          language="javascript"
          invalid={problems[part] !== undefined}
          words={words}
          onChange={(next) => onChange(withScript(draft, part, next))}
          wrap
        />
      </div>
      <section className={classes.console} aria-label="Console">
        <h3 className="eyebrow">Console</h3>
        {logs && logs.length > 0 ? (
          <LogView lines={logs} />
        ) : (
          <p className="dim">
            {logs ? 'The last send wrote nothing.' : 'Send the request to see what console.log writes.'}
          </p>
        )}
      </section>
    </div>
  );
}
