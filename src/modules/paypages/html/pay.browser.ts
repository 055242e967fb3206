/** Keeps a form from being sent twice, and shows the outcome of a payment as soon as the bank has answered. */
const RELOADED_AFTER_MS = 4_000;

for (const form of document.querySelectorAll('form'))
  form.addEventListener('submit', () => {
    const [button] = form.querySelectorAll('button');
    if (button) setTimeout(() => (button.disabled = true));
  });

// A page that the browser brings back from its memory would have its buttons disabled.
addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('button')) button.disabled = false;
});

if (document.querySelector('[data-waiting]')) setTimeout(() => location.reload(), RELOADED_AFTER_MS);
