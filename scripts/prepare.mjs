import { build, isBuilt, isBuiltElsewhere } from './build.mjs';
import { holdLock } from './hold-lock.mjs';
import { install, isInstalled, isInstalledForProduction, requireNode } from './install.mjs';

/** Installs and builds what a fresh clone, or one whose sources changed, needs before the server can start. */
export async function prepare({ withBuild = true } = {}) {
  requireNode();
  const isReady = async () => (await isInstalled()) && (!withBuild || (await isBuilt()));
  const isDeployed = async () =>
    withBuild && (await isInstalledForProduction()) && (await isBuiltElsewhere());
  if ((await isReady()) || (await isDeployed())) {
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
