interface LockedPackage {
  resolved?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}
interface Lockfile {
  packages: Record<string, LockedPackage>;
}

/** findLockfileProblems names optional packages without an entry, workspaces without a folder, and addresses that belong to one machine's registry. */
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
  }
  return problems;
}

/** A package is found in the node_modules folder of its dependant or of a folder above, as Node resolves it. */
function isLocked(packages: Record<string, LockedPackage>, place: string, name: string): boolean {
  const folders = place.split('/');
  for (let depth = folders.length; depth >= 0; depth -= 1)
    if ([...folders.slice(0, depth), 'node_modules', name].filter(Boolean).join('/') in packages) return true;
  return false;
}
