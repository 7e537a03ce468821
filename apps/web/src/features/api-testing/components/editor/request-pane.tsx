import { Tabs } from '@mantine/core';
import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { type ReactNode, useRef } from 'react';
import { usePrepared } from '../../../../ui/later/later.tsx';
import { CommentsButton } from '../../../comments/index.ts';
import { commentKinds } from '../../model/comment-kinds.ts';
import { type Problems, problemsBySection, type Section } from '../../model/editor/script-draft.ts';
import { suggestedName } from '../../model/request/request-name.ts';
import type { EditorTab } from '../../model/tabs/editor-tabs.ts';
import { CodeButton } from '../snippet/code-button.tsx';
import classes from './editor.module.css';
import { RequestLine } from './request-line.tsx';
import {
  AssertionsSection,
  AuthSection,
  BodySection,
  DocsSection,
  ExtractSection,
  laterSections,
  ScriptsSection,
  SettingsSection,
} from './sections/later-sections.ts';
import { HeadersSection, ParamsSection } from './sections/params-section.tsx';
import { useFirstMistake } from './use-first-mistake.ts';
import type { ResponseActions } from './use-response-actions.ts';

interface Props {
  tab: EditorTab;
  draft: ScriptInput;
  problems: Problems;
  /** The problems found by the server. */
  refused: Problems;
  /** Each change moves the focus to the first invalid field. */
  reveals: number;
  actions: ResponseActions;
  projectId: string | undefined;
  suiteId: string | undefined;
  canWrite: boolean;
  unsaved: boolean;
  saving: boolean;
  sending: boolean;
  /** Set while the response is an open event stream. */
  live?: unknown;
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

/** RequestPane edits a script: its method and address line, and the tabs below. */
export function RequestPane(props: Props) {
  const { tab, draft, problems, onChange } = props;
  const marked = problemsBySection(problems);
  const refused = Object.values(problemsBySection(props.refused).get(tab.section) ?? {});
  const pane = useRef<HTMLDivElement>(null);
  useFirstMistake(pane, props.reveals);
  usePrepared(laterSections);
  const shared = { draft, onChange, problems };
  const sections: Record<Section, () => ReactNode> = {
    params: () => <ParamsSection {...shared} />,
    headers: () => <HeadersSection {...shared} />,
    body: () => <BodySection {...shared} projectId={props.projectId} suiteId={props.suiteId} />,
    auth: () => <AuthSection {...shared} />,
    assertions: () => (
      <AssertionsSection
        {...shared}
        actions={props.actions}
        canSuggest={tab.response?.exchange?.response !== undefined}
      />
    ),
    extract: () => <ExtractSection {...shared} />,
    scripts: () => <ScriptsSection {...shared} logs={tab.response?.logs} />,
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
          placeholder={suggestedName(draft) ?? 'New request'}
          value={draft.scriptName}
          onChange={(event) => onChange({ ...draft, scriptName: event.currentTarget.value })}
        />
        {problems.scriptName ? <span className={classes.problem}>{problems.scriptName}</span> : null}
        {tab.saved && props.projectId && props.suiteId ? (
          <CommentsButton
            kind={commentKinds.script}
            subjectId={tab.id}
            projectId={props.projectId}
            containerId={props.projectId}
            name={tab.saved.scriptName}
            service="API Testing"
          />
        ) : null}
        <CodeButton draft={draft} />
        {props.environment}
      </div>
      <RequestLine {...props} />
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
