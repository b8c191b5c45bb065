/** Runs a prompt at the foot of the view, or an editor on the ordinary screen. */
import type { JsonObject } from '../../core/json.ts';
import { answerFromEditor } from '../answer-editor.ts';
import { answerFromPrompts } from '../answer-prompts.ts';
import { Cancelled } from '../errors.ts';
import { type Stage, typeAhead } from '../prompting/ask.ts';
import type { Input } from '../prompting/keys.ts';
import { answerPrompts, type Writing } from '../prompting/prompts.ts';
import type { TriageView } from './feed.ts';
import { hold } from './held.ts';
import { scrollBy } from './place.ts';
import { type Asked, type Effect, type State, selectedOf, withWritten } from './state.ts';
import { sentenceOf } from './trouble.ts';

type Ways = Pick<TriageView, 'state' | 'show'> & {
  /** Gives the terminal to another program during the work. */
  onOrdinaryScreen: <T>(work: () => Promise<T>) => Promise<T>;
};

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

// Input besides the keys: by the prompts of `inbox answer`, or in an editor.

type Entered = { response: JsonObject } | { comment: string };
type Prompt = (message: Asked, state: State, writing: Writing) => Promise<Entered>;
type PromptEffect = Extract<Effect, { do: 'prompt' | 'edit' | 'comment' }>;

const inlinePrompts: Record<PromptEffect['do'], Prompt> = {
  prompt: async (message, _, writing) => ({
    response: await answerFromPrompts(message.review, writing),
  }),
  edit: async (message, _, { signal }) => ({
    response: await answerFromEditor(message.review, signal),
  }),
  async comment(_, { draft }, { signal, written, keep, stage }) {
    const begun = written?.comment;
    const comment = await answerPrompts(signal, stage).text({
      message: 'Comment',
      lines: 'pasted',
      initial: typeof begun === 'string' ? begun : draft.comment,
      changed: (comment) => keep?.({ comment }),
    });
    return { comment };
  },
};
