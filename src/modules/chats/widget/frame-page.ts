import { browserModule, publicScript } from '#platform/pages/browser-module.ts';
import { textOn } from '#platform/pages/colour.ts';
import { Html, html } from '#platform/pages/html.ts';
import type { Language } from '#platform/pages/language.ts';
import { coloursOf, hashOf } from '#platform/pages/page.ts';
import { WidgetSettings } from '../channel/channel.schema.ts';
import type { Channel } from '../tables.ts';
import { words } from './browser/words.ts';
import { type Clock, openingText } from './opening.ts';
import type { ShownWidget } from './settings.ts';

const script = browserModule(import.meta.resolve('./browser/frame.browser.ts'));
const style = browserModule(import.meta.resolve('./browser/frame.css'));
publicScript('/widget.js', import.meta.resolve('./browser/launcher.browser.ts'));

const icons = {
  close: 'M6 6l12 12M18 6L6 18',
  attach: 'M20 11.5l-8.2 8.2a5 5 0 0 1-7.1-7.1l8.5-8.5a3.4 3.4 0 0 1 4.8 4.8l-8.5 8.4a1.7 1.7 0 0 1-2.4-2.4l7.8-7.7',
  send: 'M12 19V5M5.5 11.5L12 5l6.5 6.5',
};
const icon = (name: keyof typeof icons): Html =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icons[name]}"/></svg>`;

/** The page in the frame. Browsers show it only inside the sites that the organization allows, and on its own. */
export function framePage(widget: ShownWidget, channel: Channel, clock: Clock, wanted?: Language) {
  const { allowedDomains } = WidgetSettings.parse(channel.widget);
  const language = wanted ?? widget.language;
  const color = widget.color.toLowerCase();
  const colours = coloursOf(color);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'self' 'sha256-${hashOf(colours)}'`,
      "img-src 'self'",
      "script-src 'self'",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      `frame-ancestors ${["'self'", ...allowedDomains].join(' ')}`,
    ].join('; '),
    'x-robots-tag': 'noindex',
  };
  const status = statusOf(widget, clock, language);
  return { headers, body: Buffer.from(String(documentOf(widget, channel, { language, color, colours, status }))) };
}

/** Whether people answer now, or when they do again. */
function statusOf({ isOpen, opensAt }: ShownWidget, clock: Clock, language: Language): string {
  if (isOpen) return words[language].online;
  return opensAt ? openingText(opensAt, clock, language) : words[language].away;
}

function documentOf(
  widget: ShownWidget,
  { publicKey }: Channel,
  { language, color, colours, status }: { language: Language; color: string; colours: string; status: string },
): Html {
  const say = words[language];
  const name = widget.title || widget.organizationName;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>${name}</title>
<link rel="stylesheet" href="${style}">
<style>${new Html(colours)}</style>
<script type="module" src="${script}"></script>
</head>
<body data-key="${publicKey}" data-language="${language}" data-name="${name}" data-color="${color}"
  data-on-color="${textOn(color)}" data-position="${widget.position}" data-greeting="${widget.greeting || say.greeting}"
  ${widget.asksForEmail && html`data-asks-for-email`}>
<header>
${widget.logoUrl ? html`<img src="${widget.logoUrl}" alt="" width="40" height="40">` : html`<span class="letter" aria-hidden="true">${[...name][0]?.toUpperCase()}</span>`}
<div><h1>${name}</h1><p>${widget.isOpen && html`<span class="dot" aria-hidden="true"></span>`}${status}</p></div>
<button type="button" id="close" aria-label="${say.close}">${icon('close')}</button>
</header>
<main>
<button type="button" id="earlier" class="link" hidden>${say.earlier}</button>
<div id="log" role="log" aria-live="polite" aria-label="${say.messages}" tabindex="0"></div>
</main>
<p id="note" role="status" hidden></p>
<form id="email-form" hidden>
<label for="email" id="email-why"></label>
<div><input id="email" type="email" required maxlength="254" autocomplete="email" placeholder="${say.email}" aria-label="${say.email}"><button class="button">${say.save}</button></div>
</form>
<form id="composer" hidden>
<label class="icon" title="${say.attach}"><input id="file" type="file" multiple aria-label="${say.attach}">${icon('attach')}</label>
<textarea id="text" rows="1" maxlength="4096" placeholder="${say.write}" aria-label="${say.write}"></textarea>
<button class="send" aria-label="${say.send}">${icon('send')}</button>
</form>
${widget.continueUrl && html`<footer><a id="continue" href="${widget.continueUrl}" target="_blank" rel="noopener">${say.continueOn}</a></footer>`}
<noscript><p>JavaScript</p></noscript>
</body>
</html>
`;
}
