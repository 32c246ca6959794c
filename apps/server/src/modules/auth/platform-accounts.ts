import type { PlatformGateway, PlatformReply } from '../../gateways/platform-gateway.ts'

export type PlatformAccountsDeps = {
  readonly gateway: PlatformGateway
  /** Null: no other platform is embedded, and passwords are verified here. */
  readonly getPlatformUrl: () => Promise<string | null>
}

export type PlatformAccounts = ReturnType<typeof createPlatformAccounts>

/** Log-in and password at another trading platform, which knows the traders by the same e-mails (spec: funding 7). */
export function createPlatformAccounts({ gateway, getPlatformUrl }: PlatformAccountsDeps) {
  const logIn = (url: string, login: string, password: string): Promise<PlatformReply> =>
    gateway.send(url, { method: 'POST', path: '/cli/login', form: { login, password } })

  return {
    isUsed: async (): Promise<boolean> => (await getPlatformUrl()) !== null,

    /** Null if no other platform is embedded. `session` is that of the platform. */
    logIn: async (login: string, password: string): Promise<PlatformReply | null> => {
      const url = await getPlatformUrl()
      return url === null ? null : logIn(url, login, password)
    },

    /** With a session of its own, because that of the trader can have ended. */
    changePassword: async (login: string, oldPassword: string, newPassword: string): Promise<PlatformReply | null> => {
      const url = await getPlatformUrl()
      if (url === null) return null
      const loggedIn = await logIn(url, login, oldPassword)
      if (loggedIn.kind !== 'done') return loggedIn
      const json = { newPassword, newPasswordConfirm: newPassword, oldPassword }
      return gateway.send(url, { method: 'POST', path: '/cli/password', json, session: loggedIn.session })
    },

    /** Ignores a failure, because the session here ends in any case. */
    logOut: async (session: string): Promise<void> => {
      const url = await getPlatformUrl()
      if (url !== null) await gateway.send(url, { method: 'POST', path: '/cli/logout', json: {}, session })
    },

    /** Null if no other platform is embedded. */
    fetchReply: async (
      path: '/cli/userInfo' | '/cli/orders' | '/cli/transactions',
      session: string,
      query: Readonly<Record<string, string>> = {},
    ): Promise<PlatformReply | null> => {
      const url = await getPlatformUrl()
      return url === null ? null : gateway.send(url, { method: 'GET', path, query, session })
    },
  }
}
