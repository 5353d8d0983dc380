// Publishing takes the saved draft: while the editor holds something else, it waits for a save.

const draft = document.querySelector("textarea.draft");
const publish = document.querySelector("form.publish");

if (draft && publish) {
  draft.addEventListener("input", () => {
    const unsaved = draft.value !== draft.defaultValue;
    publish.querySelector("button").disabled = unsaved;
    publish.querySelector("[data-saved]").hidden = unsaved;
    publish.querySelector("[data-unsaved]").hidden = !unsaved;
  });
}
