// Asks the browser where it can be pushed to, and sends that with the form of the page.
"use strict";

(() => {
  const form = document.querySelector("form[data-push]");
  if (!form || !("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) return;
  const button = form.querySelector("#add-push");
  const denied = form.querySelector("[data-push-denied]");
  form.querySelector("[data-push-none]").hidden = true;
  button.hidden = false;

  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  // A browser that knows the house by an older key has to forget it first.
  async function subscribe(manager) {
    const wish = { userVisibleOnly: true, applicationServerKey: bytes(form.dataset.push) };
    try {
      return await manager.subscribe(wish);
    } catch (error) {
      const old = await manager.getSubscription();
      if (!old) throw error;
      await old.unsubscribe();
      return manager.subscribe(wish);
    }
  }

  button.addEventListener("click", async () => {
    denied.hidden = true;
    button.disabled = true;
    try {
      if (await Notification.requestPermission() !== "granted") throw new Error("denied");
      const registration = await navigator.serviceWorker.register(form.dataset.worker);
      await active(registration);
      const subscription = await subscribe(registration.pushManager);
      form.elements.endpoint.value = subscription.endpoint;
      form.elements.p256dh.value = text(subscription.getKey("p256dh"));
      form.elements.auth.value = text(subscription.getKey("auth"));
      form.submit();
    } catch {
      denied.hidden = false;
      button.disabled = false;
    }
  });

  // A worker that is not yet at work cannot be pushed to.
  function active(registration) {
    const worker = registration.installing ?? registration.waiting;
    if (registration.active || !worker) return undefined;
    return new Promise((resolve, reject) => worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") reject(new Error("redundant"));
    }));
  }
})();
