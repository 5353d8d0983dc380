// What forms cannot do in HTML alone.

// A picture that fails to load gives way to the fallback, and the card says so.

function giveWay(image) {
  const picture = image.closest(".hf-picture");
  image.remove();
  if (!picture || image.classList.contains("hf-strip-icon")) return;
  if (picture.querySelector(".hf-thumbnail, .hf-icon")) return;
  picture.classList.add("hf-broken");
  picture.querySelector(".hf-broken-note").hidden = false;
}

const pictures = ".hf-form img";
document.addEventListener(
  "error",
  ({ target }) => target instanceof Element && target.matches(pictures) && giveWay(target),
  true,
);
for (const image of document.querySelectorAll(pictures)) {
  if (image.complete && !image.naturalWidth) giveWay(image);
}

// Of a suggestion and what is typed instead, the later one is the answer.
document.addEventListener("input", ({ target }) => {
  const field = target.closest(".hf-field:has(.hf-other)");
  const radios = field?.querySelectorAll("input[type=radio]") ?? [];
  if (!radios.length) return;
  if (target.type === "radio") field.querySelector(".hf-other .hf-entry").value = "";
  else if (target.value) for (const radio of radios) radio.checked = false;
});
