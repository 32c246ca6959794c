import type { TokenSession } from '@tradefront/processors/processor'
import * as z from 'zod/mini'

import { traceZoomScript } from '../api.ts'
import type { CardForTokenizer } from '../payment/card-in-memory.ts'

/** ZOOM's script reads the fields by their names and sends them only to ZOOM. */
type Tokenizer = { readonly tokenize: (form: HTMLFormElement, key: string) => Promise<unknown> }

declare global {
  interface Window {
    ZoomTokenizer?: Tokenizer
  }
}

const tokenReply = z.object({ token: z.string().check(z.minLength(8), z.maxLength(200)) })
/** Time limit for loading the script, and again for the token. */
const timeoutMs = 15_000

/** Returns null if ZOOM's script cannot be loaded or refuses the card. */
export async function tokenizeCard(session: TokenSession, card: CardForTokenizer): Promise<string | null> {
  const form = createHiddenForm(session, card)
  try {
    const tokenizer = await withTimeout(timeoutMs, loadScript(session.scriptUrl))
    const { token } = tokenReply.parse(await withTimeout(timeoutMs, tokenizer.tokenize(form, session.key)))
    traceZoomScript('token', 'done')
    return token
  } catch {
    // The error of a third-party script is not logged: it can contain card data.
    traceZoomScript('token', 'failed')
    return null
  } finally {
    form.remove()
  }
}

/** Loads the script once per page. After a failed load, the next call tries again. */
function loadScript(url: string): Promise<Tokenizer> {
  return new Promise((resolve, reject) => {
    if (window.ZoomTokenizer !== undefined) return resolve(window.ZoomTokenizer)
    const script = document.createElement('script')
    script.src = url
    script.addEventListener('load', () => {
      traceZoomScript('script', 'loaded')
      if (window.ZoomTokenizer === undefined) reject(new Error('The script brought no tokenizer'))
      else resolve(window.ZoomTokenizer)
    })
    script.addEventListener('error', () => {
      traceZoomScript('script', 'failed')
      script.remove()
      reject(new Error('The script could not be loaded'))
    })
    document.head.append(script)
  })
}

function createHiddenForm({ fields }: TokenSession, card: CardForTokenizer): HTMLFormElement {
  const form = document.createElement('form')
  form.hidden = true
  form.autocomplete = 'off'
  form.append(
    createHiddenInput(fields.number, card.number),
    createHiddenInput(fields.code, card.code),
    createHiddenInput(fields.expiry, `${card.month}/${card.year.slice(-2)}`),
  )
  document.body.append(form)
  return form
}

function createHiddenInput(name: string, value: string): HTMLInputElement {
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = name
  input.value = value
  return input
}

function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No answer in time')), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
