import { ActionIcon, NativeSelect } from '@mantine/core';
import type { ImportSource } from '@touchstone/contracts/api-testing';
import { Bell, BellOff, RefreshCw } from 'lucide-react';
import { useSourceWatch } from '../../api/exchange/watch.mutations.ts';
import { intervalChoices, intervalOf } from '../../model/import/watch-text.ts';

interface Props {
  source: Pick<ImportSource, 'sourceId' | 'name' | 'watch'>;
  /** Without it only the user's own notifications can be changed. */
  canWrite?: boolean;
}

/** SourceWatchControls sets how often a specification is checked and who is notified, and checks it right away. */
export function SourceWatchControls({ source: { sourceId, name, watch }, canWrite = true }: Props) {
  const mutations = useSourceWatch();
  const interval = String(watch?.everyMinutes ?? '');
  const follow = watch?.isFollowed ? 'Stop notifying me of changes' : 'Notify me of changes';
  return (
    <span className="row" style={{ gap: 6, flex: 'none' }}>
      {canWrite ? (
        <NativeSelect
          aria-label={`Check ${name}`}
          w={160}
          data={intervalChoices}
          value={interval}
          disabled={mutations.watch.isPending}
          onChange={(event) =>
            mutations.watch.mutate({ sourceId, everyMinutes: intervalOf(event.currentTarget.value) })
          }
        />
      ) : (
        <span className="dim">{intervalChoices.find(({ value }) => value === interval)?.label}</span>
      )}
      {watch ? (
        <ActionIcon
          size={28}
          title={follow}
          aria-label={`${follow}: ${name}`}
          aria-pressed={watch.isFollowed}
          loading={mutations.follow.isPending}
          onClick={() => mutations.follow.mutate({ sourceId, isFollowed: !watch.isFollowed })}
        >
          {watch.isFollowed ? <Bell size={15} /> : <BellOff size={15} />}
        </ActionIcon>
      ) : null}
      {watch && canWrite ? (
        <ActionIcon
          size={28}
          title="Check now"
          aria-label={`Check ${name} now`}
          loading={mutations.check.isPending}
          onClick={() => mutations.check.mutate(sourceId)}
        >
          <RefreshCw size={15} />
        </ActionIcon>
      ) : null}
    </span>
  );
}
