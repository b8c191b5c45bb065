/** Topics that the inbox makes. Anyone who knows one can read and press there, so nobody may guess it. */
import { randomBytes } from 'node:crypto';

const BYTES = 16;

export const madeTopic = (): string => `inbox-${randomBytes(BYTES).toString('hex')}`;

export const isMadeTopic = (topic: string): boolean => /^inbox-[0-9a-f]{32}$/.test(topic);
