/** The coding agents that connect to an inbox, by the names that they have on the wire and in commands. */
import { claude } from './claude/client.ts';
import type { AgentClient } from './client.ts';
import { codex } from './codex/client.ts';
import { copilot } from './copilot/client.ts';
import { gemini } from './gemini/client.ts';
import { opencode } from './opencode/client.ts';

export const clients = { claude, codex, copilot, gemini, opencode };

export type ClientName = keyof typeof clients;
export const clientNames = Object.keys(clients) as [ClientName, ...ClientName[]];
export const isClientName = (name: string): name is ClientName => Object.hasOwn(clients, name);

/** The clients that let a tool of the inbox decide about their tools. */
export const promptedClients = clientNames.filter((name) => clients[name].asksByTool);

/** A name that is stored was one of these when its machine was connected. */
export const clientOf = (name: string): AgentClient => clients[name as ClientName];
