import { type Autologin, readAutologin } from '@tradefront/rules/auth/autologin'
import * as z from 'zod/mini'

/** `isOwnWish`: nobody but the person in front of the browser can have asked for it. */
export type WantedLogin = Autologin & { readonly isOwnWish: boolean }

const inputs = z.object({ email: z.string(), password: z.string(), redirect: z.string(), mobile: z.boolean() })
const inlined = z.object({ inputs, isOwnWish: z.boolean() })

let taken: WantedLogin | null = null

/**
 * What the request carried, as the server wrote it into the page; from the address where there is no such page (development
 * server). It leaves the page, the address and the history at once. `path` is the address that stays.
 */
export function takeAutologin(path: string): WantedLogin {
  if (taken !== null) return taken
  const script = document.getElementById('autologin')
  const parsed = inlined.safeParse(parse(script?.textContent ?? ''))
  const query = Object.fromEntries(new URLSearchParams(location.search))
  history.replaceState(history.state, '', path)
  script?.remove()
  taken = parsed.success
    ? { ...parsed.data.inputs, isOwnWish: parsed.data.isOwnWish }
    : { ...readAutologin(query), isOwnWish: false }
  return taken
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
