import { Autocomplete, Button, Tabs, TextInput } from '@mantine/core';
import { methods, type ScriptInput } from '@touchstone/contracts/api-testing';
import { Send, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { keyParts } from '../../../../shared/hotkeys.ts';
import { apiTestingKeys } from '../../hotkeys.ts';
import type { EditorTab } from '../../model/editor/editor-tabs.ts';
import { type Problems, problemsBySection, type Section, withPathParams } from '../../model/editor/script-draft.ts';
import classes from './editor.module.css';
import { AssertionsSection } from './sections/assertions-section.tsx';
import { AuthSection } from './sections/auth-section.tsx';
import { BodySection } from './sections/body-section.tsx';
import { DocsSection } from './sections/docs-section.tsx';
import { ExtractSection } from './sections/extract-section.tsx';
import { HeadersSection, ParamsSection } from './sections/params-section.tsx';
import { ScriptsSection } from './sections/scripts-section.tsx';
import { SettingsSection } from './sections/settings-section.tsx';
import { useFirstMistake } from './use-first-mistake.ts';

interface Props {
  tab: EditorTab;
  draft: ScriptInput;
  problems: Problems;
  /** Those of them that the server found. */
  refused: Problems;
  /** Each change of this number leads to the first field with a mistake. */
  reveals: number;
  projectId: string;
  canWrite: boolean;
  unsaved: boolean;
  saving: boolean;
  sending: boolean;
  environment: ReactNode;
  onChange: (draft: ScriptInput) => void;
  onSection: (section: Section) => void;
  onSave: () => void;
  onSend: () => void;
  onStop: () => void;
}

const labels: Record<Section, string> = {
  params: 'Params',
  headers: 'Headers',
  body: 'Body',
  auth: 'Auth',
  assertions: 'Assertions',
  extract: 'Extract',
  scripts: 'Scripts',
  settings: 'Settings',
  docs: 'Docs',
};

function countOf(draft: ScriptInput, section: Section): number | string {
  const on = (rows: readonly { enabled: boolean }[]) => rows.filter((row) => row.enabled).length;
  switch (section) {
    case 'params':
      return on(draft.queryParams) + on(draft.pathParams);
    case 'headers':
      return on(draft.headers);
    case 'assertions':
      return on(draft.assertions);
    case 'extract':
      return on(draft.dataHandlers);
    case 'body':
      return draft.body.type === 'none' ? '' : '•';
    case 'auth':
      return draft.authentication.type === 'none' ? '' : '•';
    case 'scripts':
      return [draft.preRequestScript, draft.testScript].filter(Boolean).length;
    case 'settings':
      return '';
    case 'docs':
      return draft.examples?.length || (draft.description ? '•' : '');
  }
}

/** RequestPane edits one script: its line with method and address, and the tabs below. */
export function RequestPane(props: Props) {
  const { tab, draft, problems, onChange } = props;
  const marked = problemsBySection(problems);
  const refused = Object.values(problemsBySection(props.refused).get(tab.section) ?? {});
  const pane = useRef<HTMLDivElement>(null);
  useFirstMistake(pane, props.reveals);
  const shared = { draft, onChange, problems };
  const sections: Record<Section, () => ReactNode> = {
    params: () => <ParamsSection {...shared} />,
    headers: () => <HeadersSection {...shared} />,
    body: () => <BodySection {...shared} projectId={props.projectId} />,
    auth: () => <AuthSection {...shared} />,
    assertions: () => <AssertionsSection {...shared} />,
    extract: () => <ExtractSection {...shared} />,
    scripts: () => <ScriptsSection {...shared} />,
    settings: () => <SettingsSection {...shared} />,
    docs: () => <DocsSection {...shared} canWrite={props.canWrite} />,
  };
  return (
    <div ref={pane} className={classes.request}>
      <div className={classes.nameLine}>
        <input
          className={classes.name}
          aria-label="Name of the script"
          aria-invalid={problems.scriptName ? true : undefined}
          value={draft.scriptName}
          onChange={(event) => onChange({ ...draft, scriptName: event.currentTarget.value })}
        />
        {problems.scriptName ? <span className={classes.problem}>{problems.scriptName}</span> : null}
        {props.environment}
      </div>
      <div className={`wraps ${classes.line}`}>
        <Autocomplete
          w={112}
          aria-label="Method"
          data={[...methods]}
          value={draft.method}
          error={problems.method ? true : undefined}
          styles={{ input: { fontFamily: 'var(--mono)', fontWeight: 650 } }}
          filter={({ options }) => options}
          onChange={(method) => onChange({ ...draft, method: method.toUpperCase() })}
        />
        <TextInput
          className={classes.urlBox}
          aria-label="Address"
          placeholder="https://host/path or {{baseUrl}}/path"
          spellCheck={false}
          value={draft.url}
          error={problems.url}
          onChange={(event) => onChange(withPathParams(draft, event.currentTarget.value))}
        />
        {props.sending ? (
          <Button variant="default" leftSection={<X size={14} />} onClick={props.onStop}>
            Cancel
          </Button>
        ) : props.canWrite ? (
          <Button
            leftSection={<Send size={14} />}
            data-tour="send"
            onClick={props.onSend}
            title={`Send the request (${keyParts(apiTestingKeys.send.keys).join(' ')})`}
          >
            Send
          </Button>
        ) : null}
        {props.canWrite ? (
          <Button
            variant="default"
            data-tour="save"
            onClick={props.onSave}
            loading={props.saving}
            disabled={!props.unsaved}
            title={`Save the script (${keyParts(apiTestingKeys.save.keys).join(' ')})`}
          >
            Save
          </Button>
        ) : null}
      </div>
      <Tabs
        value={tab.section}
        onChange={(value) => value && props.onSection(value as Section)}
        style={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
      >
        <Tabs.List className={classes.sectionTabs} data-tour="request-sections">
          {(Object.keys(labels) as Section[]).map((section) => {
            const count = countOf(draft, section);
            const mistakes = Object.keys(marked.get(section) ?? {}).length;
            return (
              <Tabs.Tab key={section} value={section}>
                {labels[section]}
                {count ? <span className={classes.count}>{count}</span> : null}
                {mistakes > 0 ? (
                  <span
                    className={classes.mark}
                    role="img"
                    aria-label={mistakes === 1 ? '1 error' : `${mistakes} errors`}
                  >
                    !{mistakes}
                  </span>
                ) : null}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        <Tabs.Panel value={tab.section} className={classes.sectionBody}>
          {refused.length > 0 ? (
            <ul className={classes.refused} role="alert">
              {[...new Set(refused)].map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          ) : null}
          {sections[tab.section]()}
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
