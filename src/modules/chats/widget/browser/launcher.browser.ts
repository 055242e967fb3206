/*
 * The script on the web site: a button that opens the widget, which lives in a frame of its own. Neither side can read the other:
 * they exchange a few messages. On a site that is not allowed the frame never answers, and no button appears.
 */
(() => {
  const script = document.currentScript as HTMLScriptElement | null;
  const channel = script?.dataset.channel;
  if (!script || !channel || document.querySelector('[data-colmado-chat]')) return;
  const { origin } = new URL(script.src);
  const words = {
    es: {
      open: 'Abrir el chat',
      close: 'Cerrar el chat',
      unread: (count: number) => (count === 1 ? '1 mensaje sin leer' : `${count} mensajes sin leer`),
    },
    en: {
      open: 'Open the chat',
      close: 'Close the chat',
      unread: (count: number) => (count === 1 ? '1 unread message' : `${count} unread messages`),
    },
  };
  let say = words.es;
  let isOpen = false;
  let unread = 0;
  let identity = script.dataset.identity ?? null;

  const host = document.createElement('div');
  host.dataset.colmadoChat = '';
  const root = host.attachShadow({ mode: 'open' });
  const style = new CSSStyleSheet();
  style.replaceSync(`
    :host { all: initial; position: fixed; z-index: 2147483000; inset: auto; font: 14px/1.4 system-ui, sans-serif; }
    button { all: unset; box-sizing: border-box; position: fixed; bottom: 20px; right: 20px; width: 60px; height: 60px;
      border-radius: 50%; cursor: pointer; display: grid; place-items: center; background: var(--accent); color: var(--on-accent);
      box-shadow: 0 6px 24px rgb(0 0 0 / .24), 0 1px 4px rgb(0 0 0 / .16); transition: transform .16s ease; }
    button:hover { transform: scale(1.06); }
    button:focus-visible { outline: 3px solid #fff; outline-offset: 0; box-shadow: 0 0 0 6px #1a1a1a; }
    svg { grid-area: 1 / 1; width: 28px; height: 28px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round;
      stroke-linejoin: round; transition: opacity .16s, transform .16s; }
    .less { opacity: 0; transform: rotate(-45deg); }
    [aria-expanded=true] .less { opacity: 1; transform: none; }
    [aria-expanded=true] .more { opacity: 0; transform: rotate(45deg); }
    .badge { position: absolute; top: -4px; right: -4px; min-width: 22px; height: 22px; padding: 0 6px; box-sizing: border-box;
      border-radius: 11px; background: #c81e1e; color: #fff; font: 600 12px/22px system-ui, sans-serif; text-align: center;
      box-shadow: 0 0 0 2px #fff; }
    iframe { position: fixed; bottom: 96px; right: 20px; width: 400px; height: min(680px, calc(100dvh - 120px)); border: 0;
      border-radius: 18px; background: #fff; color-scheme: light dark; box-shadow: 0 12px 48px rgb(0 0 0 / .26), 0 2px 8px rgb(0 0 0 / .12);
      visibility: hidden; opacity: 0; transform: translateY(12px) scale(.98); transform-origin: bottom right;
      transition: opacity .18s ease, transform .18s ease, visibility 0s .18s; }
    iframe.open { visibility: visible; opacity: 1; transform: none; transition-delay: 0s; }
    :host(.left) button { right: auto; left: 20px; }
    :host(.left) iframe { right: auto; left: 20px; transform-origin: bottom left; }
    [hidden] { display: none !important; }
    .status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    @media (max-width: 480px) {
      iframe { inset: 0 !important; width: 100%; height: 100dvh; border-radius: 0; }
      button[aria-expanded=true] { display: none; }
    }
    @media (prefers-reduced-motion: reduce) { iframe, button, svg { transition: none; } }
    @media (prefers-color-scheme: dark) { iframe { background: #17181c; } }
    @media print { :host { display: none; } }
  `);
  root.adoptedStyleSheets = [style];

  const icon = (className: string, path: string): SVGElement => {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('class', className);
    svg.setAttribute('aria-hidden', 'true');
    const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    line.setAttribute('d', path);
    svg.append(line);
    return svg;
  };
  const button = document.createElement('button');
  button.type = 'button';
  button.hidden = true;
  const badge = document.createElement('span');
  badge.className = 'badge';
  badge.hidden = true;
  badge.setAttribute('aria-hidden', 'true');
  button.append(
    icon('more', 'M4 5.5h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-8.5L7 21v-3.5H4a1 1 0 0 1-1-1v-10a1 1 0 0 1 1-1Z'),
    icon('less', 'M6 9l6 6 6-6'),
    badge,
  );
  const status = document.createElement('span');
  status.className = 'status';
  status.setAttribute('role', 'status');
  const frame = document.createElement('iframe');
  frame.title = 'Chat';
  frame.allow = 'clipboard-write';
  const language = script.dataset.language;
  frame.src = `${origin}/v1/channel/${encodeURIComponent(channel)}/widget/frame${language ? `?language=${encodeURIComponent(language)}` : ''}`;

  const tell = (message: object): void => frame.contentWindow?.postMessage({ colmado: true, ...message }, origin);
  const show = (wanted: boolean): void => {
    isOpen = wanted;
    frame.classList.toggle('open', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
    label();
    tell({ type: isOpen ? 'open' : 'close' });
    if (isOpen) frame.focus();
    else button.focus();
  };
  const label = (): void => {
    const count = unread > 0 && !isOpen ? unread : 0;
    badge.hidden = count === 0;
    badge.textContent = count > 9 ? '9+' : String(count);
    const announced = count > 0 ? say.unread(count) : '';
    if (status.textContent !== announced) status.textContent = announced;
    button.setAttribute('aria-label', isOpen ? say.close : announced ? `${say.open}: ${announced}` : say.open);
  };
  button.addEventListener('click', () => show(!isOpen));

  /** For browsers that give a frame of another site no storage: the site keeps the visitor's token for it. */
  const kept = {
    get: (): string | null => {
      try {
        return localStorage.getItem(`colmado-chat-${channel}`);
      } catch {
        return null;
      }
    },
    set: (token: string): void => {
      try {
        localStorage.setItem(`colmado-chat-${channel}`, token);
      } catch {
        // The visit lasts as long as the page.
      }
    },
  };

  interface FromFrame {
    type: 'ready' | 'unread' | 'close' | 'keep';
    token: string;
    color: string;
    onColor: string;
    position: 'left' | 'right';
    language: 'es' | 'en';
    title: string;
    count: number;
  }
  addEventListener('message', ({ source, origin: from, data }: MessageEvent) => {
    if (source !== frame.contentWindow || from !== origin || data?.colmado !== true) return;
    const message = data as FromFrame;
    if (message.type === 'ready') {
      host.style.setProperty('--accent', message.color);
      host.style.setProperty('--on-accent', message.onColor);
      host.classList.toggle('left', message.position === 'left');
      say = words[message.language];
      frame.title = message.title;
      button.hidden = false;
      button.setAttribute('aria-expanded', 'false');
      label();
      tell({ type: 'init', identity, token: kept.get() });
    } else if (message.type === 'unread') {
      unread = message.count;
      label();
    } else if (message.type === 'keep') kept.set(message.token);
    else if (message.type === 'close') show(false);
  });

  /** For the site: `ColmadoChat.open()`, and `identify` after a person has signed in. */
  Object.assign(window, {
    ColmadoChat: {
      open: () => show(true),
      close: () => show(false),
      identify: (jwt: string | null) => {
        identity = jwt;
        tell({ type: 'identify', identity });
      },
    },
  });

  root.append(button, status, frame);
  const attach = (): void => void document.body.append(host);
  if (document.body) attach();
  else addEventListener('DOMContentLoaded', attach);
})();
