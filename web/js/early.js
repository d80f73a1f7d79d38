// Runs before the first paint, so that the page never flashes in the wrong theme or language.
(() => {
  const root = document.documentElement;
  /** @type {{theme?: string, language?: string}} */
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem('mancala.settings') ?? '{}') ?? {};
  } catch {
    // Storage may be forbidden or hold anything; the defaults do.
  }
  if (settings.theme === 'light' || settings.theme === 'dark') root.dataset.theme = settings.theme;
  const wanted = settings.language ?? navigator.language ?? 'en';
  root.lang = wanted.toLowerCase().startsWith('ru') ? 'ru' : 'en';
  // The texts are fetched together with the scripts, not after them.
  const texts = document.createElement('link');
  Object.assign(texts, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: `texts/${root.lang}.json` });
  document.head.append(texts);
})();
