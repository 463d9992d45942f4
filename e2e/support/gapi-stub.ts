/**
 * Stands in for Google's `https://apis.google.com/js/api.js`: as much of `gapi.iframes` as Google's SDK
 * and our frame use, over postMessage. It runs in both pages, as the real one does.
 */
export const gapiStub = `(() => {
  const onload = new URL(document.currentScript.src).searchParams.get('onload');

  function connect(findPeer) {
    const handlers = new Map([['ping', () => 'ready']]);
    const early = [];
    const answers = new Map();
    let calls = 0;

    function answer({ name, data, id }, { source, origin }) {
      const result = handlers.get(name)(data);
      source.postMessage({ gapi: 'answer', id, result }, origin);
    }

    addEventListener('message', (event) => {
      const { source, data } = event;
      if (!data?.gapi || source !== findPeer()) return;
      if (data.gapi === 'answer') answers.get(data.id)?.([data.result]);
      else if (handlers.has(data.name)) answer(data, event);
      else early.push([data, event]);
    });

    return {
      register(name, handler) {
        handlers.set(name, handler);
        for (const [data, event] of early.splice(0)) {
          if (data.name === name) answer(data, event);
          else early.push([data, event]);
        }
      },
      send(name, data, callback) {
        const id = (calls += 1);
        answers.set(id, callback);
        findPeer()?.postMessage({ gapi: 'call', id, name, data }, '*');
      },
    };
  }

  const context = {
    async open({ where, url, attributes }, onOpen) {
      const element = document.createElement('iframe');
      element.src = url;
      Object.assign(element.style, attributes.style);
      const channel = connect(() => element.contentWindow);
      where.append(element);
      return onOpen({
        ...channel,
        restyle: async () => undefined,
        ping: (callback) =>
          new Promise((resolve) => {
            const timer = setInterval(() => channel.send('ping', null, settle), 100);
            function settle() {
              clearInterval(timer);
              callback();
              resolve();
            }
          }),
      });
    },
    getParentIframe: () => connect(() => window.parent),
  };

  window.gapi = {
    load: (_name, { callback }) => setTimeout(callback),
    iframes: {
      Iframe: function Iframe() {},
      CROSS_ORIGIN_IFRAMES_FILTER: 'cross-origin',
      getContext: () => context,
    },
  };
  window[onload]?.();
})();`;
