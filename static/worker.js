// Shows what the house pushes to this browser, and opens its page when it is clicked.
"use strict";

self.addEventListener("push", (event) => {
  let notice;
  try {
    notice = event.data.json();
  } catch {
    return;
  }
  event.waitUntil(self.registration.showNotification(notice.title, {
    body: notice.text, tag: notice.id, data: notice.url, icon: new URL("/favicon.ico", self.location).href,
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = event.notification.data;
  if (!url) return;
  event.waitUntil(self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
    const open = pages.find((page) => page.url === url);
    return open ? open.focus() : self.clients.openWindow(url);
  }));
});
