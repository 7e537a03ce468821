import type { Plugin } from 'rolldown';

/** The most characters of a leaf. */
const maxCharacters = 8000;

/**
 * leafModules finds small modules of the product that import nothing but such modules, so that they can be put into
 * one file: left alone, each set of programs that shares one gets a file for it, and finding and reading a file takes
 * longer than compiling it.
 */
export function leafModules(): Plugin & { isLeaf(id: string): boolean } {
  const leaves = new Set<string>();
  return {
    name: 'leaf-modules',
    isLeaf: (id) => leaves.has(id),
    buildEnd() {
      for (const id of this.getModuleIds()) if (isSmall(id, this.getModuleInfo(id))) leaves.add(id);
      for (let before = -1; before !== leaves.size; ) {
        before = leaves.size;
        for (const id of leaves)
          if (!this.getModuleInfo(id)!.importedIds.every((each) => leaves.has(each))) leaves.delete(id);
      }
    },
  };
}

function isSmall(id: string, info: { code: string | null; dynamicallyImportedIds: string[] } | null): boolean {
  // Modules added by the builder, such as those that read Node's own, belong to their importers.
  const isOfProduct = !id.startsWith('\0') && !id.includes('node_modules');
  return isOfProduct && info?.dynamicallyImportedIds.length === 0 && (info.code?.length ?? 0) <= maxCharacters;
}
