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
