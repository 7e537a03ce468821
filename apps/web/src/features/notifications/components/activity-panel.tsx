import { Tabs } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { broadcastsQuery, notificationsQuery } from '../api/notifications.queries.ts';
import { BroadcastList } from './broadcast-list.tsx';
import { NotificationList } from './notification-list.tsx';
import classes from './notifications.module.css';

const tabs = ['notifications', 'broadcast'] as const;

/** ActivityPanel shows the user's notifications and the broadcasts. */
export function ActivityPanel({ onClose }: { onClose: () => void }) {
  const [tab, setTab] = useState<(typeof tabs)[number]>('notifications');
  const notifications = useInfiniteQuery(notificationsQuery);
  const broadcasts = useQuery(broadcastsQuery);
  const more = notifications.hasNextPage
    ? { load: () => void notifications.fetchNextPage(), isLoading: notifications.isFetchingNextPage }
    : undefined;
  return (
    <Tabs value={tab} onChange={(value) => setTab(value === 'broadcast' ? 'broadcast' : 'notifications')}>
      <Tabs.List grow>
        <Tabs.Tab value="notifications">
          Notifications <Count of={notifications.data?.pages[0]?.totalElements} />
        </Tabs.Tab>
        <Tabs.Tab value="broadcast">
          Broadcast <Count of={broadcasts.data?.length} />
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="notifications">
        <Loaded query={notifications}>
          {({ pages }) => (
            <NotificationList rows={pages.flatMap(({ content }) => content)} more={more} onClose={onClose} />
          )}
        </Loaded>
      </Tabs.Panel>
      <Tabs.Panel value="broadcast">
        <Loaded query={broadcasts}>{(rows) => <BroadcastList rows={rows} />}</Loaded>
      </Tabs.Panel>
    </Tabs>
  );
}

const Count = ({ of }: { of: number | undefined }) =>
  of === undefined ? null : <span className={classes.count}>{formatCount(of)}</span>;
