import { administrators, type Role } from '@touchstone/contracts';
import { CreditCard, KeyRound, RefreshCw, ShieldCheck, UserRound, Users } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { identityPaths } from '../../features/identity/index.ts';
import { subscriptionPaths } from '../../features/subscription/index.ts';
import { userManagementPaths } from '../../features/user-management/index.ts';
import { Allowed } from '../../shared/access/use-access.tsx';
import classes from './account.module.css';
import { myAccountRoles, profileRoles } from './account-roles.ts';

interface Screen {
  label: string;
  path: string;
  icon: typeof Users;
  roles: readonly Role[];
  /** Screens that one comes to from there. */
  inner?: readonly string[];
}
const screens: Screen[] = [
  { label: 'Profile', path: userManagementPaths.profile, icon: UserRound, roles: profileRoles },
  { label: 'Security', path: identityPaths.security, icon: ShieldCheck, roles: profileRoles },
  { label: 'Users and teams', path: userManagementPaths.users, icon: Users, roles: administrators },
  { label: 'Licences', path: subscriptionPaths.licences, icon: KeyRound, roles: myAccountRoles },
  { label: 'Renewal', path: subscriptionPaths.renew, icon: RefreshCw, roles: administrators },
  {
    label: 'Billing',
    path: subscriptionPaths.billing,
    icon: CreditCard,
    roles: administrators,
    inner: [subscriptionPaths.history, subscriptionPaths.confirmation],
  },
];

/** AccountLayout puts the links between the screens of profile and My Account above each of them. */
export function AccountLayout() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a narrow screen each place brings its own link into view
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <div className={classes.layout}>
      <nav ref={nav} className={classes.links} aria-label="Account">
        {screens.map(({ label, path, icon: Icon, roles, inner = [] }) => (
          <Allowed key={path} allowedRoles={roles} ignoreGuest ignoreExpiry>
            <Link
              className={classes.link}
              to={path}
              aria-current={[path, ...inner].includes(pathname) ? 'page' : undefined}
            >
              <Icon size={15} aria-hidden />
              {label}
            </Link>
          </Allowed>
        ))}
      </nav>
      <div className={classes.screen}>
        <Outlet />
      </div>
    </div>
  );
}
