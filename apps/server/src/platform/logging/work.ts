import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'

import { createRequestId, isRequestId, requestIdHeader } from '@tradefront/contract/request-id'

/** What the server is doing now: a request, or a run of a job. */
export type Work = {
  /** Of the request, or of this run. It goes into the log, into errors and to the providers that are asked. */
  readonly id: string
  /** Name of the job. Undefined for a request. */
  readonly job?: string
}

const storage = new AsyncLocalStorage<Work>()

/** All that `run` starts belongs to the work, also what is not waited for. */
export function runWork<Result>(work: Work, run: () => Result): Result {
  return storage.run(work, run)
}

export function createWorkId(): string {
  return createRequestId((bytes) => crypto.getRandomValues(bytes))
}

/** The browser's, so that its error, our log and the provider's name the same request; else a new one. */
export function chooseRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[requestIdHeader]
  return isRequestId(given) ? given : createWorkId()
}

/** Undefined outside of requests and jobs, e.g. in a timer of the market. */
export function getWork(): Work | undefined {
  return storage.getStore()
}
