const undos = new Set();
let isClosed = false;

/** Remembers how something that was begun is undone: once, by a call of the answer or by `undoAll`. */
export function owned(undo) {
  async function undoOnce() {
    if (undos.delete(undoOnce)) {
      await undo();
    }
  }
  undos.add(undoOnce);
  if (isClosed) {
    undoOnce().catch(() => undefined);
    throw new Error('The bench is being stopped.');
  }
  return undoOnce;
}

/** Ends all that was started, the latest first, and removes its folders. */
export async function undoAll() {
  isClosed = true;
  for (const undo of [...undos].reverse()) {
    await undo().catch((error) => console.error(error.message));
  }
}
