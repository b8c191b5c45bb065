/** The facts about a coding agent that connects to an inbox, in the `client.ts` of its folder. */
export type AgentClient = {
  /** Its name as people read it. */
  label: string;
  /** The program that runs it; `--version` prints its version. */
  program: string;
  /** The first version whose hooks do what the inbox needs. */
  leastVersion: string;
  /** Whether a tool of a server can decide about its other tools: that of `prompts.ts`. */
  asksByTool: boolean;
  /** Whether its own prompt is hidden while its hook is held: a person at its machine is asked there instead. */
  hidesPrompt: boolean;
};
