/** Chooses a file of a name, whose text is in base64. */
const choose = (name, text) => {
  const files = new DataTransfer();
  files.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
  document.getElementById('file').files = files.files;
  document.getElementById('file').dispatchEvent(new Event('change'));
};
