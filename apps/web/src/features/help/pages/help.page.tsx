import { Button } from '@mantine/core';
import { apiReferencePath } from '@touchstone/contracts';
import { LifeBuoy } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { Allowed } from '../../../shared/access/use-access.tsx';
import { hotkeys, keyParts } from '../../../shared/hotkeys.ts';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ContactDialog } from '../../identity/index.ts';
import classes from './help.module.css';

const searchSchema = z.object({ support: z.enum(['', '1']).catch('').default('') });
const shownKeys = ['palette', 'filter', 'next', 'previous', 'open', 'nextPane', 'help'] as const;

const To = ({ path, children }: { path: string; children: ReactNode }) => (
  <Link className="link" to={path}>
    {children}
  </Link>
);

/** HelpPage explains how to start, and opens the contact form for the people who run the installation. */
export function HelpPage() {
  const { name, email } = useAccount();
  const [{ support }, setSearch] = useSearchState(searchSchema);
  return (
    <Page kind="settings" title="Help" meta="Get started and get help">
      <div className={classes.help}>
        <FirstSteps />
        <Keyboard />
        <Places />
        <Panel title="Automation" padded>
          <div className={classes.text}>
            <p>
              Run tests from a terminal or a pipeline with the command <code className="mono">touchstone</code>. Its
              exit code tells whether they passed. Everything on these pages can also be called over HTTP.
            </p>
            <p>
              <a className="link" href={apiReferencePath} target="_blank" rel="noreferrer">
                API reference
              </a>
            </p>
          </div>
        </Panel>
        <Panel title="Support" padded>
          <div className={classes.text}>
            <p>
              Ask the people who run this installation. They answer to <span className={classes.whole}>{email}</span>.
            </p>
            <Button leftSection={<LifeBuoy size={15} />} onClick={() => setSearch({ support: '1' })}>
              Write a message
            </Button>
          </div>
        </Panel>
      </div>
      {support ? (
        <Suspense>
          <ContactDialog kind="message" sender={{ name, email }} onClose={() => setSearch({ support: '' })} />
        </Suspense>
      ) : null}
    </Page>
  );
}

function FirstSteps() {
  return (
    <Panel title="First steps" padded>
      <ol className={`${classes.steps} sentence`}>
        <li>
          <To path="/api-testing/request">Send a request</To>: paste an address or a curl command.
        </li>
        <li>
          Save it to a <To path="/api-testing/api-test-suite">test suite</To>, or{' '}
          <To path="/api-testing/import">import</To> the requests you already have.
        </li>
        <li>Add at least one assertion to each script and send it once.</li>
        <li>
          Put what differs between stages into <To path="/api-testing/environments">environments</To>.
        </li>
        <li>
          Run the suite and read its <To path="/api-testing/report-dashboard">report</To>.
        </li>
      </ol>
    </Panel>
  );
}

function Keyboard() {
  return (
    <Panel title="Keyboard" padded>
      <dl className={classes.facts}>
        {shownKeys.map((id) => (
          <div key={id} style={{ display: 'contents' }}>
            <dt>
              {keyParts(hotkeys[id].keys).map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dt>
            <dd>{hotkeys[id].label}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

const Place = ({ path, name, text }: { path: string; name: string; text: string }) => (
  <div style={{ display: 'contents' }}>
    <dt>
      <To path={path}>{name}</To>
    </dt>
    <dd>{text}</dd>
  </div>
);

function Places() {
  return (
    <Panel title="Where things are" padded>
      <dl className={classes.facts}>
        <Place path="/dashboard" name="Dashboard" text="How your tests are doing" />
        <Allowed deniedRoles={['ROLE_SUPERADMIN']} ignoreGuest ignoreExpiry>
          <Place path="/service-store" name="Service Store" text="Services and the teams that use them" />
        </Allowed>
        <Allowed deniedRoles={['ROLE_SYSTEM']} ignoreGuest ignoreExpiry>
          <Place path="/profile" name="Profile" text="Your name, password, photo and colours" />
          <Place path="/account/security" name="Security" text="Your second factor and open sessions" />
        </Allowed>
      </dl>
    </Panel>
  );
}
