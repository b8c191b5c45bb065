/** The parts of each way. One is loaded when it is first used: together they would take part of every start. */
import type { Doctor, Listen, Send } from './part.ts';
import type { ContactKind, ListeningKind } from './ways.ts';

type Load<Part> = () => Promise<Part>;
type Parts<Kind> = {
  send: Load<{ send: Send }>;
  listen: Kind extends ListeningKind ? Load<{ listen: Listen }> : null;
  doctor: Load<Doctor>;
};

export const parts: { [Kind in ContactKind]: Parts<Kind> } = {
  webpush: {
    send: () => import('./webpush/send.ts'),
    listen: null,
    doctor: () => import('./webpush/doctor.ts'),
  },
  ntfy: {
    send: () => import('./ntfy/send.ts'),
    listen: () => import('./ntfy/listen.ts'),
    doctor: () => import('./ntfy/doctor.ts'),
  },
  apprise: {
    send: () => import('./apprise/send.ts'),
    listen: null,
    doctor: () => import('./apprise/doctor.ts'),
  },
  email: {
    send: () => import('./email/send.ts'),
    listen: null,
    doctor: () => import('./email/doctor.ts'),
  },
  telegram: {
    send: () => import('./telegram/send.ts'),
    listen: () => import('./telegram/listen.ts'),
    doctor: () => import('./telegram/doctor.ts'),
  },
  slack: {
    send: () => import('./slack/send.ts'),
    listen: () => import('./slack/listen.ts'),
    doctor: () => import('./slack/doctor.ts'),
  },
};
