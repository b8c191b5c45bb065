/**
 * The database of a data directory, for what copies or replaces it whole: the place that chooses the engine.
 * Apart from `directory.ts`, which commands load that never open it.
 */
export { lockDirectory } from './sqlite/lock.ts';
export { faultOf, forgetFiles, storedFiles } from './sqlite/look.ts';
export { openAsIs, openStore } from './sqlite/open.ts';
export { commitRestore, recoverRestore, stageRestore } from './sqlite/replace.ts';
export { UnreadableDatabase } from './sqlite/unreadable.ts';
