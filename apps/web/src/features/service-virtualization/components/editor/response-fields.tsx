import { SegmentedControl, Select, Switch, Tabs, TextInput } from '@mantine/core';
import type { AssetProblem } from '@touchstone/contracts/service-virtualization';
import { CodeEditor } from '../../../../ui/code-editor/code-editor.tsx';
import type { CodeLanguage } from '../../../../ui/code-editor/code-editor-view.tsx';
import {
  type AnswerForm,
  answerFormOf,
  type BodyForm,
  bodyForms,
  bodyOf,
  delayOf,
  faults,
  hasTemplate,
  withAnswerForm,
  withBody,
  withDelay,
  withTemplate,
} from '../../model/stub/answer.ts';
import { type Json, objectAt, textAt, withMembers } from '../../model/stub/json.ts';
import { AnswerHeaders } from './answer-headers.tsx';
import { ConversationFields } from './conversation-fields.tsx';
import { DelayFields } from './delay-fields.tsx';
import classes from './editor.module.css';
import { ProblemList } from './problem-list.tsx';
import { Counted } from './request-fields.tsx';
import { useMirror } from './use-mirror.ts';

interface Props {
  response: Json;
  /** Names of the project's files. */
  files: readonly string[];
  problems: readonly AssetProblem[];
  onChange: (change: (before: Json) => Json) => void;
}

/** ResponseFields edits the response of a stub. */
export function ResponseFields(props: Props) {
  const { response, problems, onChange } = props;
  const form = answerFormOf(response);
  const set = (patch: Json) => onChange((before) => withMembers(before, patch));
  return (
    <>
      <div className={classes.line}>
        <SegmentedControl
          aria-label="Answer"
          data={[
            { value: 'answer', label: 'Response' },
            { value: 'webSocket', label: 'WebSocket' },
            { value: 'proxy', label: 'Proxy' },
            { value: 'fault', label: 'Fault' },
          ]}
          value={form}
          onChange={(value) => onChange((before) => withAnswerForm(before, value as AnswerForm))}
        />
      </div>
      {form === 'fault' ? (
        <Select
          label="Fault"
          allowDeselect={false}
          w={280}
          data={Object.entries(faults).map(([value, label]) => ({ value, label }))}
          value={textAt(response, 'fault')}
          onChange={(fault) => fault && set({ fault })}
        />
      ) : form === 'proxy' ? (
        <TextInput
          label="Service address"
          classNames={{ input: 'mono' }}
          placeholder="https://api.example.com"
          spellCheck={false}
          value={textAt(response, 'proxyBaseUrl')}
          onChange={(event) => {
            // An empty address must not turn the proxy into a response while it is being typed.
            const { value } = event.currentTarget;
            onChange((before) => ({ ...before, proxyBaseUrl: value }));
          }}
        />
      ) : form === 'webSocket' ? (
        <ConversationFields
          conversation={objectAt(response, 'webSocket')}
          onChange={(webSocket) => onChange((before) => ({ ...before, webSocket }))}
        />
      ) : (
        <StatusFields response={response} set={set} />
      )}
      <ProblemList problems={problems} place="response" />
      {form === 'answer' ? <AnswerTabs {...props} /> : null}
      <DelayFields delay={delayOf(response)} onChange={(delay) => onChange((before) => withDelay(before, delay))} />
    </>
  );
}

function StatusFields({ response, set }: { response: Json; set: (patch: Json) => void }) {
  return (
    <div className={classes.status}>
      <TextInput
        label="Status"
        classNames={{ input: 'mono' }}
        placeholder="200"
        value={textAt(response, 'status')}
        onChange={(event) => {
          const value = event.currentTarget.value.trim();
          set({ status: /^\d+$/.test(value) ? Number(value) : value });
        }}
      />
      <TextInput
        label="Status message (optional)"
        value={textAt(response, 'statusMessage')}
        onChange={(event) => set({ statusMessage: event.currentTarget.value })}
      />
    </div>
  );
}

function languageOf(form: BodyForm, response: Json): CodeLanguage {
  if (form === 'jsonBody') return 'json';
  const types = Object.entries(objectAt(response, 'headers')).find(([name]) => name.toLowerCase() === 'content-type');
  const type = String(types?.[1] ?? '');
  if (type.includes('json')) return 'json';
  return type.includes('xml') ? 'xml' : type.includes('html') ? 'html' : 'text';
}

function AnswerTabs({ response, files, problems, onChange }: Props) {
  const headers = objectAt(response, 'headers');
  const [body, setBody] = useMirror<Json, { form: BodyForm; text: string }>(
    response,
    { read: bodyOf, write: ({ form, text }, before) => withBody(before, form, text) },
    (next) => onChange(() => next),
  );
  const chooseForm = (form: BodyForm) => {
    const text =
      form === 'jsonBody' && !isJson(body.text) ? '{}' : form === 'bodyFileName' ? (files[0] ?? '') : body.text;
    setBody({ form, text });
  };
  return (
    <Tabs defaultValue="body" keepMounted={false} className={classes.tabs}>
      <Tabs.List>
        <Tabs.Tab value="body">Body</Tabs.Tab>
        <Tabs.Tab value="headers">
          <Counted title="Headers" count={Object.keys(headers).length} />
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="body" className={classes.pane}>
        <div className={classes.line}>
          <SegmentedControl
            aria-label="Body"
            data={Object.entries(bodyForms).map(([value, label]) => ({ value, label }))}
            value={body.form}
            onChange={(form) => chooseForm(form as BodyForm)}
          />
          <Switch
            label="Response template"
            checked={hasTemplate(response)}
            onChange={(event) => {
              const isOn = event.currentTarget.checked;
              onChange((before) => withTemplate(before, isOn));
            }}
          />
        </div>
        {body.form === 'bodyFileName' ? (
          <Select
            label="File"
            searchable
            allowDeselect={false}
            placeholder={files.length === 0 ? 'Upload a file first (Files)' : 'Choose a file'}
            data={[...new Set([...(body.text ? [body.text] : []), ...files])]}
            value={body.text || null}
            onChange={(text) => text && setBody({ form: 'bodyFileName', text })}
          />
        ) : body.form === 'none' ? null : (
          <div className={classes.code}>
            <CodeEditor
              label="Response body"
              language={languageOf(body.form, response)}
              value={body.text}
              wrap
              onChange={(text) => text !== body.text && setBody({ form: body.form, text })}
            />
          </div>
        )}
        {body.form === 'jsonBody' && !isJson(body.text) ? (
          <p className={classes.problem} role="alert">
            This is not JSON yet. It is kept as text.
          </p>
        ) : null}
        {hasTemplate(response) ? <TemplateHelp /> : null}
        <ProblemList problems={problems} place="responseBody" />
      </Tabs.Panel>
      <Tabs.Panel value="headers" className={classes.pane}>
        <AnswerHeaders
          headers={headers}
          onChange={(next) => onChange((before) => withMembers(before, { headers: next }))}
        />
        <ProblemList problems={problems} place="responseHeaders" />
      </Tabs.Panel>
    </Tabs>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function TemplateHelp() {
  return (
    <p className={classes.help}>
      Write <code>{'{{request.path.[1]}}'}</code>, <code>{"{{jsonPath request.body '$.id'}}"}</code>,{' '}
      <code>{"{{randomValue type='UUID'}}"}</code>, <code>{"{{faker 'person.firstName'}}"}</code> or{' '}
      <code>{"{{state 'key'}}"}</code>. Variables work everywhere: <code>{'{{vars.name}}'}</code>.
    </p>
  );
}
