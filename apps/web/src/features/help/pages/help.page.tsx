import { Button } from '@mantine/core';
import { LifeBuoy } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { Allowed } from '../../../shared/access/use-access.tsx';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ContactDialog } from '../../identity/index.ts';
import classes from './help.module.css';

const searchSchema = z.object({ support: z.enum(['', '1']).catch('').default('') });

/** HelpPage tells how to begin, and opens the way to the people who run the installation. */
export function HelpPage() {
  const { name, email } = useAccount();
  const [{ support }, setSearch] = useSearchState(searchSchema);
  return (
    <Page title="Help" meta="Get started and get help">
      <div className={classes.help}>
        <Panel title="First steps" padded>
          <ol className={`${classes.steps} sentence`}>
            <li>
              Make a project in the{' '}
              <Link className="link" to="/api-testing/workspace">
                workspace
              </Link>
              ; it holds suites, environments and certificates.
            </li>
            <li>
              Make a{' '}
              <Link className="link" to="/api-testing/api-test-suite">
                test suite
              </Link>
              , or{' '}
              <Link className="link" to="/api-testing/import">
                import
              </Link>{' '}
              the requests that you have.
            </li>
            <li>Add at least one assertion to each script and send it once.</li>
            <li>
              Put what differs between stages into{' '}
              <Link className="link" to="/api-testing/environments">
                environments
              </Link>
              .
            </li>
            <li>
              Run the suite and read its{' '}
              <Link className="link" to="/api-testing/report-dashboard">
                report
              </Link>
              .
            </li>
          </ol>
        </Panel>
        <Panel title="Where things are" padded>
          <ul className={`${classes.plain} sentence`}>
            <li>
              <Link className="link" to="/dashboard">
                Dashboard
              </Link>
              : how your tests are doing
            </li>
            <Allowed deniedRoles={['ROLE_SUPERADMIN']} ignoreGuest ignoreExpiry>
              <li>
                <Link className="link" to="/service-store">
                  Service Store
                </Link>
                : services and who uses them
              </li>
            </Allowed>
            <Allowed deniedRoles={['ROLE_SYSTEM']} ignoreGuest ignoreExpiry>
              <li>
                <Link className="link" to="/profile">
                  Profile
                </Link>
                : your name, password, photo and colours
              </li>
              <li>
                <Link className="link" to="/account/security">
                  Security
                </Link>
                : a second factor, and where you are signed in
              </li>
            </Allowed>
          </ul>
        </Panel>
        <Panel title="Keyboard" padded>
          <div className={classes.text}>
            <p>
              <kbd>Ctrl</kbd> <kbd>K</kbd> finds suites and screens. <kbd>?</kbd> lists every key. In lists <kbd>/</kbd>{' '}
              filters, <kbd>J</kbd> and <kbd>K</kbd> move, <kbd>Enter</kbd> opens.
            </p>
          </div>
        </Panel>
        <Panel title="Automation" padded>
          <div className={classes.text}>
            <p>
              Everything that the page does can be called over HTTP. The command{' '}
              <code className="mono">touchstone</code> runs tests from a terminal or a pipeline and ends with a code
              that says whether they passed.
            </p>
            <p>
              <a className="link" href="/docs" target="_blank" rel="noreferrer">
                API reference
              </a>
            </p>
          </div>
        </Panel>
        <Panel title="Support" padded>
          <div className={classes.text}>
            <p>Write to the people who run this installation. They answer to {email}.</p>
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
