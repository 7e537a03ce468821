import { Button, Checkbox, MultiSelect, TagsInput, TextInput } from '@mantine/core';
import type { MockRecording, RecordingOptions } from '@touchstone/contracts/service-virtualization';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { useRecordingMutations } from '../../api/recordings.ts';
import { pathsProblem, upstreamProblem } from '../../model/upstream.ts';
import classes from './recording.module.css';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const usual: RecordingOptions = {
  isPartial: false,
  methods: [],
  paths: [],
  exceptPaths: [],
  matchHeaders: [],
  masksSecrets: true,
};
type Problems = Partial<Record<'targetUrl' | 'paths' | 'exceptPaths', string>>;

interface Props {
  projectId: string;
  /** The last recording, whose address and rules are the defaults. */
  last: MockRecording | undefined;
  /** Where unmatched requests are already forwarded. */
  proxyTo: string | null | undefined;
}

/** StartForm starts a recording. */
export function StartForm({ projectId, last, proxyTo }: Props) {
  const { start } = useRecordingMutations();
  const [targetUrl, setTargetUrl] = useState(last?.targetUrl ?? proxyTo ?? '');
  const [options, setOptions] = useState(last?.options ?? usual);
  const [problems, setProblems] = useState<Problems>({});
  const change = (patch: Partial<RecordingOptions>) => {
    setOptions((before) => ({ ...before, ...patch }));
    setProblems({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      targetUrl: upstreamProblem(targetUrl),
      paths: pathsProblem(options.paths),
      exceptPaths: pathsProblem(options.exceptPaths),
    };
    const kept = Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined);
    setProblems(Object.fromEntries(kept));
    if (kept.length === 0) start.mutate({ projectId, targetUrl: targetUrl.trim(), ...options });
  };
  return (
    <Panel title="Record a service" padded>
      <form className={`form ${classes.part}`} noValidate onSubmit={submit}>
        <TextInput
          label="Service address"
          description="While the mock records, its calls go to this service."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          classNames={{ input: 'mono' }}
          placeholder="https://api.example.com"
          spellCheck={false}
          value={targetUrl}
          error={problems.targetUrl}
          onChange={(event) => {
            setTargetUrl(event.currentTarget.value);
            setProblems({});
          }}
        />
        <Rules options={options} problems={problems} onChange={change} />
        <Checkbox
          label="Only unknown requests: assets answer what they match"
          checked={options.isPartial}
          onChange={(event) => change({ isPartial: event.currentTarget.checked })}
        />
        <Checkbox
          label="Mask credentials: tokens, cookies, passwords"
          checked={options.masksSecrets}
          onChange={(event) => change({ masksSecrets: event.currentTarget.checked })}
        />
        <div className={classes.foot}>
          {start.error ? (
            <p className={classes.problem} role="alert">
              {messageOf(start.error)}
            </p>
          ) : null}
          <Button type="submit" loading={start.isPending}>
            Start recording
          </Button>
        </div>
      </form>
    </Panel>
  );
}

interface RulesProps {
  options: RecordingOptions;
  problems: Problems;
  onChange: (patch: Partial<RecordingOptions>) => void;
}

/** Edits what is recorded; other calls are forwarded to the service too. */
function Rules({ options, problems, onChange }: RulesProps) {
  const list = (
    label: string,
    name: 'paths' | 'exceptPaths' | 'matchHeaders',
    hints: { placeholder: string; description?: string },
  ) => (
    <TagsInput
      label={label}
      classNames={{ input: 'mono' }}
      placeholder={options[name].length === 0 ? hints.placeholder : ''}
      description={hints.description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={options[name]}
      error={name === 'matchHeaders' ? undefined : problems[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <>
      <div className={classes.line}>
        {list('Paths (optional)', 'paths', {
          placeholder: '/api/**',
          description: '* matches within a segment, ** any segments.',
        })}
        {list('Except paths (optional)', 'exceptPaths', { placeholder: '/health' })}
      </div>
      <div className={classes.line}>
        <MultiSelect
          label="Methods (optional)"
          placeholder={options.methods.length === 0 ? 'All methods' : ''}
          data={[...new Set([...methods, ...options.methods])]}
          value={options.methods}
          onChange={(value) => onChange({ methods: value })}
        />
        {list('Match headers (optional)', 'matchHeaders', {
          placeholder: 'Accept-Language',
          description: 'Requests with other values get an asset of their own.',
        })}
      </div>
    </>
  );
}
