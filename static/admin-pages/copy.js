// Copy buttons: each puts the text of the element it names, or the whole JSON it links to, on the
// clipboard. Without this module (or a clipboard) they stay hidden; what they copy is there to see.

async function textFor(button) {
  if (button.dataset.copyText) return document.getElementById(button.dataset.copyText).textContent;
  const answer = await fetch(button.dataset.copy, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

async function copy(button) {
  const label = button.firstChild;
  const before = label.data;
  try {
    await navigator.clipboard.writeText(await textFor(button));
    label.data = "Copied";
  } catch {
    label.data = "Not copied";
  }
  setTimeout(() => { label.data = before; }, 2000);
}

if (navigator.clipboard) {
  for (const button of document.querySelectorAll("button[data-copy], button[data-copy-text]")) {
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", () => copy(button));
    button.hidden = false;
  }
}
