import type { AppContext } from '../../context.ts'
import type { PlatformReply } from '../../gateways/platform-gateway.ts'

// Log-in and password at another trading platform, which knows the traders by the same e-mails (spec: funding 7).

export async function isPlatformUsed({ settings }: AppContext): Promise<boolean> {
  return (await settings.getSetting('platform_url')) !== null
}

/** Logs in. Returns null if no other platform is embedded. `session` is that of the platform. */
export async function logInAtPlatform(
  context: AppContext,
  login: string,
  password: string,
): Promise<PlatformReply | null> {
  const url = await context.settings.getSetting('platform_url')
  return url === null ? null : sendLogIn(context, url, login, password)
}

/** Changes the password with a session of its own, because that of the trader can have ended. */
export async function changePlatformPassword(
  context: AppContext,
  login: string,
  oldPassword: string,
  newPassword: string,
): Promise<PlatformReply | null> {
  const url = await context.settings.getSetting('platform_url')
  if (url === null) return null
  const loggedIn = await sendLogIn(context, url, login, oldPassword)
  if (loggedIn.kind !== 'done') return loggedIn
  const json = { newPassword, newPasswordConfirm: newPassword, oldPassword }
  return context.platformGateway.send(url, { method: 'POST', path: '/cli/password', json, session: loggedIn.session })
}

/** Ends the session there. Ignores a failure, because the session here ends in any case. */
export async function logOutOfPlatform({ settings, platformGateway }: AppContext, session: string): Promise<void> {
  const url = await settings.getSetting('platform_url')
  if (url !== null) await platformGateway.send(url, { method: 'POST', path: '/cli/logout', json: {}, session })
}

/** Sends a call. Returns null if no other platform is embedded. */
export async function fetchPlatformReply(
  { settings, platformGateway }: AppContext,
  path: '/cli/userInfo' | '/cli/orders' | '/cli/transactions',
  session: string,
  query: Readonly<Record<string, string>> = {},
): Promise<PlatformReply | null> {
  const url = await settings.getSetting('platform_url')
  return url === null ? null : platformGateway.send(url, { method: 'GET', path, query, session })
}

function sendLogIn(
  { platformGateway }: AppContext,
  url: string,
  login: string,
  password: string,
): Promise<PlatformReply> {
  return platformGateway.send(url, { method: 'POST', path: '/cli/login', form: { login, password } })
}
