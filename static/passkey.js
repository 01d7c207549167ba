// Passkeys: asks the browser for one, where it knows them. Every button stands in an element with data-passkey, the
// address that takes what the device answers; "/options" behind it gives what the device is asked. Without this file
// the buttons stay hidden and passwords do.
(() => {
  "use strict";

  const bytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  // What goes over the line is text; what the browser takes and gives is bytes.
  function asked(options) {
    const key = options.publicKey;
    key.challenge = bytes(key.challenge);
    if (key.user) key.user.id = bytes(key.user.id);
    for (const list of [key.excludeCredentials, key.allowCredentials]) {
      for (const one of list ?? []) one.id = bytes(one.id);
    }
    return { publicKey: key };
  }

  function answered(credential) {
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (credential.response[name]) response[name] = text(credential.response[name]);
    }
    if (credential.response.getTransports) response.transports = credential.response.getTransports();
    return {
      id: credential.id, rawId: text(credential.rawId), type: credential.type, response,
      authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
      clientExtensionResults: credential.getClientExtensionResults(),
    };
  }

  async function send(address, body, type) {
    const answer = await fetch(address, { method: "POST", body, headers: { "Content-Type": type } });
    const said = await answer.json();
    if (said.error) throw new Refused(said.error);
    return said;
  }

  class Refused extends Error {}

  async function use(place) {
    const address = place.dataset.passkey;
    const form = new URLSearchParams();
    if (place.dataset.typed) form.set("name", document.getElementById(place.dataset.typed).value);
    const options = asked(await send(`${address}/options`, form.toString(), "application/x-www-form-urlencoded"));
    const credential = options.publicKey.user
      ? await navigator.credentials.create(options)
      : await navigator.credentials.get(options);
    const to = encodeURIComponent(place.dataset.to);
    const said = await send(`${address}?to=${to}`, JSON.stringify(answered(credential)), "application/json");
    location.assign(said.to);
  }

  for (const place of window.PublicKeyCredential ? document.querySelectorAll("[data-passkey]") : []) {
    const button = place.querySelector("button");
    const notice = place.querySelector("[role=alert]");
    place.hidden = false;
    button.addEventListener("click", async () => {
      button.disabled = true;
      notice.hidden = true;
      try {
        await use(place);
      } catch (error) {
        notice.textContent = error instanceof Refused ? error.message : place.dataset.failed;
        notice.hidden = false;
        button.disabled = false;
      }
    });
  }
})();
