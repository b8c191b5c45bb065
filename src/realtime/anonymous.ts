/**
 * Limits connections without a credential. Socket.IO clients may send it only after the handshake:
 * until then a connection takes one of few places, for at most ten seconds.
 */
import type { Server as Engine } from '@socket.io/bun-engine';
import { createPlaces, type Place } from './places.ts';

const PATIENCE_MS = 10_000;
const MOST_WRONG = 3;
/** The most that an anonymous client may send; its credential takes a hundred bytes. */
const LARGEST_INTRODUCTION = 16 * 1024;

export type AnonymousRules = {
  addressOf: (request: Request) => string;
  /** Whether the handshake itself has a valid credential. */
  isKnown: (request: Request) => Promise<boolean>;
  /** The addresses from which a valid credential was used recently. */
  knownAddresses: { has: (address: string) => boolean; note: (address: string) => void };
  byAddress: boolean;
};
export type AnonymousGate = ReturnType<typeof createAnonymousGate>;

type Packet = { type: string; data?: string | { byteLength: number } };
type Connection = { id: string; transport: { close: () => void }; close: () => void };
/** A connection since its handshake; a known one takes no place. */
type Guest = {
  connection: Connection;
  place: Place | null;
  timer: Timer;
  received: number;
  wrong: number;
  beingLookedUp: number;
  isUpgrading: boolean;
};

export function createAnonymousGate(engine: Engine, rules: AnonymousRules) {
  const { addressOf, isKnown, knownAddresses, byAddress } = rules;
  const places = createPlaces({ isKnown: knownAddresses.has, byAddress });
  const entering = new WeakMap<Request, Place>();
  const guests = receiveGuests(engine, entering);

  return {
    /** Opens a connection for a handshake, or refuses it before anything is allocated. */
    async open(request: Request, connect: () => Promise<Response>): Promise<Response> {
      const address = addressOf(request);
      if (await isKnown(request)) {
        knownAddresses.note(address);
        return connect();
      }
      const place = places.take(address);
      if (!place) return refused();
      entering.set(request, place);
      try {
        return await connect();
      } finally {
        // No connection was opened: the engine refused the handshake.
        if (entering.has(request)) place.leave();
      }
    },
    /** Whether a request of an open connection may be passed on to it. */
    maySend(id: string, { method, headers }: Request): boolean {
      const guest = guests.get(id);
      if (!guest) return true;
      if (headers.has('upgrade')) return mayUpgrade(guest);
      const length = Number(headers.get('content-length') ?? 0);
      return method !== 'POST' || !guest.place || length <= LARGEST_INTRODUCTION;
    },
    has: (id: string) => guests.has(id),
    /**
     * Counts a credential before it is looked up, so that sending many at the same time gains
     * nothing.
     */
    mayShow(id: string): boolean {
      const guest = guests.get(id);
      if (!guest) return false;
      if (guest.wrong + guest.beingLookedUp >= MOST_WRONG) {
        guest.connection.close();
        return false;
      }
      guest.beingLookedUp++;
      return true;
    },
    /** Records the result; null if the credential could not be looked up. */
    hasShown(id: string, isGood: boolean | null): void {
      const guest = guests.get(id);
      if (!guest) return;
      guest.beingLookedUp--;
      if (isGood) makeKnown(guest, knownAddresses.note);
      if (isGood === false) guest.wrong++;
      // After the refusal has been sent.
      if (guest.wrong >= MOST_WRONG) setImmediate(() => guest.connection.close());
    },
  };
}

/** Keeps the open connections by their ids. */
function receiveGuests(engine: Engine, entering: WeakMap<Request, Place>): Map<string, Guest> {
  const guests = new Map<string, Guest>();
  engine.on('connection', (connection, request) => {
    const place = entering.get(request) ?? null;
    entering.delete(request);
    const guest = welcome(connection, place);
    guests.set(connection.id, guest);
    if (place) connection.on('packet', (packet) => boundIntroduction(guest, packet));
    connection.once('close', () => {
      guests.delete(connection.id);
      clearTimeout(guest.timer);
      place?.leave();
    });
  });
  return guests;
}

function welcome(connection: Connection, place: Place | null): Guest {
  // `close()` would wait for a client that no longer polls to fetch its packets.
  const timer = setTimeout(() => connection.transport.close(), PATIENCE_MS);
  const counts = { received: 0, wrong: 0, beingLookedUp: 0, isUpgrading: false };
  return { connection, place, timer, ...counts };
}

function makeKnown(guest: Guest, note: (address: string) => void): void {
  clearTimeout(guest.timer);
  if (!guest.place) return;
  note(guest.place.address);
  guest.place.leave();
  guest.place = null;
}

/** The engine reads the type after its listeners: it closes a connection on an invalid packet. */
function boundIntroduction(guest: Guest, packet: Packet): void {
  if (!guest.place) return;
  const { data } = packet;
  guest.received += typeof data === 'string' ? data.length : (data?.byteLength ?? 0);
  if (guest.received > LARGEST_INTRODUCTION) packet.type = 'error';
}

/** The engine uses one websocket for a connection, and leaves any further one open and unused. */
function mayUpgrade(guest: Guest): boolean {
  if (guest.isUpgrading) return false;
  guest.isUpgrading = true;
  return true;
}

function refused(): Response {
  const message =
    'Too many connections without a credential. Send the credential with the handshake';
  const headers = { 'retry-after': String(PATIENCE_MS / 1000) };
  return Response.json({ statusCode: 429, message }, { status: 429, headers });
}
