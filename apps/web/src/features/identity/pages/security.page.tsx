import { Page } from '../../../ui/page.tsx';
import { OtpDevices } from '../components/otp-devices.tsx';
import classes from '../components/security.module.css';
import { SessionList } from '../components/session-list.tsx';

/** SecurityPage is where a user adds a second factor and looks after open sessions. */
export function SecurityPage() {
  return (
    <Page title="Security" meta="Second factor and open sessions of your account">
      <div className={classes.page}>
        <OtpDevices />
        <SessionList />
      </div>
    </Page>
  );
}
