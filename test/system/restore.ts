/** A restore in a process of its own, for a test that kills it: `bun restore.ts <data> <archive>`. */
import { restoreBackup } from '../../src/backup/restore.ts';

const [, , data = '', archive = ''] = process.argv;
console.log('begins');
await restoreBackup(data, archive, () => {});
