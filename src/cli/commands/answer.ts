import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import { loadConfig } from '../../config.ts';
import { InboxError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Message } from '../../core/messages/schema.ts';
import { asStored } from '../../core/reviews/answers.ts';
import { isOpen } from '../../core/reviews/open.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { heldUntil } from '../../core/reviews/undo.ts';
import { answerFromEditor } from '../answer-editor.ts';
import { type AnswerFlags, answerFromFlags, flagsFor } from '../answer-flags.ts';
import { answerFromPrompts, type Writing } from '../answer-prompts.ts';
import { chosenId } from '../chosen.ts';
import { withConnection } from '../connect.ts';
import { isTakenBack } from '../countdown.ts';
import { found, messageId, messages } from '../ids.ts';
import { loggedOf } from '../logged.ts';
import { collect, type GlobalOptions } from '../options.ts';
import { note, oneLine, printJson } from '../output.ts';
import { mustBeTerminal } from '../prompts.ts';
import { questionText, titleOf } from '../render.ts';

type Options = GlobalOptions & AnswerFlags & { edit?: boolean };

export function defineAnswer(command: Command): void {
  command
    .argument('[id]', 'the question: its id, or the end of that; asked for at a terminal')
    .option('--option <id>', 'the option; for a selection the item, again for more', collect)
    .option('--comment <text>', 'a comment on an approval')
    .option('--text <text>', 'the text, - for standard input')
    .option('--field <name=value>', "a form's field, again for more", collect)
    .option('--answer <file>', 'the whole answer as JSON, - for standard input')
    .option('--edit', 'write the text, or the JSON, in $VISUAL or $EDITOR')
    .option('--dismiss', 'decline to answer, where the question lets you')
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox answer 01M7YGQ6NTZX13P8GDSCK18JEV --option approve --comment "Go"',
    )
    .action((id: string | undefined, _: unknown, self: Command) =>
      answer(id, self.optsWithGlobals()),
    );
}

/** The person may take their time: meanwhile the data directory is left to others. */
async function answer(typed: string | undefined, options: Options): Promise<void> {
  const id = typed ?? (await chosenId(options, 'answer'));
  const asked = await withConnection(options, 'inbox answer', ({ person }) => find(person, id));
  mustWait(asked.message.review);
  const send = sender(asked.message, options);
  const given = await answerFromFlags(asked.message.review, options);
  const answered = await send(given ?? (await decidedAtTerminal(asked, options, send)));
  if (options.json) printJson(answered);
  else note(`Answered: ${oneLine(titleOf(answered), 60)}`);
}

type Send = (response: JsonObject) => Promise<Message>;

/** Sends once, whoever asks for it first. */
function sender({ id, seq }: Message, options: Options): Send {
  let sent: Promise<Message> | undefined;
  return (response) => {
    sent ??= withConnection(options, 'inbox answer', ({ person }) =>
      ok(person.reviews({ id }).respond.post({ response, seq })),
    );
    return sent;
  };
}

/** What the person answers and does not take back. */
async function decidedAtTerminal(asked: Asked, options: Options, send: Send): Promise<JsonObject> {
  const { data, url } = options;
  const undoMs = loadConfig({ data, url }).undoSeconds * 1000;
  const { review } = asked.message;
  let written: JsonObject | undefined;
  const keep = (now: JsonObject) => {
    written = now;
  };
  while (true) {
    const response = await promptFor(asked, options, { written, keep });
    const until = heldUntil(review, response, Date.now(), undoMs);
    const { id } = asked.message;
    const { sign, words, title } = loggedOf(id, titleOf(asked.message), asStored(review, response));
    const line = `${sign} ${words} — ${title}`;
    const sendNow = () => send(response).then(() => {});
    if (!(await isTakenBack({ line, until, send: sendNow }))) return response;
    note('Taken back: nothing was sent.');
  }
}

type Asked = { message: Message & { review: Review }; channelName: string };

async function find(person: Client, typed: string): Promise<Asked> {
  const id = await messageId(person, typed);
  const request = ok(person.reviews({ id }).get({ query: {} }));
  const message = (await found(messages, typed, request)) as Asked['message'];
  const { name } = await ok(person.agents({ id: message.channelId }).get());
  return { message, channelName: name };
}

/** Says that it is too late before anybody types an answer. */
function mustWait(review: Review): void {
  if (isOpen(review)) return;
  const { status, expiresAt, respondedAt, respondedBy } = review;
  const sentences = {
    pending: 'This question is still being written',
    expired: `This question expired at ${expiresAt}`,
    completed: `Already answered by ${respondedBy?.name} at ${respondedAt}`,
  };
  const sentence = sentences[status];
  throw new InboxError('conflict', sentence, { status });
}

async function promptFor(
  { message, channelName }: Asked,
  { edit }: Options,
  writing: Writing,
): Promise<JsonObject> {
  mustBeTerminal(flagsFor(message.review));
  if (edit) return answerFromEditor(message.review);
  const page = { now: Date.now(), columns: process.stderr.columns, stream: process.stderr };
  // Not by `note`: it is safe already, and would lose its colours.
  process.stderr.write(`\n${questionText(message, channelName, page)}\n\n`);
  return answerFromPrompts(message.review, writing);
}
