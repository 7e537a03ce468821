import { Button, Menu, SegmentedControl, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Asset, VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { toast } from '../../../../shared/toasts.ts';
import { useLeave } from '../../../../shared/use-leave.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { SplitPane } from '../../../../ui/panes/split-pane.tsx';
import { LeaveDialog } from '../../../api-testing/index.ts';
import { tagsQuery, useAssetMutations } from '../../api/assets.ts';
import { fileNamesQuery } from '../../api/files.ts';
import { suitesQuery } from '../../api/suites.ts';
import { type Draft, patchPart, suggestedName, withForm } from '../../model/asset-draft.ts';
import { samplePath } from '../../model/stub/address.ts';
import { objectAt, textAt } from '../../model/stub/json.ts';
import { suiteTree } from '../../model/suite-tree.ts';
import { virtualizationPaths } from '../../paths.ts';
import { VersionsDialog } from '../versions/versions-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import classes from './editor.module.css';
import { JsonView } from './json-view.tsx';
import { MakeDynamic, ProblemList, WarningList } from './problem-list.tsx';
import { RequestFields } from './request-fields.tsx';
import { ResourceFields } from './resource-fields.tsx';
import { ResponseFields } from './response-fields.tsx';
import { StateFields } from './state-fields.tsx';
import { TryPanel } from './try-panel.tsx';
import { type AssetEditorState, useAssetEditor } from './use-asset-editor.ts';

const saveKey = { keys: 'mod+S', label: 'Save the asset', group: 'Asset' } as const;

interface Props {
  project: VirtualizationProject;
  /** Absent for a new one. */
  asset?: Asset | undefined;
  initial: Draft;
  /** Changes of a proposal, in words. */
  proposal?: readonly string[] | undefined;
  canWrite: boolean;
}

/** AssetEditor edits an asset as a form and as JSON, shows its problems, and tries it. */
export function AssetEditor({ project, asset, initial, proposal, canWrite }: Props) {
  const { projectId, projectName } = project;
  const navigate = useNavigate();
  const editor = useAssetEditor({ projectId, asset, initial });
  const { draft, saved } = editor;
  const [view, setView] = useState<'form' | 'json'>('form');
  const [showsVersions, setShowsVersions] = useState(false);
  const [createdId, setCreatedId] = useState<string | null>(null);
  const leave = useLeave(
    canWrite && editor.isUnsaved && (saved !== undefined || draft !== initial) && createdId === null,
  );
  // The guard must know about the save before the page is left.
  useEffect(() => {
    if (createdId) void navigate(virtualizationPaths.asset(createdId), { replace: true });
  }, [createdId, navigate]);
  const save = async (revision?: number) => {
    const isNew = saved === undefined;
    const stored = await editor.save(revision);
    if (!stored) return;
    toast('success', `${stored.name} is saved.`);
    if (isNew) setCreatedId(stored.assetId);
  };
  useHotkey(saveKey, () => void save(), canWrite);
  const path = draft.form === 'stub' ? samplePath(objectAt(draft.content, 'request')) : textAt(draft.content, 'path');
  const method = textAt(objectAt(draft.content, 'request'), 'method');
  const title = saved ? saved.name : 'New asset';
  return (
    <Page
      title={title}
      documentTitle={`${title} · ${projectName}`}
      meta={
        <Link className="link" to={virtualizationPaths.overview({ suite: draft.suiteId })}>
          Assets
        </Link>
      }
      actions={
        canWrite ? (
          <>
            {saved ? <MoreMenu asset={saved} onVersions={() => setShowsVersions(true)} /> : null}
            <Button loading={editor.isSaving} disabled={!editor.isUnsaved} onClick={() => void save()}>
              {saved ? 'Save asset' : 'Create asset'}
            </Button>
          </>
        ) : null
      }
    >
      <SplitPane
        id="mock-asset"
        label="Width of the editor"
        direction="row"
        initial={62}
        min={35}
        flows
        first={
          <div className={classes.left} data-tour="asset-form">
            <fieldset className={`form ${classes.form}`} disabled={!canWrite}>
              <Head
                editor={editor}
                projectId={projectId}
                path={path}
                view={view}
                onView={setView}
                proposal={proposal}
              />
              {view === 'json' ? (
                <JsonView
                  label={draft.form === 'stub' ? 'Stub as JSON' : 'Records as JSON'}
                  content={draft.content}
                  onChange={(content) => editor.change({ content })}
                />
              ) : (
                <Form editor={editor} projectId={projectId} />
              )}
            </fieldset>
          </div>
        }
        second={
          <TryPanel
            projectId={projectId}
            method={method === '' || method === 'ANY' ? 'GET' : method}
            path={path}
            isUnsaved={editor.isUnsaved}
          />
        }
      />
      {showsVersions && saved ? (
        <VersionsDialog asset={saved} onRestored={editor.take} onClose={() => setShowsVersions(false)} />
      ) : null}
      {editor.conflict ? (
        <ConflictDialog
          conflict={editor.conflict}
          content={draft.content}
          onTake={() => editor.conflict && editor.take(editor.conflict.asset)}
          onKeep={() => void save(editor.conflict?.revision)}
          onClose={editor.forgetConflict}
        />
      ) : null}
      {leave.isAsked ? <LeaveDialog what="this asset" onStay={leave.stay} onLeave={leave.go} /> : null}
    </Page>
  );
}

function MoreMenu({ asset, onVersions }: { asset: Asset; onVersions: () => void }) {
  const navigate = useNavigate();
  const { removeMany } = useAssetMutations();
  const { projectId, assetId, suiteId, name } = asset;
  const askDelete = () =>
    confirmAction({
      title: `Delete ${name}?`,
      message: "This also deletes all versions. You can't undo this.",
      confirm: 'Delete asset',
      onConfirm: async () => {
        await removeMany.mutateAsync({ projectId, assetIds: [assetId] });
        await navigate(virtualizationPaths.overview({ suite: suiteId }));
      },
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={14} />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onVersions}>Show versions</Menu.Item>
        <Menu.Item component={Link} to={virtualizationPaths.journal({ asset: assetId })}>
          Show its calls
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={askDelete}>Delete asset…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface HeadProps {
  editor: AssetEditorState;
  projectId: string;
  path: string;
  view: 'form' | 'json';
  onView: (view: 'form' | 'json') => void;
  proposal: readonly string[] | undefined;
}

function Head({ editor, projectId, path, view, onView, proposal }: HeadProps) {
  const { draft, problems, change } = editor;
  const tree = suiteTree(useQuery(suitesQuery(projectId)).data ?? []);
  const tags = useQuery(tagsQuery(projectId)).data ?? [];
  return (
    <div className={classes.part}>
      {proposal ? <Proposal changes={proposal} /> : null}
      {editor.refusal ? (
        <p className={classes.problem} role="alert">
          {editor.refusal}
        </p>
      ) : null}
      <ProblemList problems={view === 'json' ? problems : editor.general} />
      <MakeDynamic problems={problems} onClick={() => change({ kind: 'dynamic' })} />
      <WarningList warnings={editor.warnings} />
      <div className={classes.grid}>
        <TextInput
          className={classes.wide}
          label="Name"
          maxLength={255}
          placeholder={suggestedName(draft, path)}
          value={draft.name}
          error={editor.nameProblem}
          onChange={(event) => change({ name: event.currentTarget.value })}
          onBlur={() => draft.name.trim() === '' && change({ name: suggestedName(draft, path) })}
        />
        <Select
          label="Suite"
          searchable
          allowDeselect={false}
          data={tree.map(({ suite, path: name }) => ({ value: suite.suiteId, label: name }))}
          value={draft.suiteId || null}
          onChange={(suiteId) => suiteId && change({ suiteId })}
        />
        <TagsInput
          className={classes.wide}
          label="Tags"
          data={tags.map(({ tag }) => tag)}
          value={draft.tags}
          maxTags={20}
          onChange={(next) => change({ tags: next })}
        />
        <Select
          label="Made of"
          allowDeselect={false}
          disabled={editor.saved !== undefined}
          data={[
            { value: 'stub', label: 'Request and response' },
            { value: 'resource', label: 'Records' },
          ]}
          value={draft.form}
          onChange={(form) => form && change(withForm(draft, form as Draft['form']))}
        />
      </div>
      <div className={classes.line}>
        <SegmentedControl
          aria-label="Kind"
          disabled={draft.form === 'resource'}
          data={[
            { value: 'static', label: 'Static' },
            { value: 'dynamic', label: 'Dynamic' },
          ]}
          value={draft.kind}
          onChange={(kind) => change({ kind: kind as Draft['kind'] })}
        />
        <Switch
          label={draft.isEnabled ? 'On' : 'Off'}
          checked={draft.isEnabled}
          onChange={(event) => change({ isEnabled: event.currentTarget.checked })}
        />
        <span className="grow" />
        <SegmentedControl
          aria-label="View"
          data={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
          value={view}
          onChange={(next) => onView(next as 'form' | 'json')}
        />
      </div>
      <p className={classes.help}>
        {draft.kind === 'static'
          ? 'Static: always the same response.'
          : 'Dynamic: the response may use templates, state, records, callbacks or another service.'}
      </p>
    </div>
  );
}

function Proposal({ changes }: { changes: readonly string[] }) {
  return (
    <div className={classes.proposal} role="status">
      <strong>Proposed from a call. Check it, then save it.</strong>
      {changes.length > 0 ? (
        <ul>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Form({ editor, projectId }: { editor: AssetEditorState; projectId: string }) {
  const { draft, problems, change } = editor;
  const { content } = draft;
  const files = useQuery(fileNamesQuery(projectId)).data ?? [];
  if (draft.form === 'resource')
    return (
      <Panel title="Records" padded>
        <div className={classes.part}>
          <ResourceFields resource={content} problems={problems} onChange={(next) => change({ content: next })} />
        </div>
      </Panel>
    );
  return (
    <>
      <Panel title="Request" padded>
        <div className={classes.part}>
          <RequestFields
            request={objectAt(content, 'request')}
            problems={problems}
            onChange={(patch) => change({ content: patchPart(content, 'request', patch) })}
          />
        </div>
      </Panel>
      <Panel title="Response" padded>
        <div className={classes.part}>
          <ResponseFields
            response={objectAt(content, 'response')}
            files={files}
            problems={problems}
            onChange={(patch) => change({ content: patchPart(content, 'response', patch) })}
          />
        </div>
      </Panel>
      <Panel title="State and priority" padded>
        <div className={classes.part}>
          <StateFields stub={content} problems={problems} onChange={(next) => change({ content: next })} />
        </div>
      </Panel>
    </>
  );
}
