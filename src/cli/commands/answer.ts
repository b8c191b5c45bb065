import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import { undoUntil } from '../../client/undo.ts';
import type { Agent } from '../../core/channels/schema.ts';
import { InboxError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Message } from '../../core/messages/schema.ts';
import { asStored } from '../../core/reviews/answers.ts';
import { answerLine } from '../../core/reviews/kinds/answer-words.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { answerFromEditor } from '../answer-editor.ts';
import { answerFromFlags, flagsFor } from '../answer-flags.ts';
import { answerFromPrompts } from '../answer-prompts.ts';
import { chosenId } from '../chosen.ts';
import { withConnection } from '../connection.ts';
import { countDown } from '../countdown.ts';
import { exit } from '../errors.ts';
import { found, messageId, messages, shortId } from '../ids.ts';
import type { AnswerFlags } from '../kinds/kind.ts';
import { endOf } from '../layout/late.ts';
import { signOf } from '../layout/verdict.ts';
import { loggedOf, notSentLine } from '../logged.ts';
import { collect, type GlobalOptions } from '../options.ts';
import { note, oneLine, printJson, terminalSize } from '../output.ts';
import type { Writing } from '../prompting/prompts.ts';
import { mustBeTerminal } from '../prompts.ts';
import { questionRows } from '../render.ts';
import { placeOf, resolveTarget } from '../target.ts';
import { titleLine } from '../title-line.ts';

type Options = GlobalOptions & AnswerFlags & { edit?: boolean };

export function defineAnswer(command: Command): void {
  command
    .argument('[id]', 'id of the question, or the end of the id; chosen from a list in a terminal')
    .option(
      '--option <id>',
      'option or item to choose, by id or label (repeatable for a selection)',
      collect,
    )
    .option('--comment <text>', 'comment to add to the decision')
    .option('--text <text>', 'answer text, or - for standard input')
    .option(
      '--field <name=value>',
      'value of a form field, or answer to one of several questions (repeatable)',
      collect,
    )
    .option(
      '--input <json>',
      'input to run instead, or answers to questions: JSON, @FILE, or - for standard input',
    )
    .option('--answer <file>', 'file with the whole answer as JSON, or - for standard input')
    .option('--edit', 'write the answer in $VISUAL or $EDITOR')
    .option('--dismiss', 'dismiss the question, if it allows dismissal')
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox answer 01M7YGQ6NTZX13P8GDSCK18JEV --option approve --comment "Go"',
    )
    .action((id: string | undefined, _: unknown, self: Command) =>
      answer(id, self.optsWithGlobals()),
    );
}

/** Does not occupy the data directory while the person decides. */
export async function answer(typed: string | undefined, options: Options): Promise<void> {
  const id = typed ?? (await chosenId(options, 'answer'));
  const asked = await withConnection(options, 'inbox answer', ({ person }) => find(person, id));
  mustBeOpen(asked.message.review);
  const send = sender(asked.message, options);
  const given = await answerFromFlags(asked.message.review, options);
  const answered = await send(given ?? (await decidedAtTerminal(asked, options, send)));
  if (options.json) printJson(answered);
  else note(answeredLine(answered));
}

type Send = (response: JsonObject) => Promise<Message>;

/** Sends once, however often it is called. */
function sender({ id, seq }: Message, options: Options): Send {
  let sent: Promise<Message> | undefined;
  const send = (response: JsonObject) =>
    withConnection(options, 'inbox answer', async ({ person }) => {
      try {
        return await ok(person.reviews({ id }).respond.post({ response, seq }));
      } catch (error) {
        throw await inTime(error, person, id);
      }
    });
  return (response) => {
    sent ??= send(response);
    return sent;
  };
}

/** Returns how the question ended, for an answer that came too late. */
async function inTime(error: unknown, person: Client, id: string): Promise<unknown> {
  if (!(error instanceof InboxError) || error.code !== 'conflict') return error;
  const { message } = await find(person, id);
  return endOf(message.review) ?? error;
}

/** Returns what the person answers and does not undo. */
async function decidedAtTerminal(asked: Asked, options: Options, send: Send): Promise<JsonObject> {
  const target = resolveTarget(options);
  const undoMs = target.settings.undoSeconds * 1000;
  const { review } = asked.message;
  let written: JsonObject | undefined;
  const keep = (now: JsonObject) => {
    written = now;
  };
  while (true) {
    const response = await promptFor(asked, options, { written, keep });
    const until = undoUntil(review, response, Date.now(), undoMs);
    const title = titleLine(asked.message);
    const logged = loggedOf(asked.message.id, title, asStored(review, response));
    const sayNotSent = () => note(notSentLine(logged));
    const ended = await countDown({
      line: `${logged.sign} ${logged.words} — ${logged.title}`,
      until,
      answer: { id: asked.message.id, title: logged.title, place: placeOf(target) },
      send: () => send(response).then(() => {}),
      sayNotSent,
    });
    if (ended === 'over') return response;
    if (ended === 'left') {
      sayNotSent();
      process.exit(exit.interrupted);
    }
    note('Undone. Nothing was sent.');
  }
}

type Asked = { message: Message & { review: Review }; channel: Pick<Agent, 'name' | 'status'> };

async function find(person: Client, typed: string): Promise<Asked> {
  const id = await messageId(person, typed);
  const request = ok(person.reviews({ id }).get({ query: {} }));
  const message = (await found(messages, typed, request)) as Asked['message'];
  return { message, channel: await ok(person.agents({ id: message.channelId }).get()) };
}

/** Refuses an expired or answered question before a prompt. */
function mustBeOpen(review: Review): void {
  const end = endOf(review);
  if (end) throw end;
}

function answeredLine(message: Message): string {
  const title = oneLine(titleLine(message), 60);
  const { review, id } = message;
  if (!review) return `Answered: ${title}`;
  const words = oneLine(answerLine(review), 60);
  return `${signOf(review)} Answered “${words}” — ${title}  ${shortId(id)}`;
}

async function promptFor(
  { message, channel }: Asked,
  { edit }: Options,
  writing: Writing,
): Promise<JsonObject> {
  mustBeTerminal(flagsFor(message.review));
  if (edit) return answerFromEditor(message.review);
  const stream = process.stderr;
  const { columns } = terminalSize(stream);
  const page = { now: Date.now(), columns, stream, status: channel.status };
  // Not through `note`: it is already safe, and would lose its colours.
  const rows = questionRows(message, channel.name, page);
  stream.write(`\n${rows.join('\n')}\n\n`);
  return answerFromPrompts(message.review, writing);
}
