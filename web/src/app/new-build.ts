const mark = 'hearth-reloaded-at';
const againAfterMs = 60_000;

/** A tab that was open during a deploy asks for files of the old build: it loads the new one, once. */
export function reloadOnceForNewBuild(reload: () => void = () => window.location.reload()): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (Date.now() - Number(sessionStorage.getItem(mark)) > againAfterMs) {
      sessionStorage.setItem(mark, String(Date.now()));
      event.preventDefault();
      reload();
    }
  });
}
