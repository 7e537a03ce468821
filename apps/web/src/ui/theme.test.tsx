import { MantineProvider, Tabs } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { theme } from './theme.ts';

function Rows({ name }: { name: string }) {
  const { data } = useQuery({ queryKey: [name], queryFn: () => Promise.resolve(`${name} rows`) });
  return data ? <p>{data}</p> : <p aria-busy="true">Loading {name}</p>;
}

test('only the panel of the open tab is in the document, so no hidden one stays busy', async () => {
  render(
    // By default, the test environment keeps panels in another way than the browser.
    <MantineProvider theme={theme} env="default">
      <QueryClientProvider client={new QueryClient()}>
        <Tabs defaultValue="one">
          <Tabs.List>
            <Tabs.Tab value="one">One</Tabs.Tab>
            <Tabs.Tab value="two">Two</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="one">
            <Rows name="one" />
          </Tabs.Panel>
          <Tabs.Panel value="two">
            <Rows name="two" />
          </Tabs.Panel>
        </Tabs>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText('one rows');
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  await userEvent.click(screen.getByRole('tab', { name: 'Two' }));
  await screen.findByText('two rows');
  expect(screen.queryByText('one rows')).toBeNull();
});
