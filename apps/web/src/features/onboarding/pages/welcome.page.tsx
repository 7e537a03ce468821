import { Button } from '@mantine/core';
import { administrators } from '@touchstone/contracts';
import { FileDown, FlaskConical, UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { toastError } from '../../../shared/toasts.ts';
import { Page } from '../../../ui/page.tsx';
import { apiTestingPaths, useMayCreate } from '../../api-testing/index.ts';
import { finishWelcome } from '../../identity/index.ts';
import { userManagementPaths } from '../../user-management/index.ts';
import { openSampleWorkspace } from '../api/sample-workspace.ts';
import classes from './welcome.module.css';

/** WelcomePage offers new users three ways to start; taking one leaves the welcome permanently. */
export function WelcomePage() {
  const { given_name: name, role } = useAccount();
  const navigate = useNavigate();
  const mayCreate = useMayCreate();
  const mayInvite = administrators.some((known) => known === role);
  const [leaving, setLeaving] = useState<string | null>(null);
  const leave = async (way: string, pathOf: () => string | Promise<string>) => {
    setLeaving(way);
    try {
      const path = await pathOf();
      await finishWelcome();
      await navigate(path, { replace: true });
    } catch (error) {
      toastError(error);
      setLeaving(null);
    }
  };
  const button = (way: string, pathOf: () => string | Promise<string>, variant: 'filled' | 'default' = 'default') => (
    <Button
      variant={variant}
      loading={leaving === way}
      disabled={leaving !== null && leaving !== way}
      onClick={() => void leave(way, pathOf)}
    >
      {way}
    </Button>
  );
  const toSample = async () => apiTestingPaths.suites((await openSampleWorkspace()).projectId);
  return (
    <Page title={name ? `Welcome, ${name}` : 'Welcome'} meta="Three ways to start, all in the menus later">
      <ol className={classes.steps}>
        {mayCreate ? (
          <>
            <Step icon={<FlaskConical size={20} />} title="Try it with the sample API">
              <p>A small pet store is included, with a workspace that tests it, ready to send and run.</p>
              {button('Open sample workspace', toSample, 'filled')}
            </Step>
            <Step icon={<FileDown size={20} />} title="Bring your own API">
              <p>
                Import an OpenAPI document, a Postman collection, curl commands and more, or write the first request.
              </p>
              <div className={classes.buttons}>
                {button('Import requests', () => apiTestingPaths.import())}
                {button('Write a request', () => apiTestingPaths.suites(undefined, 'script'))}
              </div>
            </Step>
          </>
        ) : null}
        {mayInvite ? (
          <Step icon={<UserPlus size={20} />} title="Invite your team">
            <p>Invite colleagues by e-mail and choose what they can do.</p>
            {button('Invite people', () => userManagementPaths.users)}
          </Step>
        ) : null}
      </ol>
      <div className={classes.foot}>{button('Go to my workspace', () => apiTestingPaths.workspace())}</div>
    </Page>
  );
}

function Step({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className={classes.step}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </li>
  );
}
