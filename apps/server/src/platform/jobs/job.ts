import type * as z from 'zod'

/**
 * Background work, defined in `jobs.ts` of its module and listed in `apps/server/src/jobs.ts`. It can run twice and on any
 * server: rows that are due decide what is done, a job only triggers the check.
 */
export type Job = {
  /** `<module>.<what it does>`; also the name to enqueue it by. */
  readonly name: string
  /** Cron expression (UTC): runs at these times, once for all servers. */
  readonly schedule?: string
  /** Runs in every server with this pause between two runs; for work that cannot wait for a minute. */
  readonly everyMs?: number
  readonly run: (data: unknown) => Promise<void>
}

type JobDefinition<Schema extends z.ZodType> = Omit<Job, 'run'> & {
  /** The data it is enqueued with, if any. */
  readonly schema: Schema
  readonly run: (data: z.output<Schema>) => Promise<void>
}

export function defineJob<Schema extends z.ZodType>(job: JobDefinition<Schema>): Job
export function defineJob(job: Omit<Job, 'run'> & { readonly run: () => Promise<void> }): Job
export function defineJob({ schema, run, ...job }: Job & { readonly schema?: z.ZodType }): Job {
  return { ...job, run: async (data) => run(schema?.parse(data)) }
}
