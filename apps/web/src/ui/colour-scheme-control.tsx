import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import type { Account } from '@touchstone/contracts/identity';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { api } from '../shared/api.ts';
import { session, useAccount } from '../shared/session/browser-session.ts';
import { toastError } from '../shared/toasts.ts';

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Auto' },
] satisfies { value: Account['modeStatus']; label: string }[];

/** ColourSchemeControl selects the colour scheme; the server stores it with the account. */
export function ColourSchemeControl({ labelledBy }: { labelledBy: string }) {
  const account = useAccount();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const keep = (mode: Account['modeStatus']) => {
    setColorScheme(mode);
    session.setAccount({ ...account, modeStatus: mode });
    api.call(userManagementRoutes.updateDarkMode, { query: { mode } }).catch(toastError);
  };
  return (
    <SegmentedControl
      fullWidth
      aria-labelledby={labelledBy}
      value={colorScheme}
      onChange={(value) => keep(value as Account['modeStatus'])}
      data={schemes}
    />
  );
}
