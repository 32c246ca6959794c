// Shows price alerts while no page of the site is open. This worker answers no requests and keeps nothing.

/** Returns true for a page of the trading area. If the person looks at one, it shows the alert itself. */
const isTradingPage = ({ url, visibilityState }) =>
  visibilityState === 'visible' && /^\/[a-zA-Z-]+\/trading$/.test(new URL(url).pathname)

const listWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

async function showAlert({ title, body, path }) {
  if ((await listWindows()).some(isTradingPage)) return
  await self.registration.showNotification(title, { body, icon: '/icon-192.png', data: { path } })
}

async function openChart(path) {
  // The page is never one of another site, even if the message names one.
  const url = new URL(path, self.location.origin)
  if (url.origin !== self.location.origin) return
  const [page] = (await listWindows()).filter((window) => new URL(window.url).pathname === url.pathname)
  if (page === undefined) await self.clients.openWindow(url.href)
  else await (await page.focus()).navigate(url.href)
}

self.addEventListener('push', (event) => event.waitUntil(showAlert(event.data.json())))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openChart(event.notification.data.path))
})
