/** The answers that a person has chosen and that are not known to be stored. */
import type { Message } from '../../../src/core/messages/schema.ts';
import type { Model } from './model.ts';
import type { createRequests } from './requests.ts';

type Asked = ReturnType<typeof createRequests>['ask'];

export function createPresses(model: Model, ask: Asked, respond: (now: Message) => void) {
  /** By question: its number as it was read, and whether the answer is on its way. */
  const pressed = new Map<string, { seq: number; isSent: boolean }>();

  function settle(id: string, now: Message | null): void {
    pressed.delete(id);
    if (now) respond(now);
  }

  return {
    isHidden: (id: string) => pressed.has(id),
    press({ id, seq }: Message): void {
      if (!pressed.has(id)) pressed.set(id, { seq, isSent: false });
    },
    takeBack(id: string): void {
      if (!pressed.get(id)?.isSent) pressed.delete(id);
    },
    /** The inbox refuses it if the question is over, or another than was read; it is read again then. */
    send(id: string): void {
      const { seq, isSent } = pressed.get(id) ?? {};
      if (seq === undefined || isSent) return;
      pressed.set(id, { seq, isSent: true });
      const read = () => model.message(id) ?? null;
      ask(
        () => read() && model.answer(id, {}, seq),
        (stored) => (stored ? settle(id, stored) : ask(read, (now) => settle(id, now))),
      );
    },
    /** Presses on their way may not have arrived. */
    interrupt(): void {
      for (const [id, { seq }] of pressed) pressed.set(id, { seq, isSent: false });
    },
    all: () => [...pressed.keys()],
  };
}
