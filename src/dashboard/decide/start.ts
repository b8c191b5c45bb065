/**
 * The page of a decision link. The link is in the fragment, which browsers send to no server; opening the
 * page gives no answer, only a person's press does.
 */
import type { DecisionQuestion } from '../../core/decisions/schema.ts';
import { withoutMarks } from '../../core/messages/plain.ts';
import { base } from '../data/base.ts';
import { applyAppearance, readAppearance } from '../look/appearance.ts';
import { when } from '../look/clock.ts';
import { button, element, focusHeading, linkTo, show } from './draw.ts';
import { type Failure, lookAt, type Pressed, press } from './exchange.ts';
import { endedWords, givenWords, invalidWords, unreadWords, unsentWords } from './words.ts';

/** Counts the links that were opened in this page: a response to an earlier one changes nothing. */
let opened = 0;

async function open(): Promise<void> {
  const turn = ++opened;
  const link = location.hash.slice(1);
  if (!/^hd_[\w-]+$/.test(link)) {
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
  const { title, sentence } = unreadWords(failure);
  const again = button('decide-button', 'Try again', () => void open().then(focusHeading));
  show(title, element('p', {}, sentence), again);
  focusHeading();
}

function showQuestion(link: string, question: DecisionQuestion): void {
  const { messageId, title, channel, option, status, expiresAt } = question;
  if (status !== 'pending') {
    showEnd(endedWords(question), question);
    return;
  }
  const alert = element('p', { className: 'decide-alert', role: 'alert' });
  const answer = button('decide-button', option.label, () => void send());
  answer.dataset.tone = option.tone;
  const facts = [channel, `expires ${when(expiresAt)}`].filter(Boolean).join(' · ');
  const texts = [question.description, question.text].flatMap((text) =>
    text?.trim() && text !== title ? withoutMarks(text) : [],
  );
  show(
    title,
    element('p', { className: 'meta', dir: 'auto' }, facts),
    ...texts.map((text) => element('p', { className: 'decide-text', dir: 'auto' }, text)),
    element(
      'div',
      { className: 'decide-answer' },
      element('p', { className: 'soft' }, 'Press the button to give this answer:'),
      answer,
      alert,
    ),
    linkTo(pageOf(messageId), 'Open the question in the inbox'),
  );
  async function send(): Promise<void> {
    if (answer.ariaDisabled) return;
    answer.ariaDisabled = 'true';
    alert.textContent = '';
    const turn = opened;
    const pressed = await press(link);
    if (turn !== opened) return;
    answer.ariaDisabled = null;
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
