import { createContext, Fragment, type ReactNode, useContext, useMemo } from 'react';
import classes from './markdown.module.css';
import { type Block, type Inline, parseMarkdown } from './parse-markdown.ts';

/** Markdown renders Markdown. HTML stays text, images become links, and links open in a new window. */
export function Markdown({ text, marks = none }: { text: string; marks?: readonly string[] }) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <Marks value={marks}>
      <div className={classes.markdown}>{drawBlocks(blocks)}</div>
    </Marks>
  );
}

const none: readonly string[] = [];
/** Words highlighted wherever they occur in text, such as mentions. */
const Marks = createContext<readonly string[]>(none);

/** Splits a text at the highlighted words; the longest that starts at a position wins. */
function piecesOf(text: string, marks: readonly string[]): { text: string; isMark: boolean }[] {
  const pieces: { text: string; isMark: boolean }[] = [];
  for (let rest = text; rest; ) {
    const places = marks.map((mark) => ({ mark, at: rest.indexOf(mark) })).filter(({ at }) => at >= 0);
    const [next] = places.sort((one, other) => one.at - other.at || other.mark.length - one.mark.length);
    if (!next?.mark) return [...pieces, { text: rest, isMark: false }];
    if (next.at > 0) pieces.push({ text: rest.slice(0, next.at), isMark: false });
    pieces.push({ text: next.mark, isMark: true });
    rest = rest.slice(next.at + next.mark.length);
  }
  return pieces;
}

function MarkedText({ text }: { text: string }) {
  const marks = useContext(Marks);
  if (marks.length === 0) return text;
  return piecesOf(text, marks).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
    piece.isMark ? <mark key={index}>{piece.text}</mark> : <Fragment key={index}>{piece.text}</Fragment>,
  );
}

const drawBlocks = (blocks: readonly Block[]): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
  blocks.map((block, index) => <Fragment key={index}>{drawBlock(block)}</Fragment>);

function drawBlock(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading':
      return drawHeading(block);
    case 'paragraph':
      return <p>{drawInline(block.content)}</p>;
    case 'code':
      return <pre>{block.text}</pre>;
    case 'quote':
      return <blockquote>{drawBlocks(block.blocks)}</blockquote>;
    case 'rule':
      return <hr />;
    case 'list':
      return drawList(block);
    case 'table':
      return drawTable(block);
  }
}

function drawHeading({ level, content }: Extract<Block, { kind: 'heading' }>): ReactNode {
  // The page has its own headings above these.
  const Heading = `h${Math.min(6, level + 2)}` as 'h3';
  return (
    <Heading className={classes.heading} data-level={level}>
      {drawInline(content)}
    </Heading>
  );
}

function drawList({ isOrdered, start, items }: Extract<Block, { kind: 'list' }>): ReactNode {
  const drawn = items.map(({ isDone, blocks }, index) => {
    const [first, ...rest] = blocks;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <li key={index}>
        {isDone === undefined ? null : (
          <input type="checkbox" checked={isDone} disabled aria-label={isDone ? 'Done' : 'To do'} />
        )}
        {first?.kind === 'paragraph' ? drawInline(first.content) : first ? drawBlock(first) : null}
        {drawBlocks(rest)}
      </li>
    );
  });
  return isOrdered ? <ol start={start}>{drawn}</ol> : <ul>{drawn}</ul>;
}

const drawTable = ({ head, rows }: Extract<Block, { kind: 'table' }>): ReactNode => (
  <div className={classes.table}>
    <table>
      <thead>
        <tr>
          {head.map((cell, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
            <th key={index} scope="col">
              {drawInline(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
          <tr key={index}>
            {head.map((_, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
              <td key={column}>{drawInline(row[column] ?? [])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const drawInline = (content: readonly Inline[]): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
  content.map((inline, index) => <Fragment key={index}>{drawPiece(inline)}</Fragment>);

function drawPiece(inline: Inline): ReactNode {
  switch (inline.kind) {
    case 'text':
      return <MarkedText text={inline.text} />;
    case 'code':
      return <code>{inline.text}</code>;
    case 'strong':
      return <strong>{drawInline(inline.content)}</strong>;
    case 'emphasis':
      return <em>{drawInline(inline.content)}</em>;
    case 'deleted':
      return <del>{drawInline(inline.content)}</del>;
    case 'break':
      return <br />;
    case 'link':
      return (
        <a className="link" href={inline.href} target="_blank" rel="noopener noreferrer nofollow">
          {drawInline(inline.content)}
        </a>
      );
  }
}
