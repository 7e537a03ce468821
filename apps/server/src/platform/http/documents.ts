import { readFileSync } from 'node:fs';
import { z } from 'zod';

const documentSchema = z.object({
  /** Pattern of the paths that show the page. */
  paths: z.string(),
  /** Whether it is only for signed-in users. */
  isInside: z.boolean(),
  files: z.array(z.string()),
  calls: z.array(z.string()),
});
type Document = z.infer<typeof documentSchema>;

/**
 * All files but the entry are loaded after the document's own calls: with six connections, those would otherwise wait
 * for the last file.
 */
const linkOf = (file: string, place: number) =>
  file.endsWith('.css')
    ? `<${file}>; rel=preload; as=style; crossorigin`
    : `<${file}>; rel=modulepreload${place === 0 ? '' : '; fetchpriority=low'}`;

/** The value of a Link header that makes the browser request everything immediately. */
const linksOf = ({ files, calls }: Document): string =>
  [...files.map(linkOf), ...calls.map((call) => `<${call}>; rel=preload; as=fetch; crossorigin=anonymous`)].join(', ');

/** Documents returns the Link header for a path; undefined if its page is unknown. */
export type Documents = (path: string, isSignedIn: boolean) => string | undefined;

/** readDocuments reads the build's list of what its pages need. */
export function readDocuments(file: string): Documents {
  const documents = z
    .array(documentSchema)
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .map((document) => ({
      isInside: document.isInside,
      paths: new RegExp(document.paths),
      links: linksOf(document),
    }));
  return (path, isSignedIn) =>
    documents.find(({ isInside, paths }) => isInside === isSignedIn && paths.test(path))?.links;
}
