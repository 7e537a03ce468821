import { UnstyledButton } from '@mantine/core';
import type { ExternalApplication } from '@touchstone/contracts/subscription';
import { ExternalLink } from 'lucide-react';
import { session } from '../../../shared/session/browser-session.ts';
import { toast } from '../../../shared/toasts.ts';
import { Tip } from '../../../ui/tip/tip.tsx';
import { createExternalApplications } from '../model/external-applications.ts';
import classes from './service-store.module.css';

const windows = createExternalApplications({
  // The window must receive messages, so it keeps its opener.
  open: (url) => window.open(url, '_blank'),
  accessToken: session.accessToken,
  onSession: session.subscribe,
});

/**
 * ExternalEntry opens an external application in its own window, with the user's session; one without an address says
 * so.
 */
export function ExternalEntry({ application, disabled }: { application: ExternalApplication; disabled: boolean }) {
  const { name, displayName, url } = application;
  if (url === null)
    return (
      <Tip label="Ask an administrator of this installation to set its address." position="right">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by keys */}
        <span className={classes.service} data-unset tabIndex={0}>
          <ExternalLink size={20} aria-hidden />
          <span>
            {displayName}
            <span className={classes.note}>Not configured</span>
          </span>
        </span>
      </Tip>
    );
  const open = () => {
    if (!windows.open({ name, url }))
      toast('warning', `Your browser blocked the window. Allow this page to open windows and try again.`);
  };
  return (
    <UnstyledButton className={classes.service} disabled={disabled} onClick={open}>
      <ExternalLink size={20} aria-hidden />
      {displayName}
    </UnstyledButton>
  );
}
