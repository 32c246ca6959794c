/**
 * The hosts to which push messages are sent. A browser tells us the address of its push service, and could name any host; so we send to these
 * only. `*.` is any name in a domain.
 */
const pushHosts = [
  // Chrome, Edge on phones, Opera, Samsung Internet
  'fcm.googleapis.com',
  // Firefox
  '*.push.services.mozilla.com',
  // Safari
  '*.push.apple.com',
  // Edge on Windows
  '*.notify.windows.com',
]

/** `sandbox`: the simulated push service, which can be on this machine and without TLS. Null: no known push service has this address. */
export function findPushService(endpoint: string, sandboxUrl: string): 'public' | 'sandbox' | null {
  if (!URL.canParse(endpoint)) return null
  const { protocol, hostname, port, href, username, password } = new URL(endpoint)
  if (href.startsWith(`${sandboxUrl}/push/`)) return 'sandbox'
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return null
  const isKnown = pushHosts.some((host) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  )
  return isKnown ? 'public' : null
}
