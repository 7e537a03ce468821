interface LockedPackage {
  resolved?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
  engines?: { node?: string };
}
interface Lockfile {
  packages: Record<string, LockedPackage>;
}

/** The oldest Node that may run npm here. The product itself runs on the Node 24 that it bundles. */
const oldestMajor = 20;

/**
 * findLockfileProblems returns optional packages without an entry, workspaces without a folder, addresses of a
 * machine's own registry, and packages that npm would warn about because it compares them with its own Node instead of
 * the product's.
 */
export function findLockfileProblems(text: string): string[] {
  const { packages } = JSON.parse(text) as Lockfile;
  const problems: string[] = [];
  for (const [place, entry] of Object.entries(packages)) {
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      if (!isLocked(packages, place, name))
        problems.push(
          `${place || 'package.json'} names ${name}, but the lock file has no entry for it: "npm ci" would fail elsewhere. Pin a version whose platform packages all exist.`,
        );
    }
    if (entry.link && !entry.resolved)
      problems.push(
        `${place} is a workspace without its folder ("resolved"): "npm ci" would fail. Run npm install again.`,
      );
    if (entry.resolved && !entry.link)
      problems.push(
        `${place} is locked to the address of a registry. Keep omit-lockfile-registry-resolved=true in .npmrc and run npm install again.`,
      );
    if (needsNewerNode(entry))
      problems.push(
        `${place} needs Node ${entry.engines?.node}, so "npm ci" warns under Node ${oldestMajor}, although the product runs under its own. Run npm run lock.`,
      );
  }
  return problems;
}

/** Finds a package in the node_modules folder of its dependant or of a parent folder, as Node resolves it. */
function isLocked(packages: Record<string, LockedPackage>, place: string, name: string): boolean {
  const folders = place.split('/');
  for (let depth = folders.length; depth >= 0; depth -= 1)
    if ([...folders.slice(0, depth), 'node_modules', name].filter(Boolean).join('/') in packages) return true;
  return false;
}

/**
 * withoutNewerEngines returns the lock file without the engines of packages that need a newer Node than the one that
 * may run npm.
 */
export function withoutNewerEngines(text: string): string {
  const lockfile = JSON.parse(text) as Lockfile;
  for (const entry of Object.values(lockfile.packages)) if (needsNewerNode(entry)) delete entry.engines;
  return `${JSON.stringify(lockfile, null, 2)}\n`;
}

const needsNewerNode = ({ engines }: LockedPackage): boolean =>
  engines?.node !== undefined && !engines.node.split('||').some(admitsOldest);

/** Whether an alternative of a range, such as `^20.9` or `>=18`, includes versions of the oldest major. */
function admitsOldest(alternative: string): boolean {
  const [, operator = '', major] = /^\s*(>=?|\^|~)?\s*v?(\d+)/.exec(alternative) ?? [];
  if (major === undefined || Number(major) === oldestMajor) return true;
  return operator.startsWith('>') && Number(major) < oldestMajor;
}
