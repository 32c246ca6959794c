import type { Agent } from 'undici'

/** `other_size`: the size of the checkpoint that the witness cosigned last, from which it needs the proof. */
export type WitnessReply =
  | { readonly kind: 'cosigned'; readonly lines: string }
  | { readonly kind: 'other_size'; readonly size: number }
  | { readonly kind: 'failed'; readonly reason: string }

export type LogWitnessGateway = {
  /** Sends a checkpoint with a proof. Never throws or retries. @param url of the witness */
  readonly addCheckpoint: (url: string, body: string) => Promise<WitnessReply>
  readonly close: () => Promise<void>
}

const maxResponseBytes = 64 * 1024

/** Sends to witnesses of the public log, as c2sp.org/tlog-witness defines them. */
export function createLogWitnessGateway({ timeoutMs = 5000 } = {}): LogWitnessGateway {
  let agent: Agent | null = null
  return {
    addCheckpoint: async (url, body) => {
      try {
        // Loaded on demand, to keep the start fast.
        const { Agent: HttpAgent, request } = await import('undici')
        agent ??= new HttpAgent({ connections: 4, maxResponseSize: maxResponseBytes })
        const response = await request(`${url}/add-checkpoint`, {
          method: 'POST',
          dispatcher: agent,
          headers: { 'content-type': 'text/plain; charset=utf-8' },
          body,
          signal: AbortSignal.timeout(timeoutMs),
        })
        const text = await response.body.text()
        const size = /^(?:0|[1-9]\d{0,15})\n$/.test(text) ? Number(text) : null
        if (response.statusCode === 409 && size !== null && response.headers['content-type'] === 'text/x.tlog.size')
          return { kind: 'other_size', size }
        if (response.statusCode === 200) return { kind: 'cosigned', lines: text }
        return { kind: 'failed', reason: `HTTP ${response.statusCode}` }
      } catch {
        return { kind: 'failed', reason: 'no reply' }
      }
    },
    close: async () => {
      await agent?.destroy()
    },
  }
}
