import { readFileSync } from 'node:fs';
import { z } from 'zod';

const documentSchema = z.object({
  /** Addresses that open the page. */
  paths: z.string(),
  /** Whether it is only for those who are signed in. */
  isInside: z.boolean(),
  files: z.array(z.string()),
  calls: z.array(z.string()),
});
type Document = z.infer<typeof documentSchema>;

/**
 * All but the entry come after the calls that the document itself makes: with six connections these would otherwise wait for the last file.
 */
const linkOf = (file: string, place: number) =>
  file.endsWith('.css')
    ? `<${file}>; rel=preload; as=style; crossorigin`
    : `<${file}>; rel=modulepreload${place === 0 ? '' : '; fetchpriority=low'}`;

/** The value of a Link header that makes the browser ask for everything at once. */
const linksOf = ({ files, calls }: Document): string =>
  [...files.map(linkOf), ...calls.map((call) => `<${call}>; rel=preload; as=fetch; crossorigin=anonymous`)].join(', ');

/** Documents gives the Link header of an address; undefined where nothing is known of its page. */
export type Documents = (path: string, isSignedIn: boolean) => string | undefined;

/** readDocuments reads what the build of the page says that its pages need. */
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
