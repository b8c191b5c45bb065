/** Runs a prompt at the foot of the view, or an editor on the ordinary screen. */
import { type Stage, typeAhead } from '../asking/ask.ts';
import type { Input } from '../asking/keys.ts';
import { Cancelled } from '../errors.ts';
import { sentenceOf } from './complaint.ts';
import type { TriageView } from './feed.ts';
import { hold } from './held.ts';
import { type Entered, inlinePrompts, type PromptEffect } from './inline-prompts.ts';
import { scrollBy } from './place.ts';
import { type Asked, type State, selectedOf, withWritten } from './state.ts';

type Ways = Pick<TriageView, 'state' | 'show'> & {
  /** Gives the terminal to another program during the work. */
  onOrdinaryScreen: <T>(work: () => Promise<T>) => Promise<T>;
};
export type Prompts = ReturnType<typeof openPrompts>;

export function openPrompts({ state, show, onOrdinaryScreen }: Ways) {
  /** The open prompt, which is cancelled when its question ends. */
  let open: { id: string; abort: AbortController } | undefined;
  let ear: ((input: Input) => void) | undefined;

  const stage: Stage = {
    draw: (prompt) => show({ ...state(), prompt }),
    close: () => {},
    listen(take, draw) {
      ear = take;
      draw();
      return () => {
        ear = undefined;
      };
    },
  };

  /** Returns undefined if nothing was entered, which the view then says. */
  async function ask({ do: what, message }: PromptEffect): Promise<Entered | undefined> {
    const abort = new AbortController();
    open = { id: message.id, abort };
    const ways = {
      signal: abort.signal,
      stage,
      written: state().draft.written,
      show: (text: string) => show({ ...state(), notice: { text, tone: 'plain' } }),
      keep: (written: State['draft']['written']) => show(withWritten(state(), message.id, written)),
    };
    const work = () => inlinePrompts[what](message, state(), ways);
    try {
      return await (what === 'edit' ? onOrdinaryScreen(work) : work());
    } catch (error) {
      const text = error instanceof Cancelled ? nothingSent(state(), message) : sentenceOf(error);
      if (!abort.signal.aborted) show({ ...state(), notice: { text, tone: 'plain' } });
      return undefined;
    } finally {
      open = undefined;
      show({ ...state(), prompt: null });
    }
  }

  return {
    async carryOut(effect: PromptEffect): Promise<void> {
      const { message } = effect;
      const entered = await ask(effect);
      if (entered === undefined) return;
      if ('comment' in entered) {
        const written = withWritten(state(), message.id, null);
        const isHere = written.selectedId === message.id;
        return show(isHere ? { ...written, draft: { ...written.draft, ...entered } } : written);
      }
      show(hold(state(), message, entered.response, { key: 'enter', at: Date.now() }));
    },
    /** Handles a key if a prompt is open; returns whether it did. */
    take(input: Input): boolean {
      if (!open) return false;
      const by = input.is === 'key' && input.action !== 'release' ? scrolls[input.key] : undefined;
      const { drawn } = state();
      // The input would be invisible.
      if (drawn.isTooSmall && !isLeaving(input)) return true;
      if (by) show({ ...state(), scroll: scrollBy(drawn.place, { by: 'page', to: by }) });
      else if (ear) ear(input);
      else if (isWritten(input)) typeAhead(input);
      return true;
    },
    takeBackEnded(ended: State['ended']): void {
      if (open && open.id in ended) open.abort.abort();
    },
  };
}

/** The question above a prompt scrolls too. */
const scrolls: Record<string, 1 | -1> = { pageDown: 1, pageUp: -1 };

/** Some of the keys that opened the prompt may still be held. */
const isWritten = (input: Input) =>
  input.is === 'text' || (input.is === 'key' && [...input.key].length === 1);

const isLeaving = (input: Input) =>
  input.is === 'key' && (input.key === 'ctrl-c' || input.key === 'escape');

const nothingSent = (state: State, { id }: Asked) =>
  selectedOf(state)?.id === id && state.draft.written
    ? 'Nothing was sent; what you wrote is kept'
    : 'Nothing was sent';
