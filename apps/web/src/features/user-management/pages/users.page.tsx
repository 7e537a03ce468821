import { Tabs } from '@mantine/core';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Page } from '../../../ui/page.tsx';
import { TeamsTab } from '../components/teams-tab.tsx';
import { UsersTab } from '../components/users-tab.tsx';
import { usersSearchSchema } from '../model/users-search.ts';

/** UsersPage lets administrators manage users and teams. */
export function UsersPage() {
  const [search, setSearch] = useSearchState(usersSearchSchema);
  const openTab = (tab: string | null) =>
    setSearch({ tab: tab === 'teams' ? 'teams' : 'users', q: '', role: '', state: '', team: '', page: 1 });
  return (
    <Page title="Users and teams" meta="People of your organization and the teams they work in">
      <Tabs value={search.tab} onChange={openTab}>
        <Tabs.List px="lg">
          <Tabs.Tab value="users">Users</Tabs.Tab>
          <Tabs.Tab value="teams">Teams</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="users">
          <UsersTab search={search} setSearch={setSearch} />
        </Tabs.Panel>
        <Tabs.Panel value="teams">
          <TeamsTab search={search} setSearch={setSearch} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
