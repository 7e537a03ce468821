import { ActionIcon, Button, Textarea } from '@mantine/core';
import type { ScriptExample, ScriptInput } from '@touchstone/contracts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Problems } from '../../model/script-draft.ts';
import classes from './docs-section.module.css';

interface Props {
  draft: ScriptInput;
  onChange: (draft: ScriptInput) => void;
  problems: Problems;
  canWrite: boolean;
}

/** DocsSection edits the description of a script and shows its documented responses and saved examples. */
export function DocsSection({ draft, onChange, problems, canWrite }: Props) {
  const { documentation, examples = [] } = draft;
  const responses = documentation?.responses ?? [];
  return (
    <div className={classes.docs}>
      <Textarea
        label="Description"
        placeholder="Markdown"
        autosize
        minRows={3}
        maxRows={12}
        readOnly={!canWrite}
        value={draft.description}
        error={problems.description}
        onChange={(event) => onChange({ ...draft, description: event.currentTarget.value })}
      />
      <section aria-label="Examples">
        <h3 className="eyebrow">Examples</h3>
        {examples.length === 0 ? (
          <p className="dim">No examples yet. Send the request, then save its response as an example.</p>
        ) : (
          <ul className={classes.list}>
            {examples.map((example, index) => (
              <Example
                // biome-ignore lint/suspicious/noArrayIndexKey: an unsaved example has no id
                key={example.id ?? index}
                example={example}
                onDelete={
                  canWrite
                    ? () => onChange({ ...draft, examples: examples.filter((item) => item !== example) })
                    : undefined
                }
              />
            ))}
          </ul>
        )}
      </section>
      {responses.length > 0 ? (
        <section aria-label="Documented responses">
          <h3 className="eyebrow">Documented responses</h3>
          <dl className={classes.responses}>
            {responses.map(({ status, description, contents = [] }) => (
              <div key={status}>
                <dt className="mono num">{status}</dt>
                <dd>
                  {description}
                  {contents.map(({ type }) => (
                    <span key={type} className="dim mono">
                      {' '}
                      {type}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
    </div>
  );
}

function Example({ example, onDelete }: { example: ScriptExample; onDelete: (() => void) | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <div className="row">
        <span className="mono num">{example.status}</span>
        <span className="ellipsis grow">{example.name}</span>
        <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Close' : 'Open'}
        </Button>
        {onDelete ? (
          <ActionIcon size={24} aria-label={`Delete example ${example.name}`} onClick={onDelete}>
            <Trash2 size={14} />
          </ActionIcon>
        ) : null}
      </div>
      {isOpen ? (
        <>
          {example.description ? <p>{example.description}</p> : null}
          <textarea
            className={classes.body}
            readOnly
            rows={8}
            aria-label={`Response of ${example.name}`}
            value={[...example.headers.map(({ key, value }) => `${key}: ${value}`), '', example.body].join('\n')}
          />
        </>
      ) : null}
    </li>
  );
}
