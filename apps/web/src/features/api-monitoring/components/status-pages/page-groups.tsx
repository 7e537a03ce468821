import { ActionIcon, Button, TextInput } from '@mantine/core';
import type { PageGroup } from '@touchstone/contracts/api-monitoring';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useMemo } from 'react';
import type { ChoiceSource } from '../../../../shared/choices.ts';
import { RemoteSelect } from '../../../../ui/select/remote-select.tsx';
import { monitorChoices } from '../../api/monitors.queries.ts';
import type { PageProblems } from '../../model/status-page-draft.ts';
import editor from '../editor/editor.module.css';
import classes from './status-pages.module.css';

interface Props {
  projectId: string;
  groups: readonly PageGroup[];
  problems: PageProblems;
  onChange: (groups: PageGroup[]) => void;
}

/** PageGroups selects what a status page shows, in which order, and under which public names. */
export function PageGroups({ projectId, groups, problems, onChange }: Props) {
  const set = (index: number, patch: Partial<PageGroup>) =>
    onChange(groups.map((group, at) => (at === index ? { ...group, ...patch } : group)));
  const source = useUnusedMonitors(projectId, groups);
  return (
    <fieldset className={editor.part}>
      <legend className="eyebrow">Monitored APIs on the page</legend>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups are told apart by their order alone
        <div key={index} className={classes.group}>
          <div className={classes.groupHead}>
            <TextInput
              className="grow"
              label={`Name of group ${index + 1} (optional)`}
              maxLength={100}
              value={group.name}
              error={problems[`groups.${index}.name`]}
              onChange={(event) => set(index, { name: event.currentTarget.value })}
            />
            {groups.length > 1 ? (
              <ActionIcon
                mt={20}
                aria-label={`Remove group ${index + 1}`}
                onClick={() => onChange(groups.filter((_, at) => at !== index))}
              >
                <X size={14} />
              </ActionIcon>
            ) : null}
          </div>
          <Items
            group={group}
            place={`groups.${index}`}
            problems={problems}
            onChange={(items) => set(index, { items })}
          />
          <RemoteSelect
            label={`Add to group ${index + 1}`}
            placeholder="Choose a monitored API"
            source={source}
            nothingFound="No matching monitored API"
            value={null}
            error={problems[`groups.${index}.items`]}
            onChange={({ value, label }) =>
              set(index, { items: [...group.items, { monitorId: value, name: label.slice(0, 100), description: '' }] })
            }
          />
        </div>
      ))}
      {problems.groups ? (
        <p className={editor.problem} role="alert">
          {problems.groups}
        </p>
      ) : null}
      {groups.length < 30 ? (
        <div className={editor.wide}>
          <Button
            variant="default"
            leftSection={<Plus size={14} />}
            onClick={() => onChange([...groups, { name: '', items: [] }])}
          >
            Add group
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

/** Monitored APIs of the project; those already on the page can't be selected again. */
function useUnusedMonitors(projectId: string, groups: readonly PageGroup[]): ChoiceSource {
  const used = groups.flatMap(({ items }) => items.map(({ monitorId }) => monitorId)).join();
  return useMemo(() => {
    const { queryKey, load } = monitorChoices(projectId);
    return {
      queryKey: [...queryKey, used],
      load: async (query, signal) => {
        const found = await load(query, signal);
        return {
          ...found,
          choices: found.choices.map((choice) => ({ ...choice, isDisabled: used.includes(choice.value) })),
        };
      },
    };
  }, [projectId, used]);
}

interface ItemsProps {
  group: PageGroup;
  place: string;
  problems: PageProblems;
  onChange: (items: PageGroup['items']) => void;
}

function Items({ group: { items }, place, problems, onChange }: ItemsProps) {
  const move = (index: number, step: -1 | 1) => {
    const next = [...items];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + step, 0, moved);
    onChange(next);
  };
  const set = (index: number, patch: object) =>
    onChange(items.map((item, at) => (at === index ? { ...item, ...patch } : item)));
  if (items.length === 0) return null;
  return (
    <ul className={classes.items}>
      {items.map(({ monitorId, name, description = '' }, index) => (
        <li key={monitorId} className={classes.item}>
          <TextInput
            label="Public name"
            maxLength={100}
            value={name}
            error={problems[`${place}.items.${index}.name`]}
            onChange={(event) => set(index, { name: event.currentTarget.value })}
          />
          <TextInput
            label="Description (optional)"
            maxLength={300}
            value={description}
            error={problems[`${place}.items.${index}.description`]}
            onChange={(event) => set(index, { description: event.currentTarget.value })}
          />
          <span className={classes.itemActions}>
            <ActionIcon aria-label={`Move ${name} up`} disabled={index === 0} onClick={() => move(index, -1)}>
              <ArrowUp size={14} />
            </ActionIcon>
            <ActionIcon
              aria-label={`Move ${name} down`}
              disabled={index === items.length - 1}
              onClick={() => move(index, 1)}
            >
              <ArrowDown size={14} />
            </ActionIcon>
            <ActionIcon
              aria-label={`Remove ${name}`}
              onClick={() => onChange(items.filter((item) => item.monitorId !== monitorId))}
            >
              <X size={14} />
            </ActionIcon>
          </span>
        </li>
      ))}
    </ul>
  );
}
