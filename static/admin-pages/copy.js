// Copy buttons: each fetches the whole JSON it names and puts it on the clipboard.
// Without this module (or a clipboard) the buttons stay hidden and the links beside them serve.

async function copy(button) {
  const label = button.firstChild;
  const before = label.data;
  try {
    const answer = await fetch(button.dataset.copy, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(answer.statusText);
    await navigator.clipboard.writeText(await answer.text());
    label.data = "Copied";
  } catch {
    label.data = "Not copied";
  }
  setTimeout(() => { label.data = before; }, 2000);
}

if (navigator.clipboard) {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", () => copy(button));
    button.hidden = false;
  }
}
