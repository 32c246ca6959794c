import { useRef } from 'react'

import { createUuid } from '../../platform/create-uuid.ts'

/** Headers of a submission. The same content has the same key, so that a second try after a lost reply adds nothing. */
export function useSubmitKey() {
  const last = useRef<{ readonly content: string; readonly key: string } | null>(null)
  return {
    getHeaders: (body: unknown): Readonly<Record<string, string>> => {
      const content = JSON.stringify(body)
      if (last.current?.content !== content) last.current = { content, key: createUuid() }
      return { 'idempotency-key': last.current.key }
    },
    /** Forgets the key after success. */
    forget: (): void => {
      last.current = null
    },
  }
}
