import type { StepDetail } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { useAccount } from '../../../../shared/session/browser-session.ts';
import { moveSends, rememberSend, type Send, sendsOf } from '../../model/tabs/send-history.ts';

/** useSends returns the last sends of a tab, kept in this window until the user signs out. */
export function useSends(tabId: string) {
  const { userId } = useAccount();
  const [sends, setSends] = useState<Send[]>(() => sendsOf(sessionStorage, userId, tabId));
  return {
    sends,
    remember: (detail: StepDetail) =>
      setSends(rememberSend(sessionStorage, userId, tabId, { at: new Date().toISOString(), detail })),
    moveTo: (scriptId: string) => moveSends(sessionStorage, userId, tabId, scriptId),
  };
}
