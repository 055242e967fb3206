import { html } from '#platform/pages/html.ts';
import { renderPage } from '#platform/pages/page.ts';
import type { Channel } from '../tables.ts';
import type { ShownWidget } from './settings.ts';

const words = {
  es: {
    title: 'Así se ve el chat en tu página',
    try: 'Abre el chat con el botón de la esquina y escribe como un cliente. Las respuestas llegan desde tu bandeja.',
    add: 'Para ponerlo en tu sitio, agrega esta línea antes de </body>:',
  },
  en: {
    title: 'This is how the chat looks on your page',
    try: 'Open the chat with the button in the corner and write as a customer. The answers come from your inbox.',
    add: 'To put it on your site, add this line before </body>:',
  },
};

/** A page of the service with the widget on it. */
export function previewPage(widget: ShownWidget, { publicKey }: Channel, publicUrl: string) {
  const said = words[widget.language];
  const tag = `<script async src="${publicUrl}/widget.js" data-channel="${publicKey}"></script>`;
  return renderPage({
    language: widget.language,
    title: said.title,
    brand: { name: widget.organizationName, logoUrl: widget.logoUrl, colour: widget.color.toLowerCase() },
    hasFrames: true,
    body: html`<h1>${said.title}</h1>
<section class="card"><p>${said.try}</p><p>${said.add}</p><pre tabindex="0"><code>${tag}</code></pre></section>
<script async src="/widget.js" data-channel="${publicKey}"></script>`,
  });
}
