import { Building2 } from 'lucide-react';
import { redirect } from 'react-router';
import { defineFeature } from '../../shared/feature/feature.ts';
import { session } from '../../shared/session/browser-session.ts';
import { subscriptionPaths } from '../subscription/paths.ts';
import { userManagementPaths } from '../user-management/paths.ts';
import { myAccountRoles } from './model/account-roles.ts';
import { accountPaths } from './paths.ts';

const toFirstScreen = () => {
  const role = session.getState().account?.role;
  return redirect(role === 'ROLE_USER' ? subscriptionPaths.licences : userManagementPaths.users);
};

/** Profile and My Account: an area with screens from other features. */
export const accountFeature = defineFeature({
  id: 'account',
  routes: [{ path: accountPaths.account, roles: myAccountRoles, loader: toFirstScreen }],
  area: {
    id: 'account',
    look: { title: 'Account', groups: ['Person', 'Organization'] },
    items: [],
  },
  menus: [{ menus: ['profile'], label: 'My Account', icon: Building2, path: accountPaths.account }],
});
