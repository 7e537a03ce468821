import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { usePreferences } from '../shared/preferences.ts';
import { useSession } from '../shared/session/browser-session.ts';

/** useAppearance applies the user's colour scheme and density to the page. */
export function useAppearance(): void {
  const { density } = usePreferences();
  const { account } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const applied = useRef(false);
  useEffect(() => {
    if (density === 'auto') delete document.documentElement.dataset.density;
    else document.documentElement.dataset.density = density;
  }, [density]);
  useEffect(() => {
    // On a new machine the scheme comes from the account; a choice made here stays.
    if (!account || applied.current) return;
    applied.current = true;
    if (localStorage.getItem('mantine-color-scheme-value') === null) setColorScheme(account.modeStatus);
  }, [account, setColorScheme]);
}
