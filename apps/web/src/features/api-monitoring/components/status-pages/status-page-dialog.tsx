import { Button, Checkbox, Modal, PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import { ApiError } from '@touchstone/contracts';
import type { StatusPage } from '@touchstone/contracts/api-monitoring';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { useStatusPageMutations } from '../../api/status-pages.ts';
import {
  newPageDraft,
  type PageProblems,
  pageDraftOf,
  pageFieldsOf,
  pageProblems,
  type StatusPageDraft,
  slugOf,
} from '../../model/status-page-draft.ts';
import classes from '../editor/editor.module.css';
import { PageGroups } from './page-groups.tsx';

interface Props {
  projectId: string;
  /** The page to edit; absent to create one. */
  page?: StatusPage | undefined;
  onSaved?: ((page: StatusPage) => void) | undefined;
  onClose: () => void;
}

interface Refusal {
  problems: PageProblems;
  message?: string | undefined;
}

const placeOfCode: Record<string, string> = {
  API_MONITORING_PAGE_ADDRESS_TAKEN: 'slug',
  API_MONITORING_PAGE_DOMAIN_TAKEN: 'domain',
};
function readRefusal(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return { problems: {}, message: messageOf(error) };
  const place = placeOfCode[error.code ?? ''];
  if (place) return { problems: { [place]: error.message } };
  if (error.details.length === 0) return { problems: {}, message: messageOf(error) };
  return { problems: Object.fromEntries(error.details.map(({ path, message }) => [path, message])) };
}

/** StatusPageDialog creates or edits a status page: its contents, its look, and who may see it. */
export function StatusPageDialog({ projectId, page, onSaved, onClose }: Props) {
  const { create, update } = useStatusPageMutations();
  const [draft, setDraft] = useState<StatusPageDraft>(() => (page ? pageDraftOf(page) : newPageDraft()));
  const [isAsked, setAsked] = useState(false);
  const [refused, setRefused] = useState<Refusal>({ problems: {} });
  const own = pageProblems(projectId, draft, page?.hasPassword ?? false);
  const problems = { ...refused.problems, ...(isAsked ? own : {}) };
  const change = (patch: Partial<StatusPageDraft>) => {
    setRefused({ problems: {} });
    setDraft((before) => ({ ...before, ...patch }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(own).length > 0) return;
    const fields = pageFieldsOf(draft);
    const password = draft.isPrivate ? draft.password || undefined : null;
    try {
      const saved = page
        ? await update.mutateAsync({ id: page.pageId, ...fields, ...(password !== undefined && { password }) })
        : await create.mutateAsync({ projectId, ...fields, password: password ?? null });
      onSaved?.(saved);
      onClose();
    } catch (error) {
      setRefused(readRefusal(error));
    }
  };
  const part = { draft, problems, onChange: change };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={page ? `Edit ${page.title}` : 'Create status page'}
      size={760}
      yOffset="4vh"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={`form ${classes.form}`} noValidate onSubmit={(event) => void submit(event)}>
        <BasicsPart {...part} />
        <PageGroups
          projectId={projectId}
          groups={draft.groups}
          problems={problems}
          onChange={(groups) => change({ groups })}
        />
        <LookPart {...part} />
        <VisitorsPart {...part} hasPassword={page?.hasPassword ?? false} />
        <div className={classes.foot}>
          {refused.message ? (
            <p className={classes.problem} role="alert">
              {refused.message}
            </p>
          ) : null}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {page ? 'Save status page' : 'Create status page'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface Part {
  draft: StatusPageDraft;
  problems: PageProblems;
  onChange: (patch: Partial<StatusPageDraft>) => void;
}
const inputOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

function BasicsPart({ draft, problems, onChange }: Part) {
  return (
    <fieldset className={classes.part}>
      <TextInput
        label="Title"
        data-autofocus
        maxLength={100}
        value={draft.title}
        error={problems.title}
        onChange={(event) => {
          const title = event.currentTarget.value;
          onChange(draft.hasOwnSlug ? { title } : { title, slug: slugOf(title) });
        }}
      />
      <TextInput
        label="Address"
        description={`${window.location.origin}/status/${draft.slug || '…'}`}
        inputWrapperOrder={inputOrder}
        spellCheck={false}
        autoComplete="off"
        maxLength={63}
        value={draft.slug}
        error={problems.slug}
        onChange={(event) => onChange({ slug: event.currentTarget.value, hasOwnSlug: true })}
      />
      <Textarea
        className={classes.wide}
        label="Description (optional)"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={draft.description}
        error={problems.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </fieldset>
  );
}

const appearances = [
  { value: 'auto', label: 'As the visitor prefers' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

function LookPart({ draft, problems, onChange }: Part) {
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">Look</legend>
      <TextInput
        type="color"
        label="Accent colour"
        description="Adjusted where text would be hard to read."
        inputWrapperOrder={inputOrder}
        value={draft.accent}
        error={problems.accent}
        onChange={(event) => onChange({ accent: event.currentTarget.value })}
      />
      <Select
        label="Appearance"
        allowDeselect={false}
        data={appearances}
        value={draft.appearance}
        onChange={(value) => value && onChange({ appearance: value as StatusPageDraft['appearance'] })}
      />
      <Checkbox
        label="Show incidents automatically"
        description="With public names, without their cause."
        checked={draft.showsIncidents}
        onChange={(event) => onChange({ showsIncidents: event.currentTarget.checked })}
      />
      <Checkbox
        label="Show response times"
        checked={draft.showsResponseTimes}
        onChange={(event) => onChange({ showsResponseTimes: event.currentTarget.checked })}
      />
    </fieldset>
  );
}

function VisitorsPart({ draft, problems, hasPassword, onChange }: Part & { hasPassword: boolean }) {
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">Visitors</legend>
      <Checkbox
        label="Published"
        description="Visitors find nothing while it isn't."
        checked={draft.isPublished}
        onChange={(event) => onChange({ isPublished: event.currentTarget.checked })}
      />
      <Checkbox
        label="Take subscribers"
        description="By e-mail or webhook. They are told of incidents and notices."
        checked={draft.takesSubscribers}
        onChange={(event) => onChange({ takesSubscribers: event.currentTarget.checked })}
      />
      <Checkbox
        label="Ask for a password"
        checked={draft.isPrivate}
        onChange={(event) => onChange({ isPrivate: event.currentTarget.checked, password: '' })}
      />
      {draft.isPrivate ? (
        <PasswordInput
          label="Password"
          description={hasPassword ? 'Saved. Enter a new one to replace it.' : 'At least 8 characters.'}
          inputWrapperOrder={inputOrder}
          autoComplete="new-password"
          maxLength={200}
          value={draft.password}
          error={problems.password}
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      ) : (
        <span />
      )}
      <TextInput
        className={classes.wide}
        label="Own domain (optional)"
        description="Point the domain at this server. The page answers at its root."
        inputWrapperOrder={inputOrder}
        placeholder="status.example.com"
        spellCheck={false}
        autoComplete="off"
        value={draft.domain}
        error={problems.domain}
        onChange={(event) => onChange({ domain: event.currentTarget.value })}
      />
    </fieldset>
  );
}
