/** Runs a prompt at the foot of the view, or an editor on the ordinary screen. */
import type { Stage } from '../asking/ask.ts';
import type { Heard } from '../asking/keys.ts';
import { Cancelled } from '../errors.ts';
import { type AsideEffect, asides, type Told } from './asides.ts';
import { sentenceOf } from './complaint.ts';
import type { Desk } from './feed.ts';
import { hold } from './held.ts';
import { scrollBy } from './place.ts';
import { type Asked, type State, selectedOf, withWritten } from './state.ts';

type Ways = Pick<Desk, 'state' | 'show'> & {
  /** Gives the terminal to another program during the work. */
  onOrdinaryScreen: <T>(work: () => Promise<T>) => Promise<T>;
};
export type Asides = ReturnType<typeof openAsides>;

export function openAsides({ state, show, onOrdinaryScreen }: Ways) {
  /** The open prompt, which is cancelled when its question ends. */
  let open: { id: string; abort: AbortController } | undefined;
  let ear: ((heard: Heard) => void) | undefined;

  const stage: Stage = {
    draw: (prompt) => show({ ...state(), prompt }),
    close: () => {},
    hear(take, draw) {
      ear = take;
      draw();
      return () => {
        ear = undefined;
      };
    },
  };

  /** Returns undefined if nothing was entered, which the view then says. */
  async function ask({ do: what, message }: AsideEffect): Promise<Told | undefined> {
    const abort = new AbortController();
    open = { id: message.id, abort };
    const ways = {
      ...{ signal: abort.signal, stage, written: state().draft.written },
      tell: (text: string) => show({ ...state(), notice: { text, tone: 'plain' } }),
      keep: (written: State['draft']['written']) => show(withWritten(state(), message.id, written)),
    };
    const work = () => asides[what](message, state(), ways);
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
    async carryOut(effect: AsideEffect): Promise<void> {
      const { message } = effect;
      const told = await ask(effect);
      if (told === undefined) return;
      if ('comment' in told) {
        const written = withWritten(state(), message.id, null);
        const isHere = written.selectedId === message.id;
        return show(isHere ? { ...written, draft: { ...written.draft, ...told } } : written);
      }
      show(hold(state(), message, told.response, { key: 'enter', at: Date.now() }));
    },
    /** Handles a key if a prompt is open; returns whether it did. */
    take(heard: Heard): boolean {
      if (!open) return false;
      const by = heard.is === 'key' && heard.action !== 'release' ? scrolls[heard.key] : undefined;
      const { drawn } = state();
      // The input would be invisible.
      if (drawn.isTooSmall && !isLeaving(heard)) return true;
      if (by) show({ ...state(), scroll: scrollBy(drawn.place, { by: 'page', to: by }) });
      else ear?.(heard);
      return true;
    },
    takeBackEnded(ended: State['ended']): void {
      if (open && open.id in ended) open.abort.abort();
    },
  };
}

/** The question above a prompt scrolls too. */
const scrolls: Record<string, 1 | -1> = { pageDown: 1, pageUp: -1 };

const isLeaving = (heard: Heard) =>
  heard.is === 'key' && (heard.key === 'ctrl-c' || heard.key === 'escape');

const nothingSent = (state: State, { id }: Asked) =>
  selectedOf(state)?.id === id && state.draft.written
    ? 'Nothing was sent; what you wrote is kept'
    : 'Nothing was sent';
