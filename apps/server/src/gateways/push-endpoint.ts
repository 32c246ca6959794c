/**
 * Hosts of browsers' push services; `*.` stands for any name in a domain. The address of a subscription comes from a stranger, so the server
 * sends to these hosts only.
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

/** `sandbox`: the simulated push service, which can be on this machine and without TLS. Null: no push service that is known. */
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
