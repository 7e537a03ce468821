import { dirname } from 'node:path';
import type { Plugin } from 'rolldown';

/** The most characters of a module that counts as a helper. */
const maxCharacters = 8000;

/**
 * helperModules finds small modules of the product that import nothing but such modules, so that they can be put into
 * one file: left alone, each set of programs that shares one gets a file for it, and finding and reading a file takes
 * longer than compiling it.
 */
export function helperModules(): Plugin & { isHelper(id: string): boolean } {
  const helpers = new Set<string>();
  return {
    name: 'helper-modules',
    isHelper: (id) => helpers.has(id),
    buildEnd() {
      const ids = [...this.getModuleIds()];
      for (const id of ids) if (isSmall(this.getModuleInfo(id))) helpers.add(id);
      for (let before = -1; before !== helpers.size; ) {
        before = helpers.size;
        for (const id of helpers)
          if (!this.getModuleInfo(id)!.importedIds.every((each) => helpers.has(each))) helpers.delete(id);
      }
    },
  };
}

function isSmall(info: { id: string; code: string | null; dynamicallyImportedIds: string[] } | null): boolean {
  return (
    info !== null &&
    !info.id.startsWith('\0') &&
    !dirname(info.id).includes('node_modules') &&
    info.dynamicallyImportedIds.length === 0 &&
    info.code !== null &&
    info.code.length <= maxCharacters
  );
}
