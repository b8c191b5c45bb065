/**
 * The page of a decision link. The link is in the fragment, which browsers send to no server; opening the
 * page gives no answer, only a person's press does.
 */
import type { DecisionQuestion } from '../../core/notify/decision-schema.ts';
import { CLAIMED } from '../../core/reviews/kinds/labels.ts';
import { sizeOf } from '../../core/sizes.ts';
import { base } from '../data/base.ts';
import { applyAppearance, readAppearance } from '../look/appearance.ts';
import { when } from '../look/clock.ts';
import { asDrawn, button, element, focusHeading, laidOut, linkTo, saveAs, show } from './draw.ts';
import { download, type Failure, lookAt, type Pressed, press, sendAnswers } from './exchange.ts';
import { askedPart, sendPart } from './fields.ts';
import {
  endedWords,
  formerWords,
  givenWords,
  invalidWords,
  statusWords,
  unreadWords,
  unsentWords,
} from './words.ts';

/** Counts the links that were opened in this page: a response to an earlier one changes nothing. */
let opened = 0;

async function open(): Promise<void> {
  const turn = ++opened;
  const link = location.hash.slice(1);
  if (!/^hd_[\w.-]+$/.test(link)) {
    showEnd(invalidWords);
    return;
  }
  show('Loading the question…');
  const looked = await lookAt(link);
  if (turn !== opened) return;
  if (looked.is === 'question') showQuestion(link, looked.question);
  else showUnread(looked);
}

function showUnread(failure: Failure): void {
  if (failure.is === 'invalid') {
    showEnd(invalidWords);
    return;
  }
  if (failure.is === 'former') {
    showEnd(formerWords);
    return;
  }
  const { title, sentence } = unreadWords(failure);
  const again = button('decide-button', 'Try again', () => void open().then(focusHeading));
  show(title, element('p', {}, sentence), again);
  focusHeading();
}

function showQuestion(link: string, question: DecisionQuestion): void {
  const { messageId, title, channel, source, messageStatus, options, status, expiresAt } = question;
  if (status !== 'pending') {
    showEnd(endedWords(question), question);
    return;
  }
  const facts = [channel, `expires ${when(expiresAt)}`].filter(Boolean).join(' · ');
  const said = [...question.claims, question.description, question.prompt, question.text];
  const texts = said.flatMap((text) => (text?.trim() && text !== title ? laidOut(text) : []));
  const isClaim = question.subject.length > 0 && texts.length > 0;
  const asked = question.asked.map((one, place) =>
    askedPart(one, { title, hasButtons: options.length > 0, place }),
  );
  const isFilledIn = asked.some((part) => part.isFilledIn);
  const canAnswer = options.length > 0 || isFilledIn;
  show(
    title,
    element('p', { className: 'meta', dir: 'auto' }, facts),
    source && element('p', { className: 'meta' }, source),
    messageStatus && statusWord(messageStatus),
    ...question.subject.flatMap(subjectPart),
    isClaim ? element('p', { className: 'meta' }, `${CLAIMED}:`) : null,
    ...texts,
    question.attachments.length === 0 ? null : filesOf(link, question.attachments),
    ...asked.map(({ node }) => node),
    options.length === 0 ? null : answersTo(question),
    isFilledIn ? sendPart(asked, question, (response, alert) => sendAll(response, alert)) : null,
    linkTo(
      pageOf(messageId),
      canAnswer ? 'Open the question in the inbox' : 'Open the question in the inbox to answer',
    ),
  );

  async function sendAll(response: object, alert: HTMLElement): Promise<void> {
    const turn = opened;
    const sent = await sendAnswers(link, response);
    if (turn !== opened) return;
    const issues = sent.is === 'refused' ? sent.issues : [];
    for (const { refuse } of asked) refuse(issues);
    if (sent.is === 'refused') {
      alert.textContent = 'Nothing was sent yet. See above.';
      asked.find(({ isRefused }) => isRefused())?.focus();
    } else if (sent.is === 'failed') alert.textContent = unsentWords(sent);
    else showEnd(wordsOf(sent), question);
  }
}

