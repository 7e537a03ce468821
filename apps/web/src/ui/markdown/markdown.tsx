import { Fragment, type ReactNode, useMemo } from 'react';
import classes from './markdown.module.css';
import { type Block, type Inline, parseMarkdown } from './parse-markdown.ts';

/** Markdown shows a text in Markdown. HTML in it is text, pictures are links, and links open in a window of their own. */
export function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return <div className={classes.markdown}>{drawBlocks(blocks)}</div>;
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
  // The page has headings of its own above these.
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
      return inline.text;
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
