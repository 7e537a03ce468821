import { Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { LayoutGrid, Webhook } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { apiTestingPaths } from '../../features/api-testing/index.ts';
import classes from './shell.module.css';

/** The services of this server, by category; a service is listed once it exists. */
const services = [
  {
    category: 'API',
    name: 'API testing',
    text: 'Suites, runs and reports for HTTP APIs',
    path: apiTestingPaths.workspace(),
  },
];

/** IconBar opens the panel of services and jumps to each. */
export function IconBar() {
  const [opened, setOpened] = useState(false);
  const { pathname } = useLocation();
  return (
    <nav className={classes.icons} aria-label="Services">
      <Popover
        opened={opened}
        onChange={setOpened}
        position="right-start"
        width={300}
        shadow="md"
        trapFocus
        withinPortal
      >
        <Popover.Target>
          <UnstyledButton
            className={classes.iconLink}
            aria-label="Services"
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            <LayoutGrid size={18} aria-hidden />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p="sm" aria-label="Services">
          <p className="eyebrow">Services</p>
          {services.map((service) => (
            <Link key={service.name} className={classes.service} to={service.path} onClick={() => setOpened(false)}>
              <Webhook size={20} aria-hidden />
              <span>
                <strong>{service.name}</strong>
                <br />
                <span className="dim">{service.text}</span>
              </span>
            </Link>
          ))}
        </Popover.Dropdown>
      </Popover>
      <Tooltip label="API testing" position="right">
        <Link
          className={classes.iconLink}
          to={apiTestingPaths.workspace()}
          aria-label="API testing"
          aria-current={pathname.startsWith('/api-testing') ? 'true' : undefined}
        >
          <Webhook size={18} aria-hidden />
        </Link>
      </Tooltip>
    </nav>
  );
}
