import type { Command } from 'commander';
import { InboxError } from '../../core/errors.ts';
import { takeHeld } from '../held-answers.ts';
import { shortId } from '../ids.ts';
import type { GlobalOptions } from '../options.ts';
import { note, printJson } from '../output.ts';
import { placeOf, resolveTarget } from '../target.ts';

export function defineUndo(command: Command): void {
  command
    .argument('[id]', 'id of the question, or the end of the id (default: your newest answer)')
    .addHelpText(
      'after',
      '\nUndoes an answer that counts down in `inbox` or `inbox answer` on this machine. Exits 1 if none does.\n\nExample:\n  $ inbox undo || echo "already sent"',
    )
    .action((id: string | undefined, _: unknown, self: Command) =>
      undo(id, self.optsWithGlobals()),
    );
}

function undo(typed: string | undefined, options: GlobalOptions): void {
  const held = takeHeld(placeOf(resolveTarget(options)), typed);
  if (!held) {
    const which = typed === undefined ? '' : ` to “${typed}”`;
    const sentence = `Nothing to undo: no answer${which} counts down here. An answer that was sent stays`;
    throw new InboxError('not_found', sentence);
  }
  const { id, title } = held;
  if (options.json) printJson({ id, title });
  else note(`Undone: ${title}  ${shortId(id)}`);
}
