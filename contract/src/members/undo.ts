/** How long a removal, a revocation or a rejection can be undone; mails about it wait until then. */
export const undoSeconds = 60;
