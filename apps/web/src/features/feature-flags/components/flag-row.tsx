import { Button, Switch } from '@mantine/core';
import type { Flag } from '@touchstone/contracts/feature-flags';
import { messageOf } from '../../../shared/toasts.ts';
import { Blank } from '../../../ui/blank/blank.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { useFlagMutations } from '../api/flags.queries.ts';
import { valueText } from '../model/flag-text.ts';
import classes from './flags.module.css';

const rulesText = (count: number) => (count === 1 ? '1 rule' : `${count} rules`);

/** FlagRow shows a flag. A switch is saved immediately; a refused change is reverted with its reason. */
export function FlagRow({ flag, onEdit }: { flag: Flag; onEdit: () => void }) {
  const { update } = useFlagMutations();
  const { key, revision, description, value, defaultValue, rules, updatedAt, updatedBy } = flag;
  const { isPending, isSuccess, isError, variables, error } = update;
  const shown = isPending ? (variables.value ?? value) : value;
  const change = (next: boolean) => {
    if (!isPending) update.mutate({ key, revision, value: next, rules });
  };
  return (
    <li className={classes.flag} data-row>
      <div className={classes.what}>
        <h2 className="mono">{key}</h2>
        <p>{description}</p>
        <p className={`dim ${classes.facts}`}>
          <span>Default: {valueText(defaultValue)}</span>
          {rules.length > 0 ? <span>{rulesText(rules.length)} for some</span> : null}
          {updatedAt ? (
            <span>
              Changed {updatedBy ? `by ${updatedBy}, ` : ''}
              <RelativeTime at={updatedAt} />
            </span>
          ) : null}
        </p>
        {isError ? (
          <p role="alert" className={classes.refused}>
            {messageOf(error)}
          </p>
        ) : null}
      </div>
      <div className={classes.state}>
        <span role="status" className="dim">
          {isPending ? 'Saving…' : isSuccess ? 'Saved' : ''}
        </span>
        {typeof shown === 'boolean' ? (
          <Switch
            aria-label={key}
            label={valueText(shown)}
            labelPosition="left"
            checked={shown}
            aria-busy={isPending}
            onChange={(event) => change(event.currentTarget.checked)}
          />
        ) : (
          <span className={`mono ${classes.text}`}>{shown}</span>
        )}
        <Button variant="default" aria-label={`Edit ${key}`} onClick={onEdit}>
          Edit…
        </Button>
      </div>
    </li>
  );
}

/** FlagsSkeleton is shown in place of loading flags. */
export function FlagsSkeleton() {
  return (
    <div className={classes.flags} aria-busy="true">
      <span className="visually-hidden">Loading the feature flags…</span>
      {['20%', '28%', '16%', '24%', '18%', '26%'].map((width) => (
        <div key={width} className={classes.flag}>
          <div className={classes.what}>
            <Blank width={width} line={18} />
            <Blank width="60%" line={18} />
            <Blank width={80} line={16} />
          </div>
          <div className={classes.state}>
            <Blank width={132} height={24} line={28} />
          </div>
        </div>
      ))}
    </div>
  );
}
