/** The header of an answer to a hook that asked nothing, so that its empty body is not a decision that is missing. */
export const ASKED_NOTHING = 'inbox-asked-nothing';
