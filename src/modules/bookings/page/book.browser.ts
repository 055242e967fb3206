/** Shows times in the visitor's own zone, and sends the form without leaving the page. Everything works without it. */

interface Problem {
  message?: string;
  detail: string;
  errors: { path: string }[];
}

const page = document.querySelector<HTMLElement>('.booking');
const address = new URL(location.href);
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Browsers that hide where their reader is say UTC: the times of the business are better. */
const isHidden = /^(Etc\/)?(UTC|GMT|Unknown)$/.test(zone ?? '');
if (page && zone && !isHidden && !address.searchParams.has('timeZone') && page.dataset.timeZone !== zone) {
  address.searchParams.set('timeZone', zone);
  location.replace(address);
}

const form = document.querySelector<HTMLFormElement>('form[data-booking]');
const alert = document.querySelector<HTMLElement>('.alert');
/** The questions of a form are checked first (`fill-in.browser.ts`). */
form?.addEventListener(form.querySelector('[data-form]') ? 'filled' : 'submit', (event) => {
  event.preventDefault();
  void send(form);
});

async function send(sent: HTMLFormElement): Promise<void> {
  const button = sent.querySelector<HTMLButtonElement>('button[type=submit]')!;
  button.disabled = true;
  try {
    const answer = await fetch(sent.action, {
      method: 'POST',
      body: new FormData(sent),
      headers: { accept: 'application/json' },
    });
    const body = await answer.json();
    if (answer.ok) location.assign(body.payUrl ?? body.url);
    else show(sent, body as Problem);
  } catch {
    show(sent, { detail: alert?.dataset.offline ?? '', errors: [] });
  } finally {
    button.disabled = false;
    button.textContent = button.dataset.label ?? button.textContent;
  }
}

function show(sent: HTMLFormElement, { message, detail, errors }: Problem): void {
  if (!alert) return;
  const title = document.createElement('strong');
  title.textContent = alert.dataset.title ?? '';
  const text = document.createElement('p');
  text.textContent = message ?? detail;
  alert.replaceChildren(title, text);
  alert.hidden = false;
  const wrong = new Set(errors.map(({ path }) => path.replace(/^body\./, '')));
  for (const field of sent.querySelectorAll<HTMLInputElement>('input, select, textarea'))
    field.setAttribute('aria-invalid', String(wrong.has(field.name)));
  // It is above the form, out of sight of the button on a telephone.
  alert.tabIndex = -1;
  alert.focus();
}
