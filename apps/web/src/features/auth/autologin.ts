import { type Autologin, parseAutologin } from '@tradefront/rules/auth/autologin'
import * as z from 'zod/mini'

/** `isOwnWish`: no other site can have sent the request. */
export type AutologinRequest = Autologin & {
  readonly isOwnWish: boolean
  /** Token of a link that logs in once; empty without one. */
  readonly token: string
}

const inputs = z.object({ email: z.string(), password: z.string(), redirect: z.string(), mobile: z.boolean() })
const inlined = z.object({ inputs, isOwnWish: z.boolean() })

let consumed: AutologinRequest | null = null

/** Reads the inputs, and removes them from the page, the address and the history. `path` is the address that remains. */
export function consumeAutologinRequest(path: string): AutologinRequest {
  if (consumed !== null) return consumed
  const script = document.getElementById('autologin')
  const parsed = inlined.safeParse(parseJson(script?.textContent ?? ''))
  const query = Object.fromEntries(new URLSearchParams(location.search))
  const token = /^#([\w-]{43})$/.exec(location.hash)?.[1] ?? ''
  history.replaceState(history.state, '', path)
  script?.remove()
  consumed = parsed.success
    ? { ...parsed.data.inputs, isOwnWish: parsed.data.isOwnWish, token }
    : { ...parseAutologin(query), isOwnWish: false, token }
  return consumed
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
