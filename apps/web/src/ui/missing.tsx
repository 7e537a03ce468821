import { Button, TextInput } from '@mantine/core';
import { Search, SearchX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useNavigate, useOutletContext } from 'react-router';
import { wordsOfPath } from '../shared/words-of-path.ts';
import classes from './page.module.css';

/** What the frame offers its pages. */
export interface FrameTools {
  /** Opens the global search with a query. */
  search: (text: string) => void;
}

export interface WayBack {
  label: string;
  path: string;
}

/** Missing is shown for an address that nothing serves: searches for its words, and links back. */
export default function Missing({ title, note, back }: { title: string; note?: string; back: WayBack }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const frame = useOutletContext<FrameTools | undefined>();
  const [text, setText] = useState(() => wordsOfPath(pathname));
  const search = (event: FormEvent) => {
    event.preventDefault();
    frame?.search(text);
  };
  // This page's position in the tab's history, as the router counts it.
  const cameFrom = (window.history.state as { idx?: number } | null)?.idx;
  return (
    <div className={classes.empty} data-tour="empty">
      <div className={classes.emptyIcon} aria-hidden>
        <SearchX size={20} />
      </div>
      <h1>{title}</h1>
      {note ? <p>{note}</p> : null}
      <div className={classes.missing}>
        {frame ? (
          <form className="row" onSubmit={search}>
            <TextInput
              className="grow"
              aria-label="Search everything"
              leftSection={<Search size={14} />}
              placeholder="Search everything"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Button type="submit">Search</Button>
          </form>
        ) : null}
        <div className={classes.ways}>
          {cameFrom ? (
            <Button variant="default" onClick={() => void navigate(-1)}>
              Go back
            </Button>
          ) : null}
          <Button variant={frame ? 'default' : 'filled'} component={Link} to={back.path}>
            {back.label}
          </Button>
        </div>
      </div>
    </div>
  );
}
