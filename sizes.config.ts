const { HEARTH_LONG, HEARTH_FULL } = process.env;

/** Files that this run leaves out: those that HEARTH_FULL=1 adds to `npm test`, and those that only HEARTH_LONG=1 makes. */
export const leftOut = [
  ...(HEARTH_LONG ? [] : ['*.long.test.*']),
  ...(HEARTH_LONG || HEARTH_FULL ? [] : ['*.full.test.*']),
].flatMap((name) => [`**/${name}`, `../**/${name}`]);
