import { ActionIcon, Button, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { ScriptExample, ScriptInput } from '@touchstone/contracts/api-testing';
import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { confirmAction } from '../../../../../ui/dialog/confirm-dialog.tsx';
import { type Problems, problemsAt } from '../../../model/editor/script-draft.ts';
import classes from './docs-section.module.css';
import { OperationFields } from './operation-fields.tsx';

interface Props {
  draft: ScriptInput;
  onChange: (draft: ScriptInput) => void;
  problems: Problems;
  canWrite: boolean;
}

const Markdown = lazy(async () => ({ default: (await import('../../../../../ui/markdown/markdown.tsx')).Markdown }));

/** DocsSection edits a script's description, its OpenAPI documentation and the names of its examples. */
export function DocsSection({ draft, onChange, problems, canWrite }: Props) {
  const { documentation, examples = [] } = draft;
  const setExamples = (next: ScriptExample[]) => onChange({ ...draft, examples: next });
  const responses = documentation?.responses ?? [];
  return (
    <div className={classes.docs}>
      <Description
        text={draft.description}
        problem={problems.description}
        canWrite={canWrite}
        onChange={(description) => onChange({ ...draft, description })}
      />
      <OperationFields
        documentation={documentation}
        problems={problemsAt(problems, 'documentation')}
        canWrite={canWrite}
        onChange={(next) => onChange({ ...draft, documentation: next })}
      />
      <section aria-label="Examples">
        <h3 className="eyebrow">Examples</h3>
        {examples.length === 0 ? (
          <p className="dim">No examples yet. Send the request, then save its response as an example.</p>
        ) : (
          <ul className={classes.list}>
            {examples.map((example, index) => (
              <Example
                key={example.id ?? index}
                example={example}
                place={index + 1}
                problems={problemsAt(problems, `examples.${index}`)}
                canWrite={canWrite}
                onRename={(name) => setExamples(examples.map((item) => (item === example ? { ...item, name } : item)))}
                onDelete={() =>
                  confirmAction({
                    title: `Delete example ${example.name}?`,
                    message: 'Saving the script deletes the example for good.',
                    confirm: 'Delete example',
                    onConfirm: () => setExamples(examples.filter((item) => item !== example)),
                  })
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

interface DescriptionProps {
  text: string;
  problem: string | undefined;
  canWrite: boolean;
  onChange: (text: string) => void;
}

/** The description in Markdown, as an editor or a preview. Users who can't edit it see the preview. */
function Description({ text, problem, canWrite, onChange }: DescriptionProps) {
  const [isPreview, setPreview] = useState(false);
  const preview = text.trim() ? (
    <Suspense fallback={null}>
      <Markdown text={text} />
    </Suspense>
  ) : (
    <p className="dim">No description yet.</p>
  );
  if (!canWrite) return <section aria-label="Description">{preview}</section>;
  return (
    <section aria-label="Description">
      <div className={classes.descriptionBar}>
        <h3 className="eyebrow">Description</h3>
        <SegmentedControl
          size="xs"
          aria-label="View of the description"
          value={isPreview ? 'preview' : 'write'}
          onChange={(value) => setPreview(value === 'preview')}
          data={[
            { value: 'write', label: 'Write' },
            { value: 'preview', label: 'Preview' },
          ]}
        />
      </div>
      {isPreview ? (
        preview
      ) : (
        <Textarea
          aria-label="Description"
          placeholder="Describe what this request does. Markdown works."
          autosize
          minRows={3}
          maxRows={12}
          value={text}
          error={problem}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </section>
  );
}

interface ExampleProps {
  example: ScriptExample;
  /** 1-based position. */
  place: number;
  problems: Problems;
  canWrite: boolean;
  onRename: (name: string) => void;
  onDelete: () => void;
}

function Example({ example, place, problems, canWrite, onRename, onDelete }: ExampleProps) {
  const [isOpen, setOpen] = useState(false);
  const { name: nameProblem, ...others } = problems;
  const otherProblem = Object.values(others)[0];
  const { name, status, description, headers, body } = example;
  return (
    <li>
      <div className="row">
        <span className={`mono num ${classes.status}`}>{status || 'None'}</span>
        {canWrite ? (
          <TextInput
            className="grow"
            aria-label={`Name of example ${place}`}
            value={name}
            error={nameProblem}
            onChange={(event) => onRename(event.currentTarget.value)}
          />
        ) : (
          <span className="ellipsis grow">{name}</span>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`${isOpen ? 'Close' : 'Open'} example ${name}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Open'}
        </Button>
        {canWrite ? (
          <ActionIcon size={24} aria-label={`Delete example ${name}`} onClick={onDelete}>
            <Trash2 size={14} />
          </ActionIcon>
        ) : null}
      </div>
      {otherProblem ? (
        <p className={classes.problem} role="alert">
          {otherProblem}
        </p>
      ) : null}
      {isOpen ? (
        <>
          {description ? <p>{description}</p> : null}
          <textarea
            className={classes.body}
            readOnly
            rows={8}
            aria-label={`Response of ${name}`}
            value={[...headers.map(({ key, value }) => `${key}: ${value}`), '', body].join('\n')}
          />
        </>
      ) : null}
    </li>
  );
}
