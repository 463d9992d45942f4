import { build, isBuilt } from './build.mjs';
import { holdLock } from './hold-lock.mjs';
import { install, isInstalled, requireNode } from './install.mjs';

/** Brings a fresh clone, or one whose sources changed, to where the server can start. */
export async function prepare({ withBuild = true } = {}) {
  requireNode();
  const isReady = async () => (await isInstalled()) && (!withBuild || (await isBuilt()));
  if (await isReady()) {
    return;
  }
  await holdLock(async () => {
    if (!(await isInstalled())) {
      await install();
    }
    if (withBuild && !(await isBuilt())) {
      await build();
    }
  });
}