/** A part of what is asked about: every letter of it, on its own. */
function subjectPart({ name, is, text }: DecisionQuestion['subject'][number]) {
  const code = element('code', { dir: 'ltr' }, ...asDrawn(text));
  const label = element('span', { className: 'meta' }, `${name}: `);
  if (is === 'value' && text.length <= SHORT) return [element('p', {}, label, code)];
  return [element('p', {}, label), element('pre', { dir: 'ltr' }, code)];
}
const SHORT = 300;

const statusWord = (status: NonNullable<DecisionQuestion['messageStatus']>) => {
  const word = element('p', { className: 'decide-status' }, statusWords[status]);
  word.dataset.status = status;
  return word;
};

/** Each is downloaded with the link, as there may be no login. */
function filesOf(link: string, files: DecisionQuestion['attachments']) {
  const alert = element('p', { className: 'decide-alert', role: 'alert' });
  const rows = files.map((file) => {
    const save = async () => {
      alert.textContent = '';
      const bytes = await download(link, file.id);
      if (bytes) saveAs(file.filename, bytes);
      else alert.textContent = 'The file could not be downloaded. Try again, or open the question.';
    };
    const name = button('decide-file', file.filename, () => void save());
    return element('li', {}, name, element('span', { className: 'meta' }, ` ${sizeOf(file.size)}`));
  });
  return element(
    'div',
    {},
    element('ul', { className: 'decide-files', ariaLabel: 'Files' }, ...rows),
    alert,
  );
}

function answersTo(question: DecisionQuestion): HTMLElement {
  const { options, person } = question;
  const alert = element('p', { className: 'decide-alert', role: 'alert' });
  const buttons = options.map(({ label, tone, link }) => {
    const answer = button('decide-button', label, () => void send(link));
    answer.dataset.tone = tone;
    return answer;
  });
  const how = options.length === 1 ? 'the button to give this answer' : 'a button to answer';
  const made = element(
    'div',
    { className: 'decide-answer' },
    element('p', { className: 'soft', dir: 'auto' }, `You answer as ${person.name}. Press ${how}:`),
    ...buttons.map((answer, index) =>
      element(
        'div',
        { className: 'decide-option' },
        answer,
        ...laidOut(options[index]?.description ?? ''),
      ),
    ),
    alert,
  );
  // Several are at the end of what they answer.
  made.classList.toggle('is-in-view', options.length === 1);
  return made;

  async function send(link: string): Promise<void> {
    if (buttons.some((one) => one.ariaDisabled)) return;
    for (const one of buttons) one.ariaDisabled = 'true';
    alert.textContent = '';
    const turn = opened;
    const pressed = await press(link);
    if (turn !== opened) return;
    for (const one of buttons) one.ariaDisabled = null;
    if (pressed.is === 'failed') alert.textContent = unsentWords(pressed);
    else showEnd(wordsOf(pressed), question);
  }
}

type Ended = Exclude<Pressed, { is: 'failed' }>;

function wordsOf(pressed: Ended) {
  if (pressed.is === 'given') return givenWords(pressed.decision);
  return pressed.is === 'ended' ? endedWords(pressed.ending) : invalidWords;
}

function showEnd({ title, sentence }: typeof invalidWords, question?: DecisionQuestion): void {
  show(
    title,
    question ? element('p', { className: 'soft', dir: 'auto' }, question.title) : null,
    element('p', { dir: 'auto' }, sentence),
    question
      ? linkTo(pageOf(question.messageId), 'Open the question in the inbox')
      : linkTo(`${base}/`, 'Open the inbox'),
  );
  focusHeading();
}

const pageOf = (messageId: string) => `${base}/m/${messageId}`;

const darkness = matchMedia('(prefers-color-scheme: dark)');
darkness.addEventListener('change', () => applyAppearance(readAppearance()));
addEventListener('hashchange', () => void open());
void open();
