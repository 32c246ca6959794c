import { getBootstrap } from './api/bootstrap.ts'

const timeoutMs = 5000

/** Returns whether balance, history and reports are those of another platform (spec: funding 7). */
export function isPlatformEmbedded(): boolean {
  return getBootstrap().settings.platformUrl !== null
}

/**
 * Logs the browser in or out at the embedded platform, with credentials (spec: funding 7), so that its frame needs no log-in of its own. A
 * browser sends a form without a preflight request, and the reply cannot be read. Where the browser keeps no cookies of other sites, the
 * frame asks for a log-in.
 */
export async function postToPlatform(path: '/cli/login' | '/cli/logout', form: Readonly<Record<string, string>>) {
  const { platformUrl: url } = getBootstrap().settings
  if (url === null) return
  await fetch(new URL(path, url), {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'include',
    body: new URLSearchParams(form),
    keepalive: true,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined)
}
