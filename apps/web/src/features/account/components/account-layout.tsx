import { useEffect, useRef } from 'react';
import { Link, matchPath, Outlet, useLocation } from 'react-router';
import { type AreaItem, pathOf } from '../../../shared/feature/feature.ts';
import classes from './account.module.css';

/** AccountLayout puts the links between the screens of profile and My Account above each of them. */
export function AccountLayout({ items }: { items: readonly AreaItem[] }) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a narrow screen each place brings its own link into view
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <div className={classes.layout}>
      <nav ref={nav} className={classes.links} aria-label="Account">
        {items.map(({ label, path, icon: Icon, covers = [] }) => (
          <Link
            key={label}
            className={classes.link}
            to={pathOf(path)}
            aria-current={[pathOf(path), ...covers].some((one) => matchPath(one, pathname)) ? 'page' : undefined}
          >
            <Icon size={15} aria-hidden />
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.screen}>
        <Outlet />
      </div>
    </div>
  );
}
