import { type Autologin, parseAutologin } from '@tradefront/rules/auth/autologin'
import * as z from 'zod/mini'

/** `isOwnWish`: nobody but the person in front of the browser can have asked for it. */
export type AutologinRequest = Autologin & { readonly isOwnWish: boolean }

const inputs = z.object({ email: z.string(), password: z.string(), redirect: z.string(), mobile: z.boolean() })
const inlined = z.object({ inputs, isOwnWish: z.boolean() })

let consumed: AutologinRequest | null = null

/**
 * What the request carried, as the server wrote it into the page; from the address where there is no such page (development
 * server). It leaves the page, the address and the history at once. `path` is the address that stays.
 */
export function consumeAutologinRequest(path: string): AutologinRequest {
  if (consumed !== null) return consumed
  const script = document.getElementById('autologin')
  const parsed = inlined.safeParse(parseJson(script?.textContent ?? ''))
  const query = Object.fromEntries(new URLSearchParams(location.search))
  history.replaceState(history.state, '', path)
  script?.remove()
  consumed = parsed.success
    ? { ...parsed.data.inputs, isOwnWish: parsed.data.isOwnWish }
    : { ...parseAutologin(query), isOwnWish: false }
  return consumed
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
