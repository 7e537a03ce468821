import { Alert, Button, Modal } from '@mantine/core';
import { ApiError } from '@touchstone/contracts';
import type { Flag } from '@touchstone/contracts/feature-flags';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { useFlagMutations } from '../api/flags.queries.ts';
import { contentOf, draftOf, type FlagDraft, isChanged, isComplete, moved, newRule } from '../model/flag-draft.ts';
import { valueText } from '../model/flag-text.ts';
import { FlagPreview } from './flag-preview.tsx';
import classes from './flags.module.css';
import { RuleEditor } from './rule-editor.tsx';
import { ValueField } from './value-field.tsx';

const maxRules = 20;

interface Props {
  flag: Flag;
  /** Fetches the current flag. */
  onReload: () => Promise<Flag | undefined>;
  onClose: () => void;
}

/** FlagDialog edits a flag: its value, and the rules that give some users another one. */
export function FlagDialog({ flag: opened, onReload, onClose }: Props) {
  const { update } = useFlagMutations();
  // The version that the draft started from: concurrent changes must not be overwritten unseen.
  const [flag, setFlag] = useState(opened);
  const [draft, setDraft] = useState<FlagDraft>(() => draftOf(flag));
  const { key, revision } = flag;
  const dirty = isChanged(draft, flag);
  const body = useRef<HTMLDivElement>(null);
  /** How often an action on an incomplete draft was refused. */
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const whenComplete = (work: () => void) => (isComplete(draft) ? work() : setRefusals(refusals + 1));
  const close = () => {
    if (!dirty) return onClose();
    confirmAction({
      title: 'Discard the changes?',
      message: `What you changed of ${key} is not saved.`,
      confirm: 'Discard changes',
      onConfirm: onClose,
    });
  };
  const reload = async () => {
    const present = await onReload();
    if (!present) return onClose();
    update.reset();
    setFlag(present);
    setDraft(draftOf(present));
  };
  const save = () => update.mutate({ key, revision, ...contentOf(draft) }, { onSuccess: onClose });
  const reset = () => update.mutate({ key, revision }, { onSuccess: onClose });
  return (
    <Modal opened onClose={close} title={<span className="mono">{key}</span>} size={760} yOffset="6vh">
      <div className={classes.column} ref={body}>
        <div>
          <p>{flag.description}</p>
          <ChangeLine flag={flag} />
        </div>
        <div className={classes.part}>
          <h3>{draft.rules.length ? 'Value where no rule matches' : 'Value'}</h3>
          <div className={classes.gives}>
            <ValueField label="Value" value={draft.value} onChange={(value) => setDraft({ ...draft, value })} />
            <span className="dim">Default: {valueText(flag.defaultValue)}</span>
          </div>
        </div>
        {flag.beforeSignIn ? (
          <p className="dim">
            This flag is evaluated before sign-in, when the user is not known yet. It takes no rules.
          </p>
        ) : (
          <>
            <Rules draft={draft} strict={refusals > 0} onChange={setDraft} />
            <FlagPreview flagKey={key} draft={draft} whenComplete={whenComplete} />
          </>
        )}
        {update.error ? <SaveProblem error={update.error} onReload={() => void reload()} /> : null}
        <div className={classes.foot}>
          {flag.isChanged ? (
            <Button variant="default" disabled={update.isPending} onClick={reset}>
              Reset to default
            </Button>
          ) : null}
          <span className="grow" />
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button disabled={!dirty} loading={update.isPending} onClick={() => whenComplete(save)}>
            Save flag
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function ChangeLine({ flag: { updatedAt, updatedBy } }: { flag: Flag }) {
  if (!updatedAt) return <p className="dim">As the product brings it.</p>;
  return (
    <p className="dim">
      Changed {updatedBy ? `by ${updatedBy}, ` : ''}
      <RelativeTime at={updatedAt} />
    </p>
  );
}

interface RulesProps {
  draft: FlagDraft;
  strict: boolean;
  onChange: (draft: FlagDraft) => void;
}

function Rules({ draft, strict, onChange }: RulesProps) {
  const { rules } = draft;
  const set = (next: FlagDraft['rules']) => onChange({ ...draft, rules: next });
  return (
    <div className={classes.part}>
      <h3>Rules</h3>
      <p className="dim">
        The first rule that matches gives the value. A rule matches when all of its conditions hold.
      </p>
      {rules.map((rule, index) => (
        <RuleEditor
          key={rule.key}
          rule={rule}
          index={index}
          count={rules.length}
          strict={strict}
          onChange={(next) => set(rules.map((item) => (item.key === next.key ? next : item)))}
          onMove={(step) => set(moved(rules, index, step))}
          onRemove={() => set(rules.filter(({ key }) => key !== rule.key))}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<Plus size={14} />}
          disabled={rules.length >= maxRules}
          onClick={() => set([...rules, newRule(draft.value)])}
        >
          Add rule
        </Button>
      </div>
    </div>
  );
}

function SaveProblem({ error, onReload }: { error: Error; onReload: () => void }) {
  const isStale = error instanceof ApiError && error.status === 409;
  return (
    <Alert color="red" role="alert">
      <p>{messageOf(error)}</p>
      {isStale ? (
        <Button mt="sm" variant="default" onClick={onReload}>
          Show the current state
        </Button>
      ) : null}
    </Alert>
  );
}
